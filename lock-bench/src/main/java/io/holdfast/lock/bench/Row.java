package io.holdfast.lock.bench;

/**
 * One line of the report.
 *
 * @param met yes, NO, or nothing where there is no target or no figure
 */
public record Row(String what, String measured, String target, String met) {
    /** A figure whose median should not be larger than the limit. */
    static Row limited(String what, Figure figure, double limit, String unit) {
        String target = ("at most " + Figure.number(limit) + " " + unit).strip();
        return new Row(what, figure.text(unit), target, !figure.wasRun() ? "" : verdict(figure.median() <= limit));
    }

    /** A figure without a target, for comparison. */
    static Row plain(String what, Figure figure, String unit) {
        return new Row(what, figure.text(unit), "", "");
    }

    public static String verdict(boolean met) {
        return met ? "yes" : "**NO**";
    }

    String markdown() {
        return "| " + String.join(" | ", what, measured, target, met) + " |";
    }
}

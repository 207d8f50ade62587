package io.holdfast.lock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text in columns as wide as they need to be: the first to the left, the others to the right. */
final class Table {
    // Mutable state
    private final List<List<String>> rows = new ArrayList<>();

    Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    @Override
    public String toString() {
        return rows.stream().map(this::line).collect(Collectors.joining("\n"));
    }

    private String line(List<String> row) {
        return IntStream.range(0, row.size()).mapToObj(column -> cell(row, column))
                .collect(Collectors.joining("  ", "  ", "")).stripTrailing();
    }

    private String cell(List<String> row, int column) {
        int width = rows.stream().mapToInt(each -> each.get(column).length()).max().orElse(1);
        return String.format("%" + (column == 0 ? "-" : "") + Math.max(1, width) + "s", row.get(column));
    }
}

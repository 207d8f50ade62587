package io.holdfast.lock.redis;

import io.holdfast.lock.Holder;
import io.holdfast.lock.spi.Acquisition;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the server knows about an acquisition besides its id, as one line of text: {@code lease publish inbox alive client host pid
 * thread purpose}. It is the same in every request of an acquisition, because it is part of its entry in the line.
 */
final class Ticket {
    private static final Pattern HOLDER = Pattern.compile("\\d+ \\S+ \\S+ \\S+ (\\S*) (\\S*) (\\d+) (\\S*) (.*)", Pattern.DOTALL);

    private Ticket() {}

    /** The part that is the same for all acquisitions of a client in a bucket: how to reach it, and how to know whether it lives. */
    static String route(Inbox inbox, String aliveKey) {
        return " " + inbox.publish() + " " + inbox.channel() + " " + aliveKey + " ";
    }

    static String of(Acquisition acquisition, String route) {
        Holder holder = acquisition.holder();
        return acquisition.lease().toMillis() + route
                + word(holder.clientId()) + " " + word(holder.host()) + " " + holder.pid() + " " + word(holder.thread())
                + " " + holder.purpose();
    }

    static Holder holder(String ticket) {
        Matcher holder = HOLDER.matcher(ticket);
        if (!holder.matches()) {
            throw new IllegalArgumentException("not a ticket of this version: " + ticket);
        }
        return new Holder(text(holder.group(1)), text(holder.group(2)), Long.parseLong(holder.group(3)), text(holder.group(4)),
                holder.group(5));
    }

    /** Without white space: a blank becomes {@code %20}, and what could be taken for such an escape is escaped too. */
    private static String word(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) == '%') {
                return escaped(text);
            }
        }
        return text;
    }

    private static String escaped(String text) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == '%') {
                word.append('%').append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                word.append(c);
            }
        }
        return word.toString();
    }

    private static String text(String word) {
        int escape = word.indexOf('%');
        if (escape < 0) {
            return word;
        }
        char c = (char) Integer.parseInt(word, escape + 1, escape + 3, 16);
        return word.substring(0, escape) + c + text(word.substring(escape + 3));
    }
}

package io.holdfast.lock.tck;

import java.util.List;
import java.util.stream.Collectors;

/** Names that stores like to confuse, cut, normalise or execute. All of a list are different names. */
final class NastyNames {
    private NastyNames() {}

    static List<String> all() {
        return List.of(
                // case, white space at the ends, trailing dots
                "tck", "TCK", "Tck", " tck", "tck ", "\ttck", "tck\n", "tck.", "tck\u00a0", " ", "  ", "\n", "\r\n",
                // paths
                "/", "//", "a/b", "a//b", "/a", "a/", ".", "..", "../tck", "a/../b", "b", "\\", "a\\b", "C:",
                // quotes, comments and wild cards of query languages
                "'", "''", "\"", "`", "'; DROP TABLE locks; --", "1' OR '1'='1", "%", "%%", "_", "*", "?", "[a]", "a%", "a_",
                // hash tags, templates, formats and escapes
                "{tag}", "{tag}a", "{}", "{", "}", "${x}", "#{x}", "%s", "%n", "%2F", "%00", "\\u0041", "A", "&amp;", "&",
                // separators
                ":", "a:b", "a:b:c", "a,b", "a;b", "a=b", "a|b", "a b", "a\tb", "a\nb", "a\rb", "\0", "a\0b", "a\0", "a",
                // one letter, two letters, and the same letter once composed and once in two code points
                "stra\u00dfe", "strasse", "STRASSE", "\u00e9", "e\u0301", "e", "\u212b", "\u00c5", "A\u030a", "\ufb01", "fi",
                // dotless i, full width, zero width, right to left, beyond the first plane
                "i", "I", "\u0131", "\u0130", "\uff41", "a\u200b", "\u202etck", "\u05e9\u05dc\u05d5\u05dd", "\ud83d\ude00", "\ud83d\ude01",
                "\ufeff", "\ufffd", "\uffff", "\u007f", "\u0001", "null", "NULL", "0", "00", "-1", "true");
    }

    /** 1,024 bytes in UTF-8, different only at the end or in the kind of letters. */
    static List<String> longest() {
        return List.of("x".repeat(1_024), "x".repeat(1_023) + "y", "\u00e9".repeat(512), "\ud83d\ude00".repeat(256));
    }

    static List<String> malformed() {
        return List.of("\ud83d", "\ude00", "a\ud83d", "\ude00\ud83d", "\ud83da");
    }

    /** The name as a Java literal. */
    static String show(String name) {
        return name.chars().mapToObj(c -> c > ' ' && c < 0x7f ? String.valueOf((char) c) : String.format("\\u%04x", c))
                .collect(Collectors.joining("", "\"", "\""));
    }
}

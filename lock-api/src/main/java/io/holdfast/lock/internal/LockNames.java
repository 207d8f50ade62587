package io.holdfast.lock.internal;

/** The rule of G13: 1 to 1,024 bytes of well-formed Unicode in UTF-8; anything else about a name is the user's business. */
final class LockNames {
    static final int MAX_BYTES = 1024;

    private LockNames() {}

    static void check(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("the name of a lock must not be empty");
        }
        int bytes = utf8Length(name);
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("the name of a lock has " + bytes + " bytes in UTF-8: at most " + MAX_BYTES);
        }
    }

    private static int utf8Length(String name) {
        int bytes = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < 0x80) {
                bytes += 1;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else {
                bytes += 4;
                requirePair(name, i++);
            }
        }
        return bytes;
    }

    /** Half a pair has no UTF-8 form; stores would replace it, and two names could become one. */
    private static void requirePair(String name, int i) {
        if (i + 1 == name.length() || !Character.isSurrogatePair(name.charAt(i), name.charAt(i + 1))) {
            throw new IllegalArgumentException("the name of a lock has an unpaired surrogate at index " + i);
        }
    }
}

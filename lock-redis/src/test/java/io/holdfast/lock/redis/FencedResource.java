package io.holdfast.lock.redis;

import java.util.ArrayList;
import java.util.List;

/** What a lock protects, and how it protects itself against those who have lost it: it refuses tokens smaller than one it has seen. */
final class FencedResource {
    private final List<String> accepted = new ArrayList<>();
    private long largest;

    synchronized boolean write(String what, long token) {
        if (token < largest) {
            return false;
        }
        largest = token;
        accepted.add(what);
        return true;
    }

    synchronized List<String> accepted() {
        return List.copyOf(accepted);
    }
}

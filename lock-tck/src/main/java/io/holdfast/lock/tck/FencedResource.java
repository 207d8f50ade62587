package io.holdfast.lock.tck;

/** What a lock protects, and how it protects itself against those who have lost it: it refuses tokens smaller than one it has seen. */
final class FencedResource {
    private long largest;

    synchronized boolean accepts(long token) {
        if (token < largest) {
            return false;
        }
        largest = token;
        return true;
    }
}

package io.holdfast.lock.tck.network;

/**
 * Bytes to be found in a stream that comes in pieces. The search of Knuth, Morris and Pratt: how many bytes of the marker the last
 * ones read are is all that has to be kept between two pieces.
 */
final class Marker {
    private final byte[] bytes;
    /** For each count of bytes found: how many are still found if the next one does not fit. */
    private final int[] fallback;

    Marker(byte[] bytes) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("an empty marker is in everything");
        }
        this.bytes = bytes.clone();
        this.fallback = new int[bytes.length];
        for (int i = 1, found = 0; i < bytes.length; i++) {
            found = found(found, bytes[i]);
            fallback[i] = found;
        }
    }

    int length() {
        return bytes.length;
    }

    /** How many bytes of the marker are found with the next byte, given how many were before. At its length the search is over. */
    int found(int before, byte next) {
        int found = before;
        while (found > 0 && bytes[found] != next) {
            found = fallback[found - 1];
        }
        return bytes[found] == next ? found + 1 : 0;
    }
}

package io.holdfast.lock.tck.network;

/** Something that happens to a connection when certain bytes, or so many, come by. Compared by identity: each arming is another. */
sealed interface Trap {
    /** Where it lies. */
    Direction direction();

    /** Whether it is gone when it has sprung, or waits for the next connection. */
    boolean springsOnce();

    /** Watches one connection, from now on. */
    Lookout lookout();

    /** Sees all bytes of a connection in their order. Only for the thread that passes them. */
    interface Lookout {
        Verdict see(byte[] bytes);
    }

    /** Cuts after so many bytes. */
    record CutAfter(long bytes, Direction direction, boolean springsOnce) implements Trap {
        @Override
        public Lookout lookout() {
            return new Lookout() {
                private long left = bytes;

                @Override
                public Verdict see(byte[] seen) {
                    if (seen.length < left) {
                        left -= seen.length;
                        return Verdict.goOn(seen);
                    }
                    return new Verdict((int) left, Verdict.After.CUT);
                }
            };
        }
    }

    /** The request with the marker gets no reply: because it does not arrive as a whole, or because the reply does not. */
    record LoseMarked(Marker marker, boolean arrives) implements Trap {
        @Override
        public Direction direction() {
            return Direction.REQUESTS;
        }

        @Override
        public boolean springsOnce() {
            return true;
        }

        @Override
        public Lookout lookout() {
            return new Lookout() {
                private int found;

                @Override
                public Verdict see(byte[] seen) {
                    for (byte next : seen) {
                        found = marker.found(found, next);
                        if (found == marker.length()) {
                            found = 0;
                            return arrives ? new Verdict(seen.length, Verdict.After.LOSE_REPLY) : new Verdict(0, Verdict.After.CUT);
                        }
                    }
                    return Verdict.goOn(seen);
                }
            };
        }
    }
}

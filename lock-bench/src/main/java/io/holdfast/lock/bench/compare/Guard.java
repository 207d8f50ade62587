package io.holdfast.lock.bench.compare;

/**
 * What a lock protects: who is inside, and a number that only grows right if nobody else is. Neither is atomic, on purpose. Two
 * owners at once see each other, or one of their increments is lost; {@link #total} tells the driver which.
 *
 * <p>One for each thread and name; what they share is in the memory.
 */
final class Guard {
    private static final int SLOTS_PER_NAME = 2;
    private static final long NOBODY = 0;

    private final SharedMemory memory;
    private final int insideSlot;
    private final int countSlot;
    private final long me;

    // Mutable state, of one thread
    private long seen;

    /** @param me a number that no other thread of any JVM has, not zero */
    Guard(SharedMemory memory, int name, long me) {
        this.memory = memory;
        this.insideSlot = name * SLOTS_PER_NAME;
        this.countSlot = insideSlot + 1;
        this.me = me;
    }

    /** @throws OverlapException if another is inside */
    void enter() {
        expect(NOBODY);
        memory.set(insideSlot, me);
        seen = memory.get(countSlot);
    }

    /** @throws OverlapException if another came in meanwhile */
    void exit() {
        expect(me);
        memory.set(countSlot, seen + 1);
        memory.set(insideSlot, NOBODY);
    }

    private void expect(long owner) {
        long inside = memory.get(insideSlot);
        if (inside != owner) {
            throw new OverlapException("thread " + me + " has the lock and finds "
                    + (inside == NOBODY ? "that another has left" : "thread " + inside + " inside"));
        }
    }

    /** How often all threads of all JVMs together were inside. */
    static long total(SharedMemory memory, int names) {
        long sum = 0;
        for (int name = 0; name < names; name++) {
            sum += memory.get(name * SLOTS_PER_NAME + 1);
        }
        return sum;
    }

    /** The first slot that no guard uses, with so many names. */
    static int slots(int names) {
        return names * SLOTS_PER_NAME;
    }
}

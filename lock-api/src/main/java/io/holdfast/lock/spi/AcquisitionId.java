package io.holdfast.lock.spi;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The identity of one acquisition: 128 bits, random enough that no two clients ever share one. It is what makes every request
 * safe to repeat (G11) and what a release is checked against (G2).
 */
public record AcquisitionId(long high, long low) {
    /** The id as 32 hexadecimal digits, for keys, rows and scripts. */
    @Override
    public String toString() {
        char[] digits = new char[32];
        for (int i = 0; i < 16; i++) {
            digits[i] = Character.forDigit((int) (high >>> (60 - 4 * i)) & 15, 16);
            digits[16 + i] = Character.forDigit((int) (low >>> (60 - 4 * i)) & 15, 16);
        }
        return new String(digits);
    }

    /**
     * A source of ids for one client. The upper half is the client's own secure random number; the lower half is a counter
     * sent through a bijective mixer with a random start, so it can't repeat within a client and costs no entropy per id.
     */
    public static final class Source {
        private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

        private final long client;
        private final AtomicLong counter;

        public Source() {
            SecureRandom random = new SecureRandom();
            client = random.nextLong();
            counter = new AtomicLong(random.nextLong());
        }

        public AcquisitionId next() {
            return new AcquisitionId(client, mix(counter.getAndAdd(GOLDEN_RATIO)));
        }

        private static long mix(long z) {
            long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
            long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
            return b ^ (b >>> 31);
        }
    }
}

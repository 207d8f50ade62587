package io.holdfast.lock.bench.compare;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A few numbers that all worker JVMs of a contender see, in a memory-mapped file. Each has cache lines of its own. */
final class SharedMemory {
    private static final int SLOTS = 32;
    private static final int BYTES_PER_SLOT = 128;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer bytes;

    private SharedMemory(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Maps the file, which is made if it is not there. */
    static SharedMemory open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file,
                StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedMemory(channel.map(FileChannel.MapMode.READ_WRITE, 0, SLOTS * BYTES_PER_SLOT));
        }
    }

    long get(int slot) {
        return (long) LONGS.getAcquire(bytes, slot * BYTES_PER_SLOT);
    }

    void set(int slot, long value) {
        LONGS.setRelease(bytes, slot * BYTES_PER_SLOT, value);
    }
}

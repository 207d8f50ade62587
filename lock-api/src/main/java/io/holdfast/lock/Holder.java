package io.holdfast.lock;

import static java.util.Objects.requireNonNull;

/**
 * Who asks for a lock, as operators see it.
 *
 * @param clientId the {@link LockClient#id()}
 * @param host the host name of the machine
 * @param pid the process id
 * @param thread the name of the thread that asked
 * @param purpose the purpose from {@link LockOptions#purpose()}, empty if none was given
 */
public record Holder(String clientId, String host, long pid, String thread, String purpose) {
    public Holder {
        requireNonNull(clientId, "clientId");
        requireNonNull(host, "host");
        requireNonNull(thread, "thread");
        requireNonNull(purpose, "purpose");
    }
}

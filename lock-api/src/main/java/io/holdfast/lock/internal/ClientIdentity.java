package io.holdfast.lock.internal;

import io.holdfast.lock.Holder;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Who this client is, for operators. */
final class ClientIdentity {
    private static final String HOST = hostName();
    private static final long PID = ProcessHandle.current().pid();

    private final String id;

    ClientIdentity() {
        byte[] random = new byte[6];
        new SecureRandom().nextBytes(random);
        id = HexFormat.of().formatHex(random);
    }

    String id() {
        return id;
    }

    Holder holder(String thread, String purpose) {
        return new Holder(id, HOST, PID, thread, purpose);
    }

    /** From the environment where that says it, because looking it up may ask a slow name server. */
    private static String hostName() {
        String fromEnvironment = System.getenv("HOSTNAME");
        if (fromEnvironment != null && !fromEnvironment.isEmpty()) {
            return fromEnvironment;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unknown) {
            return "unknown";
        }
    }
}

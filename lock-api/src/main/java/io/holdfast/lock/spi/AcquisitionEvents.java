package io.holdfast.lock.spi;

/** What a backend tells the engine about one acquisition besides its outcome. Never blocks; may be called on any thread. */
public interface AcquisitionEvents {
    /**
     * The server has confirmed that the acquisition waits in line and was not granted yet. From then on the caller's wait is
     * limited by the caller alone. If a whole lease passes without another word, the engine sends the acquire again, which keeps
     * its place and finds a grant whose message was lost; a backend that looks after lost messages itself calls this whenever it
     * has looked.
     */
    void waiting();

    /**
     * The grant is gone on the server, and the backend has learned it before the next renewal would: session ended, lock
     * broken. May come at any time after the grant; what comes after a release is ignored.
     */
    void lost();
}

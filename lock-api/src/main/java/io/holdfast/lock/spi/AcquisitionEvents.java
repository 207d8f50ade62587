package io.holdfast.lock.spi;

/** What a backend tells the engine about one acquisition besides its outcome. Never blocks; may be called on any thread. */
public interface AcquisitionEvents {
    /**
     * The server has confirmed that the acquisition waits in line and was not granted yet.
     *
     * <p>The engine learns two things from it. The backend is alive, so the caller's wait may go on. And a grant that comes
     * later began after {@code askedAt}, so its lease can be counted from there. A backend that calls this regularly while a
     * wait goes on (say, three times a lease) saves its waiters the round trip with which the engine otherwise confirms a
     * grant that it can't date.
     *
     * @param askedAt {@link System#nanoTime()} from before the question was sent whose answer was "still waiting"
     */
    void waiting(long askedAt);

    /**
     * The grant is gone on the server, and the backend has learned it before the next renewal would: session ended, lock
     * broken. May come at any time after the grant; what comes after a release is ignored.
     */
    void lost();
}

package io.holdfast.lock;

/** Why a hold was lost. */
public enum LossReason {
    /** The lease ran out on the local monotonic clock before a renewal was confirmed, or a fixed lease came to its end. */
    EXPIRED("its lease ran out before a renewal was confirmed"),
    /** The backend says that the grant is gone: its data was lost, its session ended, or an operator broke the lock. */
    REVOKED("the backend no longer knows this grant"),
    /** {@link LockClient#close()} was called while the hold was open. */
    CLIENT_CLOSED("the lock client was closed");

    private final String explanation;

    LossReason(String explanation) {
        this.explanation = explanation;
    }

    /** The reason as the second half of a sentence. */
    public String explanation() {
        return explanation;
    }
}

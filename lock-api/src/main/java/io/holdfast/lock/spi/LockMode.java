package io.holdfast.lock.spi;

/** What an acquisition asks for. Other modes may follow; a backend refuses one that it does not know. */
public enum LockMode {
    /** One owner, alone. */
    EXCLUSIVE
}

package io.holdfast.lock.spi;

import static java.util.Objects.requireNonNull;

/** What a backend says to a question about one acquisition or one name. Unknown is never a no. */
public sealed interface Answer {
    Answer YES = Certain.YES;
    Answer NO = Certain.NO;

    static Answer unknown(Throwable cause) {
        return new Unknown(cause);
    }

    /** The server has said so. */
    enum Certain implements Answer {
        YES,
        NO
    }

    /** No reply came: the request may have been applied or not. */
    record Unknown(Throwable cause) implements Answer {
        public Unknown {
            requireNonNull(cause, "cause");
        }
    }
}

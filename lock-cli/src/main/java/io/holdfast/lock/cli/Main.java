package io.holdfast.lock.cli;

import io.holdfast.lock.Placeholder;

/** Says hello; the command line takes its place. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.out.println("hello from " + Placeholder.schemes() + ": " + String.join(" ", args));
    }
}

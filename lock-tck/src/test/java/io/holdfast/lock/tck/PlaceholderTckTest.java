package io.holdfast.lock.tck;

final class PlaceholderTckTest extends PlaceholderTck {

    @Override
    protected String scheme() {
        return "mem";
    }
}

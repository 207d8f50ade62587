module outside {
    requires io.holdfast.lock;
}

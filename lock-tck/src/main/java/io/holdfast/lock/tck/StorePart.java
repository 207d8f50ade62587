package io.holdfast.lock.tck;

import java.util.function.Predicate;

/** What a store may have that the kit can break. */
enum StorePart {
    ROAD("no way in which a proxy could stand", store -> store.road().isPresent()),
    SERVER("no server process of its own", store -> store.server().isPresent()),
    SUCCESSION("no server that could take over from another", store -> store.succession().isPresent()),
    CLOCK("no wall clock that could be set", store -> store.clock().isPresent());

    private final String absence;
    private final Predicate<StoreUnderTest> test;

    StorePart(String absence, Predicate<StoreUnderTest> test) {
        this.absence = absence;
        this.test = test;
    }

    boolean isIn(StoreUnderTest store) {
        return test.test(store);
    }

    /** For instance "the store under test has no server process of its own". */
    String absence() {
        return "the store under test has " + absence;
    }
}

package io.holdfast.lock.bench.compare;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** What is compared on one kind of server. Found through {@link ServiceLoader}, by the driver and by its worker JVMs. */
public interface Suite {
    /** How it is called on the command line, for instance {@code redis}. */
    String name();

    /** Starts a server of its own, on the loopback interface. */
    Server startServer() throws Exception;

    /** All who can take part. Exactly one of them is the subject. */
    List<Contender> contenders();

    /** The peer that everybody knows, with which all others are compared. */
    Contender reference();

    /** What is promised of the subject. */
    List<Promise> promises();

    /** The libraries' versions, by name. */
    Map<String, String> versions();

    /** What a reader has to know to judge the figures: who is left out where, and why. */
    List<String> notes();

    /** The one that the promises are about. */
    default Contender subject() {
        return contenders().stream().filter(contender -> contender.role() == Contender.Role.SUBJECT).findFirst().orElseThrow();
    }

    /** The contender of this name. */
    default Contender contender(String name) {
        return contenders().stream().filter(contender -> contender.name().equals(name)).findFirst().orElseThrow();
    }

    /**
     * The suite of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Suite named(String name) {
        return ServiceLoader.load(Suite.class).stream().map(ServiceLoader.Provider::get)
                .filter(suite -> suite.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no comparison '" + name + "'"));
    }
}

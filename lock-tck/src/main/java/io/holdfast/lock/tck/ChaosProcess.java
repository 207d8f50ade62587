package io.holdfast.lock.tck;

import io.holdfast.lock.tck.history.History;
import io.holdfast.lock.tck.holders.HolderProcess;
import io.holdfast.lock.tck.holders.WorkOrder;
import io.holdfast.lock.tck.network.TcpProxy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A process that works at random, with a network of its own where the store has a road on which a proxy can stand. */
final class ChaosProcess implements AutoCloseable {
    private final HolderProcess holder;
    private final Optional<TcpProxy> proxy;

    ChaosProcess(String name, StoreUnderTest store, Duration answerLimit, History history, WorkOrder order) {
        proxy = store.road().map(road -> TcpProxy.to(road.host(), road.port()));
        String url = proxy.map(network -> store.road().orElseThrow().detour().apply(network.port())).orElse(store.url());
        holder = HolderProcess.start(name, url, answerLimit, Map.of(), history);
        holder.work(order);
    }

    HolderProcess holder() {
        return holder;
    }

    TcpProxy proxy() {
        return proxy.orElseThrow();
    }

    /** Lets it go on and finish what it has begun. */
    void heal() {
        proxy.ifPresent(TcpProxy::heal);
    }

    @Override
    public void close() {
        try (holder) {
            proxy.ifPresent(TcpProxy::close);
        }
    }
}

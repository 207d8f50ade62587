package io.holdfast.lock.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** The threads of one test. What one of them throws fails the test. */
final class Crew implements AutoCloseable {
    private final Patience patience;
    private final List<Member<?>> members = new ArrayList<>();

    Crew(Patience patience) {
        this.patience = patience;
    }

    /** Work without a result. */
    interface Work {
        void run() throws Exception;
    }

    /** A thread and what comes of it. */
    record Member<T>(Thread thread, CompletableFuture<T> result) {
        boolean isDone() {
            return result.isDone();
        }

        void interrupt() {
            thread.interrupt();
        }
    }

    <T> Member<T> ask(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> complete(result, work), "tck-crew-" + members.size());
        thread.setDaemon(true);
        Member<T> member = new Member<>(thread, result);
        members.add(member);
        thread.start();
        return member;
    }

    Member<Void> start(Work work) {
        return ask(() -> {
            work.run();
            return null;
        });
    }

    void start(int threads, Work work) {
        for (int i = 0; i < threads; i++) {
            start(work);
        }
    }

    /** Waits for all, and throws what the first of them threw. */
    void finish() throws Exception {
        for (Member<?> member : members) {
            finish(member);
        }
    }

    <T> T finish(Member<T> member) throws Exception {
        return patience.await("thread " + member.thread.getName() + " comes to its end", member.result);
    }

    /** Ends those that a failed test has left waiting. */
    @Override
    public void close() {
        members.forEach(Member::interrupt);
    }

    private static <T> void complete(CompletableFuture<T> result, Callable<T> work) {
        try {
            result.complete(work.call());
        } catch (Throwable failure) {
            result.completeExceptionally(failure);
        }
    }
}

package io.holdfast.lock.redis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Cuts many questions into lists that one script each can take: of one bucket where that is needed, and not too long. */
final class Batches {
    private Batches() {}

    static <T> List<List<T>> of(List<T> all, RedisTransport transport, ToIntFunction<T> bucket, int size) {
        List<List<T>> batches = new ArrayList<>();
        for (List<T> together : transport.spansBuckets() ? List.of(all) : byBucket(all, bucket)) {
            for (int from = 0; from < together.size(); from += size) {
                batches.add(together.subList(from, Math.min(together.size(), from + size)));
            }
        }
        return batches;
    }

    private static <T> Collection<List<T>> byBucket(List<T> all, ToIntFunction<T> bucket) {
        TreeMap<Integer, List<T>> byBucket = new TreeMap<>();
        all.forEach(each -> byBucket.computeIfAbsent(bucket.applyAsInt(each), any -> new ArrayList<>()).add(each));
        return byBucket.values();
    }
}

package io.holdfast.lock.tck.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The fixtures start what they say, and leave nothing behind. */
final class ServersTest {
    private static final Duration ABSENCE = Duration.ofMillis(200);

    @Test
    void singleServerAnswersAndIsGoneAfterClose() {
        RedisServer redis = Servers.redis();
        try (redis) {
            assertEquals("redis://127.0.0.1:" + redis.port(), redis.url());
            assertEquals("OK", redis.command("SET", "a", "1"));
            assertEquals("1", redis.command("DBSIZE"));
            assertEquals("", redis.command("GET", "absent"));
            assertEquals("a\n1", redis.command("EVAL", "return {'a', {1}}", "0"));
            assertTrue(redis.command("INFO", "commandstats").contains("cmdstat_set:calls=1"));
            assertEquals("bind\n127.0.0.1", redis.command("CONFIG", "GET", "bind"));
        }
        assertGone(redis);
        redis.close();
    }

    @Test
    void errorReplyIsThrownWithItsText() {
        try (RedisServer redis = Servers.redis()) {
            redis.command("SET", "a", "text");
            ServerException refused = assertThrows(ServerException.class, () -> redis.command("INCR", "a"));
            assertTrue(refused.getMessage().contains("ERR value is not an integer"), refused.getMessage());
            assertTrue(refused.getMessage().contains(redis.log().toString()), refused.getMessage());
        }
    }

    @Test
    void passwordOfTheConfigurationIsUsed() {
        try (RedisServer redis = Servers.redis("requirepass \"se cret\"")) {
            assertEquals("PONG", redis.command("PING"));
            redis.restart();
            assertEquals("PONG", redis.command("PING"));
            assertEquals("requirepass\nse cret", redis.command("CONFIG", "GET", "requirepass"));
        }
    }

    @Test
    void serverThatAsksForAnUnknownPasswordIsReady() {
        try (RedisServer redis = Servers.redis("user default on >secret ~* &* +@all")) {
            assertTrue(assertThrows(ServerException.class, () -> redis.command("PING")).getMessage().contains("NOAUTH"));
        }
    }

    @Test
    void dataWithoutPersistenceIsLostOnRestartAndKill() {
        try (RedisServer redis = Servers.redis()) {
            redis.command("SET", "a", "1");
            redis.restart();
            assertEquals("0", redis.command("DBSIZE"));
            redis.command("SET", "a", "1");
            killAndStart(redis);
            assertEquals("0", redis.command("DBSIZE"));
        }
    }

    @Test
    void appendOnlyFileKeepsDataOverKill() {
        try (RedisServer redis = Servers.redis("appendonly yes", "appendfsync always")) {
            redis.command("SET", "a", "1");
            killAndStart(redis);
            assertEquals("1", redis.command("GET", "a"));
        }
    }

    @Test
    void snapshotKeepsDataOverRestartButNotOverKill() {
        try (RedisServer redis = Servers.redis("save 3600 1")) {
            redis.command("SET", "a", "1");
            redis.restart();
            assertEquals("1", redis.command("GET", "a"));
            redis.command("SET", "a", "2");
            killAndStart(redis);
            assertEquals("1", redis.command("GET", "a"));
        }
    }

    @Test
    void pausedServerAnswersNothingUntilResumed() throws IOException {
        try (RedisServer redis = Servers.redis()) {
            redis.command("SET", "a", "1");
            long pid = redis.pid();
            redis.pause();
            assertTrue(redis.isRunning());
            assertThrows(SocketTimeoutException.class, () -> redis.ask(ABSENCE, "PING"));
            redis.resume();
            assertEquals("1", redis.command("GET", "a"));
            assertEquals(pid, redis.pid());
            redis.pause();
            redis.restart();
            assertEquals("0", redis.command("DBSIZE"));
            redis.pause();
        }
    }

    @Test
    void startingTwiceAndSignalsToTheDeadAreRefused() {
        try (RedisServer redis = Servers.redis()) {
            assertThrows(IllegalStateException.class, redis::start);
            redis.kill();
            redis.kill();
            assertThrows(ServerException.class, redis::pause);
            assertThrows(ServerException.class, () -> redis.command("PING"));
            assertThrows(IllegalStateException.class, redis::trustStore);
        }
    }

    @Test
    void tlsServerSpeaksTlsOnly() throws IOException {
        RedisServer redis = Servers.redisTls("requirepass secret");
        try (redis) {
            assertEquals("rediss://127.0.0.1:" + redis.port(), redis.url());
            assertEquals("PONG", redis.command("PING"));
            assertEquals("port\n0", redis.command("CONFIG", "GET", "port"));
            assertTrue(Files.isRegularFile(redis.trustStore()));
            assertFalse(redis.trustStorePassword().isEmpty());
            killAndStart(redis);
            assertEquals("PONG", redis.command("PING"));
        }
        assertGone(redis);
    }

    @Test
    void sentinelsChooseAnotherMaster() {
        RedisSentinels redis = Servers.redisSentinels(Duration.ofSeconds(1));
        try (redis) {
            RedisServer old = redis.master();
            assertSame(redis.servers().get(0), old);
            List<Integer> ports = redis.sentinels().stream().map(RedisServer::port).toList();
            assertEquals("redis+sentinel://127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d/holdfast".formatted(ports.toArray()), redis.url());
            old.command("SET", "a", "1");
            assertEquals("2", old.command("WAIT", "2", "20000"));
            old.kill();
            RedisServer next = redis.awaitNewMaster(old);
            assertSame(next, redis.master());
            assertNotEquals(old, next);
            assertEquals("1", next.command("GET", "a"));
            assertEquals("OK", next.command("SET", "a", "2"));
        }
        redis.servers().forEach(ServersTest::assertGone);
        redis.sentinels().forEach(ServersTest::assertGone);
    }

    @Test
    void clusterSpreadsItsSlotsAndTakesANodeBack() {
        RedisCluster cluster = Servers.redisCluster(3);
        try (cluster) {
            List<RedisServer> nodes = cluster.nodes();
            assertEquals("redis+cluster://127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d"
                    .formatted(nodes.stream().map(RedisServer::port).toArray()), cluster.url());
            // Slots of these: 15495, 3300, 7365.
            nodes.get(2).command("SET", "a", "1");
            nodes.get(0).command("SET", "b", "1");
            nodes.get(1).command("SET", "c", "1");
            assertEquals(3, cluster.sum("DBSIZE"));
            ServerException moved = assertThrows(ServerException.class, () -> nodes.get(0).command("SET", "a", "1"));
            assertTrue(moved.getMessage().contains("MOVED 15495 127.0.0.1:" + nodes.get(2).port()), moved.getMessage());

            nodes.get(2).kill();
            assertEquals("1", nodes.get(0).command("GET", "b"));
            nodes.get(2).start();
            cluster.awaitReady();
            assertEquals(2, cluster.sum("DBSIZE"));
        }
        cluster.nodes().forEach(ServersTest::assertGone);
    }

    @Test
    void clusterOfOneHasAllSlots() {
        try (RedisCluster cluster = Servers.redisCluster(1)) {
            assertEquals("OK", cluster.nodes().get(0).command("SET", "a", "1"));
            assertThrows(IllegalArgumentException.class, () -> Servers.redisCluster(0));
        }
    }

    @Test
    void missingProgramIsToldWithTheWayToGetIt() {
        RedisPlan plan = new RedisPlan(new Program("redis-nowhere", "redis-server"), RedisPlan.Mode.PLAIN, List.of(), Map.of());
        assertEquals("redis-nowhere is not on the path; install it with: apt-get install redis-server (or run ./holdfast setup)",
                assertThrows(ServerException.class, () -> RedisServer.start(plan)).getMessage());
        assertTrue(Program.REDIS.find().isAbsolute());
    }

    @Test
    void wrongConfigurationIsToldWithTheLog() {
        ServerException failed = assertThrows(ServerException.class, () -> Servers.redis("no-such-setting 1"));
        assertTrue(failed.getMessage().contains("no-such-setting"), failed.getMessage());
        assertTrue(failed.getMessage().contains("ended with exit code 1"), failed.getMessage());
        assertTrue(failed.getMessage().contains("server.log"), failed.getMessage());
    }

    @Test
    void takenPortLeadsToAnotherOne() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            AtomicInteger attempts = new AtomicInteger();
            RedisServer redis = Ports.startOnFree(port -> {
                int tried = attempts.incrementAndGet() == 1 ? taken.getLocalPort() : port;
                return RedisServer.startOn(tried, RedisPlan.of(RedisPlan.Mode.PLAIN));
            });
            try (redis) {
                assertEquals(2, attempts.get());
                assertEquals("PONG", redis.command("PING"));
            }
        }
    }

    @Test
    void folderIsKeptWhenAskedFor() throws IOException {
        RedisServer redis = Servers.redis();
        System.setProperty(ServerFolder.KEEP, "true");
        try {
            redis.close();
            assertTrue(Files.readString(redis.log()).contains("Ready to accept connections"));
        } finally {
            System.clearProperty(ServerFolder.KEEP);
        }
        redis.close();
        assertGone(redis);
    }

    @Test
    void interruptedTestStillCleansUp() {
        RedisServer redis = Servers.redis();
        Thread.currentThread().interrupt();
        redis.close();
        assertTrue(Thread.interrupted(), "the interrupt is still there for the test");
        assertGone(redis);
    }

    @Test
    void serverAndFolderGoWithAJvmThatIsKilled() throws IOException {
        try (OtherJvm jvm = OtherJvm.start()) {
            jvm.kill();
            awaitGone(jvm);
        }
    }

    @Test
    void serverAndFolderGoWithAJvmThatEnds() throws IOException {
        try (OtherJvm jvm = OtherJvm.start()) {
            jvm.end();
            awaitGone(jvm);
        }
    }

    private static void awaitGone(OtherJvm jvm) {
        Await.until("process " + jvm.serverPid() + " is gone", () -> !isAlive(jvm.serverPid()), () -> "");
        Await.until(jvm.serverFolder() + " is gone", () -> !Files.exists(jvm.serverFolder()), () -> "");
    }

    private static void killAndStart(RedisServer redis) {
        long pid = redis.pid();
        redis.kill();
        assertFalse(redis.isRunning());
        assertFalse(isAlive(pid));
        redis.start();
        assertNotEquals(pid, redis.pid());
    }

    private static void assertGone(RedisServer redis) {
        assertFalse(isAlive(redis.pid()), () -> redis + " is still alive");
        assertFalse(Files.exists(redis.log().getParent()), () -> redis.log().getParent() + " is still there");
    }

    /** A process that is dead, but not yet collected by its parent, counts as gone: in some containers nobody collects orphans. */
    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
    }

    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException noProcessOrNoProc) {
            return false;
        }
    }
}

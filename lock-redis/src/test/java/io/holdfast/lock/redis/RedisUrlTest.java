package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.spi.LockUrl;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said about a URL that can't be meant so. No server is needed: nothing is sent. */
final class RedisUrlTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "redis:                                  | redis://host:6379",
        "redis:localhost                         | redis://host:6379",
        "redis://                                | redis://host:6379",
        "redis:///3                              | redis://host:6379",
        "redis://a:1,b:2                         | several are redis+sentinel:// or redis+cluster://",
        "redis://host:port                       | 'host:port' is not a host with a port",
        "redis://host:                           | 'host:' is not a host with a port",
        "redis://host:0                          | 'host:0' is not a host with a port",
        "redis://host:65536                      | 'host:65536' is not a host with a port",
        "redis://::1                             | '::1' is not a host with a port",
        "redis+cluster://a:1,,b:2                | '' is not a host with a port",
        "redis://host/three                      | 'database' is not a small number",
        "redis://host/-1                         | 'database' is not a small number",
        "redis://host/1/2                        | the path says more",
        "redis+cluster://host/1                  | the path says more",
        "redis+sentinel://host                   | name of the master is missing",
        "redis+sentinel://host/                  | name of the master is missing",
        "redis+sentinel://host/m/1/2             | the path says more",
        "redis+sentinel://host/m/x               | 'database' is not a small number",
        "redis://host?replicas=-1                | 'replicas' is not a small number",
        "redis://host?replicas=some              | 'replicas' is not a small number",
        "redis://host?prefix=                    | option 'prefix': 1 to 64",
        "redis://host?prefix=a%20b               | option 'prefix': 1 to 64",
        "redis://host?prefix=a{b                 | option 'prefix': 1 to 64",
        "redis://host?connect=5                  | option 'connect': not a duration",
        "redis://host?connect=0s                 | option 'connect': 1ms to 1h",
        "redis://host?reply=1000000h             | option 'reply': 1ms to 1h",
        "redis://host?tls=true                   | 'tls'",
        "redis://host?truststore=/tmp/x          | option 'truststore': needs rediss://",
        "redis://host?verify=none                | option 'verify': needs rediss://",
        "rediss://host?verify=maybe              | option 'verify': write full",
        "rediss://host?truststore=/no/such/file  | option 'truststore': there is no file",
        "rediss://host?truststore=/etc/hostname  | option 'truststore': not a key store",
        "rediss://host?keystore=/no/such/file    | option 'keystore': there is no file",
        "redis://host?sentinel-password=x        | option 'sentinel-password': needs redis+sentinel://",
        "redis+cluster://host?sentinel-user=x    | option 'sentinel-user': needs redis+sentinel://",
        "redis+sentinel://h/m?sentinel-user=x    | option 'sentinel-user': needs a sentinel-password",
    })
    void mistakeIsNamed(String url, String mistake) {
        Complaint<LockConfigurationException> said = Complaint.of(LockConfigurationException.class, () -> LockClient.connect(url));
        assertEquals("", said.exception().lockName());
        assertEquals(url.replaceFirst("\\?.*", ""), said.exception().backend());
        said.says(mistake);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "redis://user:se%zzcret@host  | the password has a % that is not followed by two hexadecimal digits",
        "redis://us%er:secret@host    | the user has a % that is not followed by two hexadecimal digits",
        "redis://user:@host           | the password is missing",
        "redis://@host                | the password is missing",
        "redis://a:secret@h:x         | 'h:x' is not a host with a port",
    })
    void badCredentialsAreNotRepeated(String url, String mistake) {
        Complaint.of(LockConfigurationException.class, () -> LockClient.connect(url)).says("***@", mistake).hides("cret").hides("zz");
    }

    @Test
    void allThatIsSaidIsUnderstood() {
        RedisSettings sentinel = settings("REDISS+sentinel://a%3Ab:c%2Bd+e@[::1],h2:7/my%20master/3"
                + "?prefix=p:q&replicas=2&connect=2s&reply=500ms");
        assertEquals(RedisTopology.SENTINEL, sentinel.topology());
        assertEquals(List.of("rediss://[::1]:26379", "rediss://h2:7"), sentinel.hosts());
        assertEquals("a:b", sentinel.user());
        assertEquals("c+d+e", sentinel.password());
        assertEquals("my master", sentinel.masterName());
        assertEquals(3, sentinel.database());
        assertEquals(2, sentinel.replicas());
        assertEquals(2_000, sentinel.connectLimit().toMillis());
        assertEquals(500, sentinel.replyLimit().toMillis());
        assertEquals("p:q:inbox:x", sentinel.keyspace().inbox("x"));
        assertFalse(sentinel.toString().contains("c%2B") || sentinel.toString().contains("c+d"), sentinel.toString());
    }

    @Test
    void defaultsAreThoseOfRedis() {
        assertEquals(List.of("redis://h:6379"), settings("redis://h").hosts());
        assertEquals(List.of("redis://h:6379"), settings("redis://h/").hosts());
        assertEquals(List.of("redis://g:6379", "redis://h:6379"), settings("redis+cluster://g,h").hosts());
        assertEquals(0, settings("redis://h/").database());
    }

    private static RedisSettings settings(String url) {
        return RedisSettings.of(LockUrl.parse(url));
    }
}

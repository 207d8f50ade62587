package io.holdfast.lock.internal;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.LockException;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockBackendProvider;
import io.holdfast.lock.spi.LockUrl;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The backends on the class path or module path, by URL scheme. */
public final class Providers {
    private final Map<String, LockBackendProvider> byScheme = new TreeMap<>();

    Providers(Iterable<LockBackendProvider> providers) {
        for (LockBackendProvider provider : providers) {
            for (String scheme : provider.schemes()) {
                LockBackendProvider other = byScheme.putIfAbsent(scheme, provider);
                if (other != null && other.getClass() != provider.getClass()) {
                    throw new LockConfigurationException(scheme + ":", "two backends claim this scheme: "
                            + other.getClass().getName() + " and " + provider.getClass().getName());
                }
            }
        }
    }

    /** As seen by the class loader of this library, and by the thread's own, which differ in application servers. */
    public static Providers onClassPath() {
        ClassLoader own = Providers.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        Map<Class<?>, LockBackendProvider> found = new LinkedHashMap<>();
        ServiceLoader.load(LockBackendProvider.class, own).forEach(p -> found.put(p.getClass(), p));
        if (context != null && context != own) {
            ServiceLoader.load(LockBackendProvider.class, context).forEach(p -> found.putIfAbsent(p.getClass(), p));
        }
        return new Providers(found.values());
    }

    public LockBackendProvider forUrl(LockUrl url) {
        LockBackendProvider provider = byScheme.get(url.scheme());
        if (provider == null) {
            throw new LockConfigurationException(url.toString(), "no backend on the class path knows the scheme '" + url.scheme()
                    + "'; known are " + String.join(", ", byScheme.keySet())
                    + ". Is the backend's module missing, such as io.holdfast:lock-redis?");
        }
        return provider;
    }

    public LockBackend open(LockUrl url) {
        try {
            return forUrl(url).open(url);
        } catch (LockException alreadyTyped) {
            throw alreadyTyped;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new LockBackendException("", url.toString(), "interrupted while connecting", false, interrupted);
        } catch (Exception raw) {
            throw new LockBackendException("", url.toString(), "can't connect", false, raw);
        }
    }
}

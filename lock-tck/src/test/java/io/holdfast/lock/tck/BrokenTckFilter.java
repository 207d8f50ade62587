package io.holdfast.lock.tck;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** Keeps {@link BrokenTck}, which has to fail, out of all runs but those of {@link KitRun}. */
public final class BrokenTckFilter implements PostDiscoveryFilter {
    /** For the service loader. */
    public BrokenTckFilter() {}

    @Override
    public FilterResult apply(TestDescriptor test) {
        boolean broken = test.getUniqueId().toString().contains(BrokenTck.class.getName());
        return FilterResult.includedIf(!broken || KitRun.isUnderWay(), () -> "not broken", () -> "broken on purpose");
    }
}

package io.holdfast.lock.cli;

import io.holdfast.lock.LossReason;
import java.util.ArrayList;
import java.util.List;

/** What the audience takes home: the figures of all acts, and whether Holdfast's part of them held. */
record DemoSummary(List<SaleReport> sales, List<DeathReport> deaths, PauseReport plain, PauseReport fenced) {
    /** Prints everything and returns whether Holdfast held. */
    boolean print(Screen screen) {
        screen.say("");
        screen.say(salesTable().toString());
        screen.say("");
        acts().forEach(screen::say);
        screen.say("");
        Checks checks = checks();
        screen.say(checks.toString());
        screen.say(checks.allOk() ? "Holdfast held." : "HOLDFAST DID NOT HOLD. Please report this, with the output above.");
        return checks.allOk();
    }

    private Table salesTable() {
        Table table = new Table().row("protected by", "sold", "oversold", "left", "sold/s", "wait p50", "wait p99", "share per shop");
        for (SaleReport sale : sales) {
            table.row(sale.protection() + (sale.finished() ? "" : " (stopped)"), Text.of(sale.sold()), Text.of(sale.oversold()),
                    Text.of(sale.left()), Text.of(Math.round(sale.soldPerSecond())), Text.of(sale.waits().percentile(0.5)),
                    Text.of(sale.waits().percentile(0.99)), Text.shares(sale.soldByShop()));
        }
        return table;
    }

    private List<String> acts() {
        List<String> lines = new ArrayList<>();
        for (DeathReport death : deaths) {
            lines.add("  holder dies: next one has the lock after   " + Text.of(death.took()) + " (lease " + Text.of(death.lease()) + ")");
        }
        lines.add("  holder sleeps: it is told by onLost        " + fenced.toldByCallback().map(LossReason::toString).orElse("NOTHING"));
        lines.add("    without fencing its late write is        " + outcome(plain));
        lines.add("    with a fencing token its late write is   " + outcome(fenced));
        return lines;
    }

    private static String outcome(PauseReport report) {
        return (report.lateWriteTaken() ? "taken" : "refused") + ", " + report.sold() + " sold, stock wrong by " + report.missing();
    }

    private Checks checks() {
        SaleReport holdfast = sales.get(sales.size() - 1);
        return new Checks()
                .add("Holdfast sold exactly " + Text.of(holdfast.stock()) + " and left 0", holdfast.isExact())
                .add("a living holder kept the lock past its lease", deaths.stream().allMatch(DeathReport::keptWhileAlive))
                .add("a dead holder's lock was free within its lease", deaths.stream().allMatch(DeathReport::isWithinLease))
                .add("the dead hold was over and the next token larger", deaths.stream().allMatch(DeathReport::held))
                .add("the sleeper was told by isValid, onLost and close", plain.wasTold() && fenced.wasTold())
                .add("the fenced stock refused the late write and is right", !fenced.lateWriteTaken() && fenced.missing() == 0);
    }
}

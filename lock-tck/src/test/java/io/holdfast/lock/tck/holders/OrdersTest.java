package io.holdfast.lock.tck.holders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OrdersTest {
    @Test
    void takeIsUnderstoodAsItWasMeant() {
        TakeOrder patient = new TakeOrder(7, "a name = with words", Duration.ofSeconds(2), Optional.empty(), true);
        assertEquals(patient, TakeOrder.parse(patient.toLine()));
        TakeOrder impatient = new TakeOrder(8, "b", Duration.ofSeconds(2), Optional.of(Duration.ZERO), false);
        assertEquals(impatient, TakeOrder.parse(impatient.toLine()));
    }

    @Test
    void workIsUnderstoodAsItWasMeant() {
        WorkOrder order = new WorkOrder(-42, 3, Duration.ofMillis(1500), List.of("a", "fair-b"));
        assertEquals(order, WorkOrder.parse(order.toLine()));
    }

    @Test
    void orderThatIsNotUnderstoodIsNotGuessedAt() {
        assertThrows(IllegalArgumentException.class, () -> TakeOrder.parse("take 7 lease=1 maybe=2 name=a"));
    }
}

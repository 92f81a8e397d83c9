package dev.trestle.platform.uploads;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import java.time.Duration;
import java.util.Optional;

/** Counts what people and tenants have announced, in the transactions that begin and end arrivals: the counts are exact. */
final class ArrivalQuota {
    private final ItemStore store;
    private final Entity<OpenArrivals> entity;
    private final Pattern<OpenArrivals> byScope;

    ArrivalQuota(ItemStore store, Entity<OpenArrivals> entity, Pattern<OpenArrivals> byScope) {
        this.store = store;
        this.entity = entity;
        this.byScope = byScope;
    }

    private static String person(Arrival arrival) {
        return "PERSON-" + arrival.holder();
    }

    private static String tenant(Arrival arrival) {
        return "TENANT-" + arrival.tenantHolder();
    }

    void reserve(Decision<?> decision, Arrival arrival, ArrivalLimits limits) {
        reserve(decision, arrival, person(arrival), limits.person());
        reserve(decision, arrival, tenant(arrival), limits.tenant());
    }

    private void reserve(Decision<?> decision, Arrival arrival, String scope, ArrivalLimits.Open limit) {
        Optional<Stored<OpenArrivals>> before = store.stored(byScope.of(scope));
        OpenArrivals after =
                before.map(Stored::record).orElse(new OpenArrivals(scope, 0, 0)).plus(arrival);
        if (after.count() > limit.count() || after.bytes() > limit.bytes()) {
            throw new ApiException(
                    Problem.of(Kind.RATE_LIMITED, "Too many uploads have begun. Finish some, or wait until they end.")
                            .withRetryAfter(Duration.ofMinutes(1)));
        }
        if (before.isPresent()) {
            decision.replace(entity, before.get(), after);
        } else {
            decision.create(entity, after);
        }
    }

    void release(Decision<?> decision, Arrival arrival) {
        release(decision, arrival, person(arrival));
        release(decision, arrival, tenant(arrival));
    }

    private void release(Decision<?> decision, Arrival arrival, String scope) {
        store.stored(byScope.of(scope)).ifPresent(before -> {
            OpenArrivals after = before.record().minus(arrival);
            if (after.count() == 0) {
                decision.delete(entity, before);
            } else {
                decision.replace(entity, before, after);
            }
        });
    }
}

package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.TimeToLiveDescription;
import dev.trestle.engine.api.TimeToLiveSpecification;
import dev.trestle.engine.api.UpdateTimeToLive;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.store.Commit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** UpdateTimeToLive and DescribeTimeToLive. */
public final class TimeToLive {
    private static final Duration BETWEEN_CHANGES = Duration.ofHours(1);
    private static final int NAME_MAX = 255;

    private final Catalog catalog;
    private final Maintenance maintenance;
    private final Clock clock;

    public TimeToLive(Catalog catalog, Maintenance maintenance, Clock clock) {
        this.catalog = catalog;
        this.maintenance = maintenance;
        this.clock = clock;
    }

    public TimeToLiveSpecification update(UpdateTimeToLive request) {
        TimeToLiveSpecification given = request.timeToLiveSpecification();
        Constraints constraints =
                new Constraints().tableName(request.tableName()).required("timeToLiveSpecification", given);
        if (given != null) {
            constraints
                    .required("timeToLiveSpecification.enabled", given.enabled())
                    .required("timeToLiveSpecification.attributeName", given.attributeName())
                    .length("timeToLiveSpecification.attributeName", given.attributeName(), 1, NAME_MAX);
        }
        constraints.check();
        TimeToLiveSpecification wanted = Required.of(given);
        boolean enable = Required.of(wanted.enabled());
        String attribute = Required.of(wanted.attributeName());
        catalog.change(() -> {
            TableDef table = Tables.requireUsable(catalog, Required.of(request.tableName()));
            Instant now = clock.instant();
            check(table.expiry(), enable, attribute, now);
            Commit commit = new Commit();
            ExpiryDef changed = enable ? begin(attribute, now) : end(Required.of(table.expiry()), now, commit);
            catalog.save(table.withExpiry(changed), commit);
            return changed;
        });
        maintenance.wake();
        return wanted;
    }

    private static void check(@Nullable ExpiryDef current, boolean enable, String attribute, Instant now) {
        boolean kept = current != null && current.isKept();
        if (current != null && kept && !current.attribute().equals(attribute)) {
            throw EngineException.validation(
                    "TimeToLive is active on a different AttributeName: current AttributeName is "
                            + current.attribute());
        }
        if (enable == kept) {
            throw EngineException.validation("TimeToLive is already " + (kept ? "enabled" : "disabled"));
        }
        if (current != null && now.isBefore(current.changedAt().plus(BETWEEN_CHANGES))) {
            throw EngineException.validation("Time to live has been modified multiple times within a fixed interval");
        }
    }

    private ExpiryDef begin(String attribute, Instant now) {
        return new ExpiryDef(catalog.newId(), attribute, ExpiryDef.Status.ENABLING, now);
    }

    /** Its entries go in the background; that it was changed is remembered, because of the interval between changes. */
    private static ExpiryDef end(ExpiryDef current, Instant now, Commit commit) {
        Maintenance.reclaimLater(current.id(), commit);
        return new ExpiryDef(current.id(), current.attribute(), ExpiryDef.Status.DISABLED, now);
    }

    public TimeToLiveDescription describe(@Nullable String tableName) {
        new Constraints().tableName(tableName).check();
        ExpiryDef expiry = Tables.require(catalog, Required.of(tableName)).expiry();
        return expiry == null || !expiry.isKept()
                ? new TimeToLiveDescription(ExpiryDef.Status.DISABLED.name(), null)
                : new TimeToLiveDescription(expiry.status().name(), expiry.attribute());
    }
}

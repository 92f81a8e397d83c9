package dev.trestle.systems.zentriqvision.access;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.AccessEntry;
import dev.trestle.systems.zentriqvision.model.OrganizationSettings;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down who looked at footage. An entry is stored before the answer is given: where it cannot be stored, nothing is shown (503).
 */
public final class AccessLog {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final int DETAILS_MAX = 1_000;

    /** Who it was, if nobody has called. */
    private static final String SERVER = "trestle";

    private final ItemStore store;
    private final Times times;
    private final Ids ids;

    /**
     * What somebody looks at.
     *
     * @param details what was asked, without names and notes of people; null for nothing
     */
    public record Look(
            AccessAction action,
            @Nullable String videoId,
            @Nullable String personId,
            @Nullable String details) {
        public static Look at(AccessAction action) {
            return new Look(action, null, null, null);
        }

        public Look video(@Nullable String id) {
            return new Look(action, id, personId, details);
        }

        public Look person(@Nullable String id) {
            return new Look(action, videoId, id, details);
        }

        public Look saying(@Nullable String text) {
            return new Look(action, videoId, personId, text);
        }
    }

    public AccessLog(ItemStore store, Times times, Ids ids) {
        this.store = store;
        this.times = times;
        this.ids = ids;
    }

    /** Notes a look, before what is looked at is answered. */
    public void note(Caller who, Look look) {
        write(who.orgId(), who.userId(), who.operation(), who.address(), look);
    }

    /** Notes that somebody was not let to. */
    public void denied(Caller who, String reason) {
        note(who, Look.at(AccessAction.DENIED).saying(reason));
    }

    /** Notes that a caller of an organisation was refused before it was known what they may do. */
    public void refused(String orgId, String userId, Call call, String reason) {
        write(
                orgId,
                userId,
                call.operationId(),
                call.address(),
                Look.at(AccessAction.DENIED).saying(reason));
    }

    /** Notes what the server does by itself. */
    public void byItself(String orgId, String operation, Look look) {
        write(orgId, SERVER, operation, "-", look);
    }

    private void write(String orgId, String userId, String operation, String address, Look look) {
        Instant now = times.now();
        ItemStore organization = store.within(orgId);
        try {
            int days = organization
                    .get(SupportTable.SETTINGS_OF_ORGANIZATION.of())
                    .orElseGet(OrganizationSettings::none)
                    .accessLogDaysOrStandard();
            organization.create(
                    SupportTable.ACCESS_ENTRY,
                    new AccessEntry(
                            now,
                            ids.random("access_"),
                            userId,
                            look.action(),
                            operation,
                            look.videoId(),
                            look.personId(),
                            cut(look.details()),
                            address,
                            now.plus(Duration.ofDays(days))));
        } catch (RuntimeException e) {
            LOG.atError()
                    .addKeyValue("operation", operation)
                    .setCause(e)
                    .log("an entry of the access log could not be stored: the request is refused");
            throw ApiException.unavailable(
                    "The access log cannot be written, so nothing can be shown. Try again a little later.",
                    Duration.ofSeconds(5),
                    e);
        }
    }

    private static @Nullable String cut(@Nullable String details) {
        return details == null || details.length() <= DETAILS_MAX ? details : details.substring(0, DETAILS_MAX);
    }
}

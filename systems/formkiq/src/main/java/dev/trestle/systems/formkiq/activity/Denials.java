package dev.trestle.systems.formkiq.activity;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.ActivityType;
import dev.trestle.systems.formkiq.model.AuditTable;
import dev.trestle.systems.formkiq.model.AuditTable.ActivityStatus;
import dev.trestle.systems.formkiq.model.AuditTable.ResourceActivity;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.RecordRows;
import dev.trestle.systems.formkiq.model.RecordRows.SettingActivity;
import dev.trestle.systems.formkiq.model.Sites;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.RecordComponent;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Records what somebody was refused, and what failed. Nothing else is written with it. Somebody who is refused over and
 * over is recorded {@value #EACH_MINUTE} times a minute: an attack does not fill the disk. For any number of threads.
 */
public final class Denials {
    private static final Logger LOG = System.getLogger(Denials.class.getName());
    private static final int EACH_MINUTE = 60;
    private static final int USERS_MAX = 10_000;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.:-]{1,200}");
    private static final int TEXT_MAX = 500;

    private final ItemStore items;
    private final Clock clock;
    private final Moments moments;
    private final Map<String, Integer> counts = new HashMap<>();
    private long minute;

    public Denials(ItemStore items, Clock clock, Recorder recorder) {
        this.items = items;
        this.clock = clock;
        this.moments = recorder.moments();
    }

    public void failed(Changes changes, Caller who, Call call, Record asked, Exception failure) {
        ActivityStatus status = statusOf(failure);
        if (status == null || !isCounted(who.user())) {
            return;
        }
        try {
            write(changes, who, call, asked, failure, status);
        } catch (RuntimeException unwritten) {
            // What was refused stays refused: the record of it must not be what the caller is told about.
            LOG.log(Level.WARNING, "A refusal could not be recorded.", unwritten);
        }
    }

    private static @Nullable ActivityStatus statusOf(Exception failure) {
        if (!(failure instanceof ApiException refusal)) {
            return failure instanceof RuntimeException ? ActivityStatus.FAILED : null;
        }
        Problem.Kind kind = refusal.problem().kind();
        return switch (kind) {
            case UNAUTHENTICATED, FORBIDDEN -> ActivityStatus.UNAUTHORIZED;
            default -> kind.status() >= 500 ? ActivityStatus.FAILED : null;
        };
    }

    private synchronized boolean isCounted(String user) {
        long now = clock.millis() / 60_000;
        if (now != minute) {
            minute = now;
            counts.clear();
        }
        if (counts.size() >= USERS_MAX && !counts.containsKey(user)) {
            return false;
        }
        return counts.merge(user, 1, Integer::sum) <= EACH_MINUTE;
    }

    private void write(Changes changes, Caller who, Call call, Record asked, Exception failure, ActivityStatus status) {
        Actor actor = who.actor();
        String site = siteOf(who, asked);
        ItemStore store = items.within(site);
        String text =
                failure instanceof ApiException refusal ? refusal.problem().message() : "failed";
        String message = call.operationId() + ": " + text;
        String shown = message.length() > TEXT_MAX ? message.substring(0, TEXT_MAX) : message;
        String documentId = named(asked, "documentId");
        String entityTypeId = named(asked, "entityTypeId");
        Object unused = changes.as(Actor.following()).run(store, () -> {
            Instant at = moments.next();
            return documentId == null && entityTypeId == null
                    ? Decision.done()
                            .create(
                                    RecordRows.SETTING_ACTIVITY,
                                    new SettingActivity(
                                            "operation",
                                            call.operationId(),
                                            typeOf(call.operationId()),
                                            status,
                                            actor.address(),
                                            actor.source(),
                                            actor.user(),
                                            null,
                                            at,
                                            shown))
                    : Decision.done()
                            .create(
                                    AuditTable.RESOURCE_ACTIVITY,
                                    new ResourceActivity(
                                            site,
                                            resourceOf(asked, documentId),
                                            typeOf(call.operationId()),
                                            status,
                                            actor.address(),
                                            actor.source(),
                                            actor.user(),
                                            documentId,
                                            named(asked, "attributeKey"),
                                            documentId == null ? entityTypeId : null,
                                            documentId == null ? named(asked, "entityId") : null,
                                            null,
                                            at,
                                            shown));
        });
    }

    private static String resourceOf(Record asked, @Nullable String documentId) {
        if (documentId != null) {
            return named(asked, "attributeKey") == null ? Rows.DOCUMENT : Rows.DOCUMENT_ATTRIBUTE;
        }
        return named(asked, "entityId") == null ? Rows.ENTITY_TYPE : Rows.ENTITY;
    }

    private static ActivityType typeOf(String operationId) {
        return operationId.startsWith("Get")
                ? ActivityType.VIEW
                : operationId.startsWith("Add")
                        ? ActivityType.ADD
                        : operationId.startsWith("Delete") || operationId.startsWith("Purge")
                                ? ActivityType.DELETE
                                : ActivityType.CHANGE;
    }

    /**
     * The site that the caller came into, which may be that of their groups; else the one that was asked for, if there is one: nobody
     * fills the record of sites that are not there.
     */
    private String siteOf(Caller who, Record asked) {
        if (!who.site().equals(DocumentsTable.DEFAULT_SITE)) {
            return who.site();
        }
        String site = asked instanceof OnSite onSite ? onSite.siteId() : null;
        boolean isKnown = site != null
                && Caller.isSiteId(site)
                && items.stored(Sites.SITE_BY_ID.of(site)).isPresent();
        return isKnown ? String.valueOf(site) : DocumentsTable.DEFAULT_SITE;
    }

    /** What a request names, if that can be somebody's. */
    private static @Nullable String named(Record asked, String name) {
        for (RecordComponent each : asked.getClass().getRecordComponents()) {
            if (each.getName().equals(name)) {
                try {
                    var accessor = each.getAccessor();
                    accessor.setAccessible(true);
                    Object value = accessor.invoke(asked);
                    return value instanceof String text && ID.matcher(text).matches() ? text : null;
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("A request could not be read.", e);
                }
            }
        }
        return null;
    }
}

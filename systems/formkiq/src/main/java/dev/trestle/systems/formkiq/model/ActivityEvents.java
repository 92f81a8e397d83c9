package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.Name;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.List;

/** Chapter "Activities Events": that activities happened, for a while. */
public final class ActivityEvents {
    /** The key of an activity. */
    public record ActivityKey(
            @Name("PK") String partition, @Name("SK") String sort) {}

    /**
     * That activities of a document happened.
     *
     * @param timeToLive when the event is forgotten
     * @param uuid what tells it from others of the same second
     */
    public record DocumentActivitiesEvent(
            String documentId,
            String siteId,
            List<ActivityKey> activityKeys,
            Instant inserteddate,

            @Name("TimeToLive") @Time(TimeFormat.EPOCH_SECONDS)
            Instant timeToLive,

            @KeyOnly String uuid) {}

    public static final Entity<DocumentActivitiesEvent> DOCUMENT_ACTIVITIES_EVENT = TABLE.entity(
                    DocumentActivitiesEvent.class)
            .about("Document Activities Events")
            .key("documentEvent", "event#docs#activities#{inserteddate}#{documentId}#{uuid}")
            .belongsTo(Documents.DOCUMENT, "causes")
            .accept("ITEM_GROWTH", "the keys of the activities of one change, at most a hundred")
            .accept(
                    "HOT_PARTITION",
                    "documented so; every change of a site adds an item, which expires after a day. Trestle itself"
                            + " follows the change stream");

    public static final Pattern<DocumentActivitiesEvent> EVENT_BY_KEY =
            DOCUMENT_ACTIVITIES_EVENT.get("Get an event of a document's activities");

    public static final Pattern<DocumentActivitiesEvent> EVENTS = DOCUMENT_ACTIVITIES_EVENT
            .query("List events of documents' activities")
            .beginsWith("event#docs#activities#");

    public static final Pattern<DocumentActivitiesEvent> EVENTS_BETWEEN = DOCUMENT_ACTIVITIES_EVENT
            .query("List events of documents' activities between two times")
            .between("inserteddate");

    private ActivityEvents() {}
}

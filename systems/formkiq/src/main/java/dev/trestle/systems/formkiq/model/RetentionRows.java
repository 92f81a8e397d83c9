package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long documents of a class are kept, what happens then, and which documents that is about to happen to. */
public final class RetentionRows {
    /** What happens to a document that has been kept long enough. */
    public enum Outcome {
        /** It stays. */
        NOTHING,
        /** Somebody decides. */
        REVIEW,
        /** It is deleted for good, with all versions. */
        PURGE
    }

    /**
     * How long documents of a class are kept.
     *
     * @param dateAttribute the attribute that the years count from; null for the day when a document was added
     * @param noticeDays how long a document is listed before anything happens to it
     */
    public record Schedule(
            String classificationId,
            int years,
            @Nullable String dateAttribute,
            Outcome outcome,
            int noticeDays,
            String changedBy,
            Instant changedAt) {}

    /**
     * How far the look at all documents has come, so that it goes on there after a stop.
     *
     * @param classificationId the class whose documents are looked at; null between two looks
     * @param place behind which it goes on
     * @param undated documents so far that lack the date that their schedule counts from
     */
    @RecordBuilder
    public record Look(
            String jobId,
            @Nullable String classificationId,
            List<String> place,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            int looked,
            int undated) {}

    /**
     * A document whose time has come, or is about to.
     *
     * @param due the first day on which it need not be kept any longer
     * @param listedAt since when it is listed with this day and outcome
     * @param keptUntil a later day that somebody decided on
     */
    @RecordBuilder
    public record Disposal(
            String documentId,
            String classificationId,
            String due,
            Outcome outcome,
            Instant listedAt,
            @Nullable String keptUntil,
            @Nullable String decidedBy) {}

    public static final Entity<Schedule> SCHEDULE = TABLE.entity(Schedule.class)
            .about("How long documents of a class are kept")
            .key("retention", "{classificationId}")
            .accept("HOT_PARTITION", "an item for each class, seldom changed");

    public static final Entity<Look> LOOK = TABLE.entity(Look.class)
            .about("How far the look for documents whose time has come is")
            .key("retentionlook", "look")
            .accept("ITEM_GROWTH", "a place has as many entries as an index has key attributes");

    public static final Entity<Disposal> DISPOSAL = TABLE.entity(Disposal.class)
            .about("A document whose time has come, or is about to")
            .key("disposals", "{documentId}")
            .accept("HOT_PARTITION", "written by one job, some a second");

    public static final Pattern<Schedule> SCHEDULE_OF_CLASS =
            SCHEDULE.get("Get how long documents of a class are kept");

    public static final Pattern<Schedule> SCHEDULES = SCHEDULE.query("List how long documents are kept");

    public static final Pattern<Look> LOOK_OF_SITE = LOOK.get("Get how far the look has come");

    public static final Pattern<Disposal> DISPOSAL_OF_DOCUMENT = DISPOSAL.get("Get whether a document's time has come");

    public static final Pattern<Disposal> DISPOSALS = DISPOSAL.query("List the documents whose time has come");

    private RetentionRows() {}
}

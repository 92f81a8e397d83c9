package dev.trestle.systems.formkiq.retention;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.RetentionRows;
import dev.trestle.systems.formkiq.model.RetentionRows.Disposal;
import dev.trestle.systems.formkiq.model.RetentionRows.Look;
import dev.trestle.systems.formkiq.model.RetentionRows.Schedule;
import dev.trestle.systems.formkiq.model.RetentionRowsLookBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The job of a site that looks twice a day at the documents of all classes with a schedule. It keeps its place after
 * each step, so that a stop costs one step; it ends when the last schedule does.
 */
final class RetentionLook {
    static final Duration EVERY = Duration.ofHours(12);

    private static final int STEP = 100;
    private static final int LISTED_MAX = 1_000_000;

    private final Disposals disposals;
    private final Changes changes;
    private final Clock clock;

    RetentionLook(Disposals disposals, Changes changes, Clock clock) {
        this.disposals = disposals;
        this.changes = changes;
        this.clock = clock;
    }

    /** The payload of the job. */
    record Site(String site) {}

    void run(JobContext job) {
        String site = job.payload(Site.class).site();
        ItemStore store = disposals.store(site);
        Map<String, Schedule> schedules = new TreeMap<>(Disposals.schedules(store));
        Optional<Stored<Look>> row = store.stored(RetentionRows.LOOK_OF_SITE.of());
        if (row.isEmpty() || !row.get().record().jobId().equals(job.jobId())) {
            return; // another job looks
        }
        Look look = row.get().record();
        if (look.classificationId() == null) {
            look = begun(look, schedules);
        }
        for (String classId : schedules.keySet()) {
            boolean isDone = look.classificationId() != null && classId.compareTo(look.classificationId()) < 0;
            if (isDone) {
                continue;
            }
            Look after = ofClass(job, site, schedules, look, classId);
            if (after == null) {
                job.again(Duration.ZERO);
                return;
            }
            look = after;
        }
        recheck(job, site, schedules);
        if (job.isLost()) {
            return;
        }
        if (schedules.isEmpty() && end(store, job.jobId())) {
            return;
        }
        save(
                store,
                RetentionRowsLookBuilder.builder(look)
                        .classificationId(null)
                        .place(List.of())
                        .endedAt(clock.instant().truncatedTo(ChronoUnit.SECONDS))
                        .build());
        // What was changed meanwhile could not hasten a job that runs.
        boolean isOld = !schedules.equals(new TreeMap<>(Disposals.schedules(store)));
        job.again(isOld ? Duration.ZERO : EVERY);
    }

    private Look begun(Look before, Map<String, Schedule> schedules) {
        return new Look(
                before.jobId(),
                schedules.keySet().stream().findFirst().orElse(null),
                List.of(),
                clock.instant().truncatedTo(ChronoUnit.SECONDS),
                null,
                0,
                0);
    }

    /** Null if the process is about to stop, or the job is somebody else's now. */
    private @Nullable Look ofClass(
            JobContext job, String site, Map<String, Schedule> schedules, Look begun, String classId) {
        Look look = begun;
        List<String> place = classId.equals(look.classificationId()) ? look.place() : List.of();
        while (true) {
            List<Placed<DocumentAttribute>> page = disposals
                    .indexes(site)
                    .placed(
                            DocumentAttributes.DOCUMENTS_BY_ATTRIBUTE.of(
                                    "Classification", DocumentAttribute.searchValue(classId)),
                            STEP,
                            place.isEmpty() ? null : place);
            int undated = 0;
            for (Placed<DocumentAttribute> each : page) {
                if (job.isLost()) {
                    return null;
                }
                undated += disposals.look(site, schedules, each.record().documentId()) ? 1 : 0;
            }
            place = page.isEmpty() ? place : page.get(page.size() - 1).place();
            look = RetentionRowsLookBuilder.builder(look)
                    .classificationId(classId)
                    .place(place)
                    .looked(look.looked() + page.size())
                    .undated(look.undated() + undated)
                    .build();
            save(disposals.store(site), look);
            if (page.size() < STEP) {
                return look;
            }
            if (job.isStopping()) {
                return null;
            }
        }
    }

    /** Looks at what is listed once more: a document may have left its class, or the class its schedule. */
    private void recheck(JobContext job, String site, Map<String, Schedule> schedules) {
        try (Stream<Disposal> listed = disposals.store(site).stream(RetentionRows.DISPOSALS.of(), LISTED_MAX)) {
            listed.takeWhile(any -> !job.isLost()).forEach(each -> {
                boolean unused = disposals.look(site, schedules, each.documentId());
            });
        }
    }

    private void save(ItemStore store, Look look) {
        Object unused = changes.run(
                store,
                () -> store.stored(RetentionRows.LOOK_OF_SITE.of())
                        .filter(row -> row.record().jobId().equals(look.jobId()))
                        .<Decision<?>>map(row -> Decision.done().replace(RetentionRows.LOOK, row, look))
                        .orElse(Decision.done()));
    }

    /** Ends with the last schedule, unless one was set in this moment. */
    private boolean end(ItemStore store, String jobId) {
        return changes.run(store, () -> {
            Optional<Stored<Look>> row = store.stored(RetentionRows.LOOK_OF_SITE.of());
            boolean isOver = Disposals.schedules(store).isEmpty();
            return isOver && row.isPresent() && row.get().record().jobId().equals(jobId)
                    ? Decision.of(true).delete(RetentionRows.LOOK, row.get())
                    : Decision.of(isOver);
        });
    }
}

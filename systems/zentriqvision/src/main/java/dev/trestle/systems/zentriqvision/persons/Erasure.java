package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Alert;
import dev.trestle.systems.zentriqvision.model.AlertMoment;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.ExportedPerson;
import dev.trestle.systems.zentriqvision.model.MovedAppearance;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import dev.trestle.systems.zentriqvision.model.PersonFate;
import dev.trestle.systems.zentriqvision.model.PersonInChange;
import dev.trestle.systems.zentriqvision.model.PersonInChange.Action;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.sightings.Sightings;
import dev.trestle.systems.zentriqvision.sightings.Sightings.Forget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Erases persons. The deciding transaction hides the person and keeps analyzers from bringing them back; a job then removes pictures and boxes of
 * every video, then appearances with their rows, and at last name, note and what merges and splits have left. Each part can be done again
 * after a crash: objects go before the rows that tell where they are.
 */
final class Erasure {
    /** As long as an analyzer that still sends may know the id. */
    static final Duration REMEMBERED = Duration.ofDays(30);

    private static final String ERASE = "erase-person";
    private static final Duration AGAIN = Duration.ofSeconds(2);
    private static final int ROWS_MAX = 1_000_000;
    private static final int PAGE = 100;
    private static final int EXPORTS_MAX = 1_000;
    private static final int PERSONS_MAX = 10_000;
    private static final String BUSY = "Somebody is merging, splitting or erasing this person. Try again in a moment.";

    private final Parts parts;
    private final ErasedPictures pictures;

    private record Erase(String orgId, String personId) {}

    Erasure(Parts parts) {
        this.parts = parts;
        this.pictures = new ErasedPictures(parts);
    }

    void handleBy(JobRunner runner) {
        runner.handle(ERASE, this::erase).handle(Sightings.FORGET, this::forget);
    }

    /** Hides a person for good, and begins to remove all that is known of them. */
    Decision<String> decide(String orgId, String personId, Instant at) {
        ItemStore store = parts.deciding(orgId);
        if (store.get(DataTable.PERSON_DETAILS.of(personId)).isEmpty()) {
            throw ApiException.notFound("There is no such person.");
        }
        return Decision.of(personId)
                .create(SupportTable.PERSON_FATE, PersonFate.erased(personId, at, at.plus(REMEMBERED)))
                .create(
                        SupportTable.PERSON_IN_CHANGE,
                        new PersonInChange(personId, personId, Action.ERASE, personId, personId, at),
                        () -> ApiException.conflict(BUSY, null).withCode("person-busy"))
                .job(ERASE, personId, new Erase(orgId, personId));
    }

    /** The videos that show a person. */
    static Set<String> videosOf(ItemStore store, String personId) {
        Set<String> videos = new TreeSet<>();
        try (Stream<AppearanceEntry> seen = store.stream(DataTable.FIRST_OF_PERSON.of(personId), ROWS_MAX)) {
            seen.forEach(each -> videos.add(each.videoId()));
        }
        return videos;
    }

    private void erase(JobContext job) {
        Erase what = job.payload(Erase.class);
        ItemStore store = parts.deciding(what.orgId());
        String personId = what.personId();
        Set<String> persons = withMerged(store, personId);
        for (String videoId : videosOf(store, personId)) {
            if (isOver(job)) {
                return;
            }
            if (!pictures.remove(what.orgId(), videoId, personId, persons)) {
                job.again(AGAIN); // its analysis is about to store more
                return;
            }
        }
        while (!parts.sightings().removePerson(what.orgId(), personId)) {
            if (isOver(job)) {
                return;
            }
        }
        Instant now = parts.times().now();
        for (String each : persons) {
            clear(store, each);
            Object unused = parts.changes().run(store, () -> ending(store, each, now));
        }
        Object unused = parts.changes()
                .run(
                        store,
                        () -> Decision.done()
                                .delete(
                                        SupportTable.PERSON_IN_CHANGE,
                                        new PersonInChange(personId, personId, Action.ERASE, personId, personId, now),
                                        Expect.ANYTHING)
                                .ending(job));
    }

    private static boolean isOver(JobContext job) {
        if (job.isStopping() && !job.isLost()) {
            job.again(Duration.ZERO);
        }
        return job.isLost() || job.isStopping();
    }

    /** The person, behind all who were merged into them, so that a crash leaves a way to those that are left. */
    private static Set<String> withMerged(ItemStore store, String personId) {
        Deque<String> open = new ArrayDeque<>(List.of(personId));
        Deque<String> found = new ArrayDeque<>();
        while (!open.isEmpty() && found.size() < PERSONS_MAX) {
            String next = open.remove();
            found.push(next);
            store.first(SupportTable.MERGED_INTO_PERSON.of(next), PERSONS_MAX)
                    .forEach(each -> open.add(each.personId()));
        }
        return new LinkedHashSet<>(found);
    }

    private static Decision<?> ending(ItemStore store, String personId, Instant now) {
        Optional<Stored<PersonFate>> fate = store.stored(SupportTable.FATE_OF_PERSON.of(personId));
        Decision<?> decision = Decision.done().delete(SupportTable.NOTE_OF_PERSON.of(personId), Expect.ANYTHING);
        PersonFate erased = PersonFate.erased(personId, now, now.plus(REMEMBERED));
        if (fate.isEmpty()) {
            return decision.create(SupportTable.PERSON_FATE, erased);
        }
        return fate.get().record().into() == null
                ? decision
                : decision.replace(SupportTable.PERSON_FATE, fate.get(), erased);
    }

    /** What alerts, merges and splits have left of a person. */
    private void clear(ItemStore store, String personId) {
        clearAlerts(store, personId);
        List<PersonChange.Entry> entries;
        do {
            entries = store.first(SupportTable.CHANGES_OF_PERSON.of(personId), PAGE);
            for (PersonChange.Entry each : entries) {
                clearChange(store, each);
            }
        } while (!entries.isEmpty());
    }

    /** The exported clips that show a person, under whichever id they had. */
    List<String> exportsOf(String orgId, String personId) {
        ItemStore store = parts.deciding(orgId);
        return withMerged(store, personId).stream()
                .flatMap(id -> store.first(SupportTable.EXPORTS_OF_PERSON.of(id), EXPORTS_MAX).stream())
                .map(ExportedPerson::exportId)
                .distinct()
                .sorted()
                .toList();
    }

    private void clearAlerts(ItemStore store, String personId) {
        List<AlertMoment> moments;
        do {
            moments = store.first(SupportTable.ALERTS_OF_PERSON.of(personId), PAGE);
            for (AlertMoment each : moments) {
                Object unused = parts.changes().run(store, () -> {
                    Optional<Stored<Alert>> alert =
                            store.stored(SupportTable.ALERT_BY_ID.of(each.userId(), each.alertId()));
                    return alert.isPresent()
                            ? Decision.done().delete(SupportTable.ALERT, alert.get())
                            : Decision.done().delete(SupportTable.ALERT_MOMENT, each, Expect.ANYTHING);
                });
            }
        } while (!moments.isEmpty());
    }

    private void clearChange(ItemStore store, PersonChange.Entry entry) {
        List<MovedAppearance> marks;
        do {
            marks = store.first(SupportTable.MOVED_APPEARANCES.of(entry.changeId()), PAGE);
            store.deleteAll(SupportTable.MOVED_APPEARANCE, marks);
        } while (!marks.isEmpty());
        Object unused = parts.changes().run(store, () -> {
            Optional<Stored<PersonChange>> change = store.stored(SupportTable.CHANGE_BY_ID.of(entry.changeId()));
            return change.isPresent()
                    ? Decision.done().delete(SupportTable.PERSON_CHANGE, change.get())
                    : Decision.done().delete(SupportTable.PERSON_CHANGE_ENTRY, entry, Expect.ANYTHING);
        });
    }

    /** Nobody asks for an id any more that stands for somebody of whom nothing is left. */
    private void forget(JobContext job) {
        Forget what = job.payload(Forget.class);
        ItemStore store = parts.deciding(what.orgId());
        if (store.get(DataTable.PERSON_DETAILS.of(what.personId())).isPresent()) {
            return; // seen again meanwhile
        }
        for (String each : withMerged(store, what.personId())) {
            if (isOver(job)) {
                return;
            }
            clear(store, each);
            Object unused = parts.changes().run(store, () -> {
                Decision<?> decision = Decision.done().delete(SupportTable.NOTE_OF_PERSON.of(each), Expect.ANYTHING);
                store.stored(SupportTable.FATE_OF_PERSON.of(each))
                        .filter(fate -> fate.record().into() != null)
                        .ifPresent(fate -> decision.delete(SupportTable.PERSON_FATE, fate));
                return decision;
            });
        }
    }
}

package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.MovedAppearance;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import dev.trestle.systems.zentriqvision.model.PersonChange.State;
import dev.trestle.systems.zentriqvision.model.PersonFate;
import dev.trestle.systems.zentriqvision.model.PersonInChange;
import dev.trestle.systems.zentriqvision.model.PersonInChange.Action;
import dev.trestle.systems.zentriqvision.model.PersonNote;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.Moment;
import dev.trestle.systems.zentriqvision.sightings.Fates;
import dev.trestle.systems.zentriqvision.sightings.Looks;
import dev.trestle.systems.zentriqvision.sightings.Sightings.Looking;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides merges, splits and their undoing. The deciding transaction has the first step, the marks of both persons, which keep other changes
 * away and tell readers, and the job that does the rest ({@link MoveJob}).
 */
final class PersonChanges {
    static final Duration UNDONE_WITHIN = Duration.ofDays(30);

    /** As many characters as ids have that analysis gives. */
    private static final int PERSON_ID = 22;

    private static final int LOOKED_MAX = 500;
    private static final int MERGED_MAX = 1_000;
    private static final int UNDER_WAY_MAX = 100;
    private static final String BUSY = "Somebody is merging, splitting or erasing this person. Try again in a moment.";

    private final Parts parts;

    PersonChanges(Parts parts) {
        this.parts = parts;
    }

    /** Merges {@code from} into {@code into}; both are who they are now. */
    PersonChange merge(String orgId, String into, String from, String by, Instant at) {
        ItemStore store = parts.deciding(orgId);
        String changeId = parts.ids().random("merge_");
        return parts.changes().run(store, () -> {
            Person target = person(store, into);
            Person source = person(store, from);
            checkQuiet(store);
            Meetings.check(store, into, from);
            boolean isNewer = !source.lastSeen().isBefore(target.lastSeen());
            PersonAttributes after = isNewer
                    ? Looks.over(source.attributes(), target.attributes())
                    : Looks.over(target.attributes(), source.attributes());
            Optional<PersonNote> note = store.get(SupportTable.NOTE_OF_PERSON.of(from));
            boolean named = note.isPresent()
                    && store.get(SupportTable.NOTE_OF_PERSON.of(into)).isEmpty();
            PersonChange change = new PersonChange(
                    changeId,
                    PersonChange.Kind.MERGE,
                    State.MOVING,
                    from,
                    into,
                    by,
                    at,
                    source.totalAppearances(),
                    source.attributes(),
                    target.attributes(),
                    null,
                    after,
                    named,
                    at.plus(UNDONE_WITHIN));
            Decision<PersonChange> decision = begin(orgId, change, Action.MERGE, new Looking(null, after))
                    .create(SupportTable.PERSON_CHANGE, change)
                    .create(SupportTable.PERSON_FATE, PersonFate.merged(change, height(store, from)));
            if (named) {
                PersonNote said = note.get();
                decision.create(
                        SupportTable.PERSON_NOTE,
                        new PersonNote(into, said.name(), said.note(), said.changedBy(), said.changedAt()));
            }
            return decision;
        });
    }

    private static Person person(ItemStore store, String personId) {
        return store.get(DataTable.PERSON_DETAILS.of(personId))
                .orElseThrow(() -> ApiException.notFound("There is no such person."));
    }

    /** So that reading what is under way is one short request. */
    private static void checkQuiet(ItemStore store) {
        if (store.first(SupportTable.PERSONS_IN_CHANGE.of(), 2 * UNDER_WAY_MAX).size() >= 2 * UNDER_WAY_MAX) {
            throw ApiException.rateLimited(Duration.ofSeconds(5));
        }
    }

    private static int height(ItemStore store, String from) {
        int below = store.first(SupportTable.MERGED_INTO_PERSON.of(from), MERGED_MAX).stream()
                .mapToInt(PersonFate.Merged::height)
                .max()
                .orElse(0);
        if (below + 1 > Fates.HEIGHT_MAX) {
            throw ApiException.conflict(
                            "Too many merges lie behind one another. Merge the other one into this person.", null)
                    .withCode("merge-height");
        }
        return below + 1;
    }

    /** The first step, the marks that keep other changes away, and the job that does the rest. */
    private Decision<PersonChange> begin(String orgId, PersonChange change, Action action, Looking looking) {
        boolean isBack = action == Action.UNDO;
        String source = isBack ? change.target() : change.source();
        String target = isBack ? change.source() : change.target();
        Instant now = parts.times().now();
        Decision<PersonChange> decision =
                parts.sightings().moving(orgId, change, action, looking).withResult(change);
        for (String personId : List.of(source, target)) {
            decision.create(
                    SupportTable.PERSON_IN_CHANGE,
                    new PersonInChange(personId, change.changeId(), action, source, target, now),
                    () -> ApiException.conflict(BUSY, null).withCode("person-busy"));
        }
        return decision.job(MoveJob.TYPE, change.changeId(), new MoveJob.Move(orgId, change.changeId()));
    }

    /** Makes a new person of some appearances of another. */
    PersonChange split(String orgId, String personId, List<Moment> moments, String by, Instant at) {
        ItemStore store = parts.deciding(orgId);
        String changeId = parts.ids().random("merge_");
        String madeId = "person_" + parts.ids().random().substring(0, PERSON_ID);
        Instant until = at.plus(UNDONE_WITHIN);
        Set<Moment> chosen =
                new TreeSet<>(Comparator.comparing(Moment::timestamp).thenComparing(Moment::videoId));
        moments.forEach(each -> chosen.add(new Moment(
                each.videoId(), Instant.ofEpochSecond(each.timestamp().getEpochSecond()))));
        List<Appearance> moving = chosen(store, personId, chosen);
        if (person(store, personId).totalAppearances() <= moving.size()) {
            throw ApiException.invalid("appearances", "must leave the person an appearance")
                    .withCode("split-whole");
        }
        // Marks without a change say nothing, and go by themselves: only the decision makes them count.
        store.putAll(
                SupportTable.APPEARANCE_TO_MOVE,
                moving.stream()
                        .map(each -> new MovedAppearance(changeId, each.timestamp(), each.videoId(), until))
                        .toList());
        return parts.changes().run(store, () -> {
            Person source = person(store, personId);
            checkQuiet(store);
            if (source.totalAppearances() <= moving.size()) {
                throw ApiException.invalid("appearances", "must leave the person an appearance")
                        .withCode("split-whole");
            }
            PersonAttributes made = looksOf(moving.stream());
            PersonAttributes left = looksOfRest(store, personId, chosen);
            PersonChange change = new PersonChange(
                    changeId,
                    PersonChange.Kind.SPLIT,
                    State.MOVING,
                    personId,
                    madeId,
                    by,
                    at,
                    moving.size(),
                    source.attributes(),
                    null,
                    left,
                    made,
                    false,
                    until);
            return begin(orgId, change, Action.SPLIT, new Looking(left, made))
                    .create(SupportTable.PERSON_CHANGE, change);
        });
    }

    private static List<Appearance> chosen(ItemStore store, String personId, Set<Moment> moments) {
        return moments.stream()
                .map(each -> MoveJob.find(store, personId, each)
                        .orElseThrow(() -> ApiException.invalid(
                                        "appearances",
                                        "must be of the person: " + each.videoId() + " at " + each.timestamp()
                                                + " is not")
                                .withCode("split-foreign")))
                .toList();
    }

    /** What the newest ones say; what they do not know, older ones. */
    private static PersonAttributes looksOf(Stream<Appearance> oldestFirst) {
        return oldestFirst
                .map(each -> looks(each.attributes()))
                .reduce(Looks.NONE, (older, newer) -> Looks.over(newer, older));
    }

    private static PersonAttributes looks(AppearanceAttributes seen) {
        return new PersonAttributes(
                seen.ageBucket(), seen.gender(), seen.hairColor(), seen.upperColor(), seen.lowerColor());
    }

    private static PersonAttributes looksOfRest(ItemStore store, String personId, Set<Moment> chosen) {
        PersonAttributes looks = Looks.NONE;
        for (var each : store.first(DataTable.TIMELINE_OF_PERSON.of(personId), LOOKED_MAX + chosen.size())) {
            if (!chosen.contains(new Moment(each.videoId(), each.timestamp()))) {
                looks = Looks.over(looks, looks(each.attributes()));
            }
        }
        return looks;
    }

    /** Takes a merge or split back, if what it moved is as it left it. */
    PersonChange undo(String orgId, String changeId, Instant at) {
        ItemStore store = parts.deciding(orgId);
        PersonChange known = find(store, changeId);
        MoveJob.checkUnmoved(store, known);
        return parts.changes().run(store, () -> {
            Stored<PersonChange> stored =
                    store.stored(SupportTable.CHANGE_BY_ID.of(changeId)).orElseThrow(PersonChanges::missing);
            PersonChange change = stored.record();
            if (change.state() != State.DONE || change.expiresAt().isBefore(at)) {
                throw ApiException.conflict(
                                change.state() == State.MOVING || change.state() == State.UNDOING
                                        ? BUSY
                                        : "It cannot be undone any more.",
                                null)
                        .withCode(change.state() == State.MOVING ? "person-busy" : "merge-over");
            }
            checkQuiet(store);
            Decision<PersonChange> decision = begin(orgId, change, Action.UNDO, looking(store, change))
                    .withResult(change)
                    .replace(SupportTable.PERSON_CHANGE, stored, change.withState(State.UNDOING));
            if (change.kind() == PersonChange.Kind.MERGE) {
                store.stored(SupportTable.FATE_OF_PERSON.of(change.source()))
                        .filter(fate -> changeId.equals(fate.record().changeId()))
                        .ifPresent(fate -> decision.delete(SupportTable.PERSON_FATE, fate));
                unname(store, decision, change);
            } else if (store.get(SupportTable.NOTE_OF_PERSON.of(change.target()))
                    .isPresent()) {
                throw ApiException.conflict(
                                "The new person was given a name or a note since. Take that away first.", null)
                        .withCode("merge-changed");
            }
            return decision;
        });
    }

    private static PersonChange find(ItemStore store, String changeId) {
        return store.get(SupportTable.CHANGE_BY_ID.of(changeId)).orElseThrow(PersonChanges::missing);
    }

    static ApiException missing() {
        return ApiException.of(Kind.NOT_FOUND, "There is no such merge or split, or it is too long ago.");
    }

    /** As they looked before, unless something newer was seen since. */
    private static Looking looking(ItemStore store, PersonChange change) {
        boolean isMerge = change.kind() == PersonChange.Kind.MERGE;
        String stays = isMerge ? change.target() : change.source();
        PersonAttributes before = isMerge ? change.targetLooks() : change.sourceLooks();
        PersonAttributes after = isMerge ? change.targetLooksAfter() : change.sourceLooksAfter();
        boolean isSame = store.get(DataTable.PERSON_DETAILS.of(stays))
                .filter(person -> person.attributes().equals(after))
                .isPresent();
        PersonAttributes restored = isSame ? before : null;
        return isMerge ? new Looking(restored, change.sourceLooks()) : new Looking(null, restored);
    }

    /** The name that the merge brought goes, unless somebody has written another one since. */
    private static void unname(ItemStore store, Decision<?> decision, PersonChange change) {
        if (!change.named()) {
            return;
        }
        Optional<PersonNote> brought = store.get(SupportTable.NOTE_OF_PERSON.of(change.source()));
        Optional<Stored<PersonNote>> now = store.stored(SupportTable.NOTE_OF_PERSON.of(change.target()));
        if (brought.isPresent()
                && now.isPresent()
                && isSame(brought.get().name(), now.get().record().name())
                && isSame(brought.get().note(), now.get().record().note())) {
            decision.delete(SupportTable.NOTE_OF_PERSON.of(change.target()), Expect.unchanged(now.get()));
        }
    }

    private static boolean isSame(@Nullable String one, @Nullable String other) {
        return one == null ? other == null : one.equals(other);
    }
}

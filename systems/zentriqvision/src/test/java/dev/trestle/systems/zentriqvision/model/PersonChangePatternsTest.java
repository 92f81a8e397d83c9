package dev.trestle.systems.zentriqvision.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.model.PersonChange.Kind;
import dev.trestle.systems.zentriqvision.model.PersonChange.State;
import dev.trestle.systems.zentriqvision.model.PersonInChange.Action;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What is asked of merges, splits and erasures is one request each, and another organisation's is not there. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class PersonChangePatternsTest {
    /** Ahead, so that nothing has expired. */
    private static final Instant TEN = Instant.parse("2096-02-03T10:00:00Z");

    private static final PersonAttributes LOOKS = new PersonAttributes(null, null, null, "blue", "black");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private TestStore tables;

    @SuppressWarnings("NullAway.Init")
    private ItemStore org;

    @SuppressWarnings("NullAway.Init")
    private ItemStore other;

    @BeforeEach
    void createTables() {
        tables = TestStore.open(target, ZentriqVisionModel.MODEL, Clock.systemUTC());
        org = tables.store().within("org123");
        other = tables.store().within("org9");
    }

    @AfterEach
    void deleteTables() {
        tables.close();
    }

    private static PersonChange merge(String changeId, Instant at) {
        return new PersonChange(
                changeId,
                Kind.MERGE,
                State.MOVING,
                "from",
                "into",
                "ann",
                at,
                3,
                LOOKS,
                LOOKS,
                null,
                LOOKS,
                false,
                at.plusSeconds(3600));
    }

    @Test
    void changes_ofAPerson_areInBothLists() {
        PersonChange early = merge("m1", TEN);
        PersonChange late = merge("m2", TEN.plusSeconds(1));
        org.create(SupportTable.PERSON_CHANGE, early);
        org.create(SupportTable.PERSON_CHANGE, late);
        other.create(SupportTable.PERSON_CHANGE, early);
        tables.takeCalls();

        assertThat(org.get(SupportTable.CHANGE_BY_ID.of("m1"))).contains(early);
        assertThat(org.all(SupportTable.CHANGES_OF_PERSON.of("from"), 10))
                .extracting(PersonChange.Entry::changeId)
                .containsExactly("m2", "m1");
        assertThat(org.all(SupportTable.CHANGES_OF_PERSON.of("into"), 10)).hasSize(2);
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "query");

        org.delete(SupportTable.PERSON_CHANGE, late);
        assertThat(org.all(SupportTable.CHANGES_OF_PERSON.of("from"), 10)).hasSize(1);
    }

    @Test
    void fates_ofPersons_areInTheListOfTheOneTheyWereMergedInto() {
        PersonFate merged = PersonFate.merged(merge("m1", TEN), 1);
        PersonFate erased = PersonFate.erased("gone", TEN, TEN.plusSeconds(60));
        org.create(SupportTable.PERSON_FATE, merged);
        org.create(SupportTable.PERSON_FATE, erased);
        tables.takeCalls();

        assertThat(org.get(SupportTable.FATE_OF_PERSON.of("from"))).contains(merged);
        assertThat(org.get(SupportTable.FATE_OF_PERSON.of("gone"))).contains(erased);
        assertThat(other.get(SupportTable.FATE_OF_PERSON.of("from"))).isEmpty();
        assertThat(org.all(SupportTable.MERGED_INTO_PERSON.of("into"), 10))
                .containsExactly(new PersonFate.Merged("into", "from", 1));
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem", "getItem", "query");
    }

    @Test
    void marks_ofAChange_areByTimeAndApartFromThoseToMove() {
        MovedAppearance first = new MovedAppearance("m1", TEN, "v1", TEN.plusSeconds(60));
        MovedAppearance second = new MovedAppearance("m1", TEN.plusSeconds(1), "v0", TEN.plusSeconds(60));
        PersonInChange lock = new PersonInChange("into", "m1", Action.MERGE, "from", "into", TEN);
        org.create(SupportTable.APPEARANCE_TO_MOVE, first);
        org.create(SupportTable.MOVED_APPEARANCE, second);
        org.create(SupportTable.MOVED_APPEARANCE, first);
        org.create(SupportTable.PERSON_IN_CHANGE, lock);
        tables.takeCalls();

        assertThat(org.all(SupportTable.APPEARANCES_TO_MOVE.of("m1"), 10)).containsExactly(first);
        assertThat(org.all(SupportTable.MOVED_APPEARANCES.of("m1"), 10)).containsExactly(first, second);
        assertThat(org.all(SupportTable.PERSONS_IN_CHANGE.of(), 10)).containsExactly(lock);
        assertThat(other.all(SupportTable.PERSONS_IN_CHANGE.of(), 10)).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query", "query");
    }

    @Test
    void persons_seenLastBetweenTwoTimes_areNewestFirst() {
        for (int i = 0; i < 4; i++) {
            Instant at = TEN.plusSeconds(i);
            org.create(DataTable.PERSON, new Person("p" + i, TEN, at, 1, LOOKS));
        }
        tables.takeCalls();

        assertThat(org.all(
                        SupportTable.PERSONS_SEEN_BETWEEN
                                .of()
                                .from(TEN.plusSeconds(1))
                                .to(TEN.plusSeconds(2)),
                        10))
                .extracting(Person::personId)
                .containsExactly("p2", "p1");
        assertThat(tables.takeCalls()).containsExactly("query");
    }
}

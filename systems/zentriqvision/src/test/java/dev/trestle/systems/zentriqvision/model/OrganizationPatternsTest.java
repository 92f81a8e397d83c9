package dev.trestle.systems.zentriqvision.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What is asked of members, cameras, the access log and one person's or video's appearances is one request each. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class OrganizationPatternsTest {
    private static final Instant TEN = Samples.TEN;

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

    @Test
    void fileAndWork_ofAVideo_areOneRequestEach() {
        VideoFile file = VideoFile.of("v1", "video/mp4", 7L, "a1", TEN);
        VideoWork work = new VideoWork(
                "v1", 1, "j1", VideoWork.Phase.ANALYZING, "gate", 0.5, 30_000, null, 2, 3, 0, 0, null, 5, TEN);
        org.create(SupportTable.VIDEO_FILE, file);
        org.create(SupportTable.VIDEO_WORK, work);
        tables.takeCalls();

        assertThat(org.get(SupportTable.FILE_OF_VIDEO.of("v1"))).contains(file);
        assertThat(org.get(SupportTable.WORK_OF_VIDEO.of("v1"))).contains(work);
        assertThat(other.get(SupportTable.WORK_OF_VIDEO.of("v1"))).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem", "getItem");
    }

    @Test
    void membersAndCameras_amongOthers_areOneRequestEach() {
        Member ann = new Member("ann", "issuer", MemberRole.ADMIN, List.of("gate"), true, TEN);
        Cameras cameras = new Cameras(List.of(new Camera("gate", "North", -30)), TEN);
        UserEmail email = new UserEmail("ann@example.com", "ann");
        OrganizationOfToken bound = new OrganizationOfToken("https://issuer", "ann", "org123", TEN);
        PersonNote note = new PersonNote("p1", "Guard", null, "ann", TEN);
        org.create(SupportTable.MEMBER, ann);
        other.create(SupportTable.MEMBER, ann.withRole(null));
        org.create(SupportTable.CAMERAS, cameras);
        org.create(SupportTable.USER_EMAIL, email);
        org.create(SupportTable.ORGANIZATION_OF_TOKEN, bound);
        org.create(SupportTable.DELETED_VIDEO, new DeletedVideo("v1", TEN));
        org.create(SupportTable.PERSON_NOTE, note);
        tables.takeCalls();

        assertThat(org.get(SupportTable.MEMBER_BY_ID.of("ann"))).contains(ann);
        assertThat(org.all(SupportTable.MEMBERS.of(), 10)).containsExactly(ann);
        assertThat(org.get(SupportTable.CAMERAS_OF_ORGANIZATION.of())).contains(cameras);
        assertThat(org.get(SupportTable.USER_OF_EMAIL.of("ann@example.com"))).contains(email);
        assertThat(tables.store().get(SupportTable.ORGANIZATION_BY_TOKEN.of("https://issuer", "ann")))
                .contains(bound);
        assertThat(org.get(SupportTable.DELETED_VIDEO_BY_ID.of("v1"))).isPresent();
        assertThat(org.get(SupportTable.NOTE_OF_PERSON.of("p1"))).contains(note);
        assertThat(tables.takeCalls())
                .containsExactly("getItem", "query", "getItem", "getItem", "getItem", "getItem", "getItem");
    }

    @Test
    void accessLog_byTimeUserAndVideo_isNewestFirst() {
        AccessEntry early = entry("a1", TEN, "ann", "v1");
        AccessEntry late = entry("a2", TEN.plusSeconds(1), "bob", "v1");
        for (AccessEntry each : List.of(early, late)) {
            org.create(SupportTable.ACCESS_ENTRY, each);
        }
        other.create(SupportTable.ACCESS_ENTRY, early);
        tables.takeCalls();

        assertThat(org.all(SupportTable.ACCESS_BETWEEN.of().from(TEN).to(TEN.plusSeconds(1)), 10))
                .containsExactly(late, early);
        assertThat(org.all(SupportTable.ACCESS_BY_USER.of("ann").from(TEN).to(TEN.plusSeconds(1)), 10))
                .containsExactly(early);
        assertThat(org.all(SupportTable.ACCESS_TO_VIDEO.of("v1").from(TEN).to(TEN.plusSeconds(1)), 10))
                .containsExactly(late, early);
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query");
    }

    @Test
    void appearances_ofOneVideoAndOnePerson_areOneRequestEach() {
        Appearance first = appearance("p1", "v1", TEN);
        Appearance second = appearance("p1", "v1", TEN.plusSeconds(5));
        for (Appearance each : List.of(second, first, appearance("p1", "v10", TEN), appearance("p2", "v2", TEN))) {
            org.create(DataTable.APPEARANCE, each);
        }
        tables.takeCalls();

        assertThat(org.all(DataTable.APPEARANCES_BY_VIDEO.of("v1"), 10)).containsExactly(first, second);
        assertThat(org.all(DataTable.FIRST_OF_PERSON.of("p1"), 10))
                .extracting(AppearanceEntry::timestamp)
                .containsExactly(TEN, TEN, TEN.plusSeconds(5));
        assertThat(org.get(DataTable.APPEARANCE_OF_PERSON.of("p1", TEN, "v1"))).isPresent();
        assertThat(org.get(DataTable.APPEARANCE_OF_PERSON.of("p1", TEN, "v3"))).isEmpty();
        assertThat(org.all(DataTable.SEARCH_BY_VIDEO.of("v1").from(TEN).to(TEN.plusSeconds(5)), 10))
                .containsExactly(second, first);
        assertThat(tables.takeCalls()).containsExactly("query", "query", "getItem", "getItem", "query");
    }

    @Test
    void persons_byLastAndFirstTime_areListedOnceEach() {
        Person early = new Person("p1", TEN, TEN.plusSeconds(9), 2, Samples.PERSON.attributes());
        Person late = new Person("p2", TEN.plusSeconds(1), TEN.plusSeconds(10), 2, Samples.PERSON.attributes());
        for (Person each : List.of(early, late)) {
            org.create(DataTable.PERSON, each);
        }
        other.create(DataTable.PERSON, early);
        Person later = new Person("p1", TEN, TEN.plusSeconds(20), 3, Samples.PERSON.attributes());
        org.put(DataTable.PERSON, later);
        tables.takeCalls();

        assertThat(org.all(SupportTable.PERSONS_LAST_SEEN.of(), 10)).containsExactly(later, late);
        assertThat(org.all(SupportTable.PERSONS_FIRST_SEEN.of(), 10)).containsExactly(later, late);
        assertThat(tables.takeCalls()).containsExactly("query", "query");
    }

    private static AccessEntry entry(String id, Instant at, String userId, String videoId) {
        return new AccessEntry(
                at,
                id,
                userId,
                AccessAction.VIEW,
                "getVideo",
                videoId,
                null,
                null,
                "127.0.0.1",
                Instant.parse("2100-01-01T00:00:00Z"));
    }

    private static Appearance appearance(String person, String video, Instant at) {
        return Appearance.of(
                Samples.person(person, "blue", "black"), video, at, 0.5, AppearanceAttributes.seen(null, null, null));
    }
}

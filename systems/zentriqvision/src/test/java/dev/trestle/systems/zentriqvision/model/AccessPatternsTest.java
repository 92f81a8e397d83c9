package dev.trestle.systems.zentriqvision.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Bound;
import dev.trestle.model.Groups;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.SortCondition;
import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Page;
import dev.trestle.testing.Examples;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Each documented access pattern is one request per partition and page, and returns just what it should. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class AccessPatternsTest {
    private static final Instant TEN = Samples.TEN;
    private static final Instant NEXT_DAY = Instant.parse("2024-01-02T00:00:00Z");

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

    // 1. and 2. Organization and User Management

    @Test
    void organizationAndUsers_amongOthers_areOneRequestEach() {
        org.create(DataTable.ORGANIZATION, Samples.ORGANIZATION);
        other.create(DataTable.ORGANIZATION, new Organization("org9", "Other", TEN, OrganizationStatus.INACTIVE));
        User second = new User("user9", "b@example.com", "Bo", null, TEN);
        org.create(DataTable.USER, Samples.USER);
        org.create(DataTable.USER, second);
        other.create(DataTable.USER, second);
        tables.takeCalls();

        assertThat(org.get(DataTable.ORGANIZATION_DETAILS.of())).contains(Samples.ORGANIZATION);
        assertThat(org.get(DataTable.USER_DETAILS.of("user456"))).contains(Samples.USER);
        assertThat(org.all(DataTable.USERS_OF_ORGANIZATION.of(), 10)).containsExactly(Samples.USER, second);
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem", "query");
    }

    // 2. and 3. Video Management

    @Test
    void videos_ofOrganizationAndUser_areOneRequestEach() {
        Video anns = Samples.video("v1", "ann", VideoStatus.PROCESSED, TEN);
        Video bobs = Samples.video("v2", "bob", VideoStatus.UPLOADING, TEN.plusSeconds(1));
        Video annsLater = Samples.video("v0", "ann", VideoStatus.UPLOADING, TEN.plusSeconds(2));
        for (Video video : List.of(anns, bobs, annsLater, Samples.VIDEO)) {
            org.create(DataTable.VIDEO, video);
        }
        other.create(DataTable.VIDEO, anns);
        tables.takeCalls();

        assertThat(org.get(DataTable.VIDEO_METADATA.of("video789"))).contains(Samples.VIDEO);
        assertThat(org.all(DataTable.VIDEOS_OF_ORGANIZATION.of(), 10))
                .containsExactly(annsLater, anns, bobs, Samples.VIDEO);
        assertThat(org.all(DataTable.VIDEOS_BY_USER.of("ann"), 10)).containsExactly(annsLater, anns);
        assertThat(org.all(SupportTable.VIDEOS_OF_USER.of("ann"), 10)).containsExactly(annsLater, anns);
        assertThat(org.all(SupportTable.VIDEOS_BY_STATUS.of(VideoStatus.UPLOADING), 10))
                .containsExactly(annsLater, bobs);
        assertThat(org.all(SupportTable.VIDEOS_NEWEST_FIRST.of(), 10)).hasSize(4);
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "query", "query", "query", "query");
    }

    @Test
    void video_changedAndDeleted_leavesNothingInTheLists() {
        org.create(DataTable.VIDEO, Samples.video("v1", "ann", VideoStatus.UPLOADING, TEN));
        Video done = Samples.video("v1", "ann", VideoStatus.PROCESSED, TEN);
        org.put(DataTable.VIDEO, done);

        assertThat(org.all(SupportTable.VIDEOS_BY_STATUS.of(VideoStatus.UPLOADING), 10))
                .isEmpty();
        assertThat(org.all(SupportTable.VIDEOS_BY_STATUS.of(VideoStatus.PROCESSED), 10))
                .containsExactly(done);

        org.delete(DataTable.VIDEO, done);
        assertThat(tables.items(SupportTable.TABLE)).isEmpty();
    }

    @Test
    void appearancesInVideo_twoVideos_isOneQueryInTheOrderOfTime() {
        Appearance later = appearance("p1", "v1", TEN.plusSeconds(5));
        Appearance earlier = appearance("p2", "v1", TEN);
        Appearance further = appearance("p3", "v1", TEN).further();
        for (Appearance each : List.of(later, earlier, further, appearance("p1", "v2", TEN))) {
            org.create(DataTable.APPEARANCE, each);
        }
        tables.takeCalls();

        assertThat(org.all(DataTable.APPEARANCES_IN_VIDEO.of("v1"), 10))
                .hasSize(3)
                .contains(earlier, further)
                .endsWith(later);
        assertThat(org.all(DataTable.DETECTIONS_IN_VIDEO.of("v1"), 10)).hasSize(3);
        assertThat(other.all(DataTable.DETECTIONS_IN_VIDEO.of("v1"), 10)).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query");
    }

    // 4. Person Detection

    @Test
    void appearancesOfPerson_amongOthers_areOneQueryEitherWay() {
        org.create(DataTable.PERSON, Samples.PERSON);
        Appearance first = appearance("p1", "v1", TEN);
        Appearance second = appearance("p1", "v0", TEN.plusSeconds(3));
        for (Appearance each :
                List.of(first, second, appearance("p2", "v1", TEN).further())) {
            org.create(DataTable.APPEARANCE, each);
        }
        tables.takeCalls();

        assertThat(org.get(DataTable.PERSON_DETAILS.of("person001"))).contains(Samples.PERSON);
        assertThat(org.all(DataTable.APPEARANCES_OF_PERSON.of("p1"), 10)).containsExactly(second, first);
        assertThat(org.all(DataTable.TIMELINE_OF_PERSON.of("p1"), 10))
                .containsExactly(AppearanceEntry.of(second), AppearanceEntry.of(first));
        assertThat(org.all(DataTable.TIMELINE_OF_PERSON.of("p1").to(TEN), 10))
                .containsExactly(AppearanceEntry.of(first));
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "query", "query");
    }

    @Test
    void appearancesOfPerson_pagesBehindMany_areOneQueryEach() {
        for (int i = 0; i < 20; i++) {
            org.create(DataTable.APPEARANCE, appearance(i % 10 == 9 ? "p1" : "p2", "v1", TEN.plusSeconds(i)));
        }
        Bound<Appearance> bound = DataTable.APPEARANCES_OF_PERSON.of("p1");
        tables.takeCalls();

        Page<Appearance> first = org.page(bound, 1, null);
        assertThat(first.items()).containsExactly(appearance("p1", "v1", TEN.plusSeconds(9)));
        assertThat(tables.takeCalls()).containsExactly("query");
        Page<Appearance> second = org.page(bound, 1, first.next().orElseThrow());
        assertThat(second.items()).containsExactly(appearance("p1", "v1", TEN.plusSeconds(19)));
        assertThat(second.next()).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("query");
        assertThatThrownBy(() -> org.page(
                        DataTable.APPEARANCES_OF_PERSON.of("p2"),
                        1,
                        first.next().orElseThrow()))
                .hasMessageContaining("another question");
    }

    // 5. Attribute-Based Search

    @Test
    void attributeBasedSearch_blueShirtsAndHappyPeople_findsEachUnderAllItsValues() {
        Appearance documented = Samples.APPEARANCE;
        Appearance happy = Appearance.of(
                Samples.person("p2", "blue", "blue"),
                "v2",
                TEN.plusSeconds(60),
                0.9,
                AppearanceAttributes.seen("happy", null, null));
        Appearance blueBelow = Appearance.of(
                Samples.person("p3", "red", "blue"), "v2", TEN, 0.9, AppearanceAttributes.seen(null, null, null));
        for (Appearance each : List.of(documented, happy, blueBelow)) {
            org.create(DataTable.APPEARANCE, each);
        }
        other.create(DataTable.APPEARANCE, documented);
        tables.takeCalls();

        assertThat(seen(org.collect(
                        DataTable.ATTRIBUTE_BASED_SEARCH.of("color", "blue").from(TEN), 10)))
                .containsExactlyInAnyOrder("person001", "p2", "p3");
        assertThat(seen(org.collect(
                        DataTable.ATTRIBUTE_BASED_SEARCH.of("color", "blue").from(TEN.plusSeconds(1)), 10)))
                .containsExactlyInAnyOrder("person001", "p2");
        assertThat(seen(org.collect(
                        DataTable.ATTRIBUTE_BASED_SEARCH.of("emotion", "happy").from(TEN), 10)))
                .containsExactly("p2");
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query");
        assertThat(condition(
                        DataTable.ATTRIBUTE_BASED_SEARCH.of("color", "blue").from(TEN)))
                .isEqualTo(new KeyCondition(
                        "ATTR#color#blue",
                        new SortCondition.Between(
                                "APPEAR#20240101T100000Z", "APPEAR#" + Character.toString(0x10FFFF))));
    }

    @Test
    void searchByAttribute_organization_isOneQueryNewestFirst() {
        for (int i = 0; i < 3; i++) {
            org.create(
                    DataTable.APPEARANCE,
                    Appearance.of(
                            Samples.person("p" + i, "red", "blue"),
                            "v",
                            TEN.plusSeconds(i),
                            1,
                            AppearanceAttributes.seen(null, null, null)));
        }
        other.create(DataTable.APPEARANCE, Samples.APPEARANCE);
        tables.takeCalls();

        Bound<AttributeEntry> blue = DataTable.SEARCH_BY_ATTRIBUTE.of(SearchName.COLOR, "blue");
        assertThat(org.all(blue, 10)).extracting(AttributeEntry::personId).containsExactly("p2", "p1", "p0");
        assertThat(org.all(blue.from(TEN.plusSeconds(1)).to(TEN.plusSeconds(1)), 10))
                .extracting(AttributeEntry::personId)
                .containsExactly("p1");
        assertThat(org.page(blue, 2, null).items()).hasSize(2);
        assertThat(other.all(blue, 10)).extracting(AttributeEntry::personId).containsExactly("person001");
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query", "query");
    }

    // 6. Time-Based Queries

    @Test
    void detectionsBetween_lastHoursOfOneDayAndTheNext_isOneQueryPerDay() {
        Appearance morning = appearance("p1", "v1", TEN);
        Appearance midnight = appearance("p2", "v1", NEXT_DAY);
        Appearance late = appearance("p3", "v1", NEXT_DAY.plusSeconds(36_001));
        for (Appearance each : List.of(morning, midnight, late)) {
            org.create(DataTable.APPEARANCE, each);
        }
        other.create(DataTable.APPEARANCE, morning);
        tables.takeCalls();

        assertThat(org.all(DataTable.DETECTIONS_BETWEEN.of().from(TEN).to(TEN.plusSeconds(60)), 10))
                .containsExactly(morning);
        assertThat(tables.takeCalls()).containsExactly("query");

        assertThat(org.all(DataTable.DETECTIONS_BETWEEN.of().from(TEN).to(NEXT_DAY.plusSeconds(36_000)), 10))
                .containsExactly(morning, midnight);
        assertThat(tables.takeCalls()).containsExactly("query", "query");

        assertThat(org.all(DataTable.SEARCH_BY_TIME.of().from(TEN).to(NEXT_DAY.plusSeconds(36_001)), 10))
                .extracting(AppearanceEntry::personId)
                .containsExactly("p3", "p2", "p1");
        assertThat(tables.takeCalls()).containsExactly("query", "query");
    }

    @Test
    void appearance_writtenAndDeleted_isOneTransactionAndLeavesNothing() {
        org.create(DataTable.APPEARANCE, Samples.APPEARANCE);
        assertThat(tables.takeCalls()).containsExactly("transactWriteItems");
        assertThat(tables.items(DataTable.TABLE)).hasSize(8).contains(Examples.item(getClass(), "appearance.json"));

        assertThat(org.get(DataTable.APPEARANCE_BY_KEY.of("video789", Samples.APPEARANCE.timestamp())))
                .contains(Samples.APPEARANCE);
        assertThat(org.get(DataTable.FURTHER_APPEARANCE_BY_KEY.of(
                        "video789", Samples.APPEARANCE.timestamp(), "person001")))
                .isEmpty();
        assertThatThrownBy(() -> org.create(DataTable.APPEARANCE, Samples.APPEARANCE))
                .hasMessageContaining("Appearance");

        org.delete(DataTable.APPEARANCE, Samples.APPEARANCE, Expect.PRESENT);
        assertThat(tables.items(DataTable.TABLE)).isEmpty();
    }

    @Test
    void appearance_changed_changesItsEntries() {
        org.create(DataTable.APPEARANCE, Samples.APPEARANCE);
        Appearance changed = new Appearance(
                "person001",
                "video789",
                Samples.APPEARANCE.timestamp(),
                0.95,
                AppearanceAttributes.seen("happy", false, List.of("bag")),
                null,
                null,
                null,
                "color",
                "blue");
        org.put(DataTable.APPEARANCE, changed);

        assertThat(tables.items(DataTable.TABLE))
                .extracting(item -> item.get("PK").s())
                .containsExactlyInAnyOrder(
                        "ORG#org123",
                        "ORG#org123#ATTR#color#blue",
                        "ORG#org123#ATTR#emotion#happy",
                        "ORG#org123#ATTR#mask#false",
                        "ORG#org123#ATTR#object#bag",
                        "ORG#org123#TIME#20240101",
                        "ORG#org123#PERSON#person001");
    }

    @Test
    void anotherProgramsItems_withoutEntries_areReadAsTheyAre() {
        for (String file : List.of("organization.json", "user.json", "video.json", "person.json", "appearance.json")) {
            tables.put(DataTable.TABLE, Examples.item(getClass(), file));
        }

        assertThat(org.all(DataTable.VIDEOS_OF_ORGANIZATION.of(), 10)).containsExactly(Samples.VIDEO);
        assertThat(org.all(DataTable.DETECTIONS_IN_VIDEO.of("video789"), 10)).containsExactly(Samples.APPEARANCE);
        assertThat(seen(org.collect(DataTable.ATTRIBUTE_BASED_SEARCH.of("color", "blue"), 10)))
                .containsExactly("person001");
    }

    // What the support table holds besides.

    @Test
    void batchesSearchesAndSettings_amongOthers_areOneRequestEach() {
        DetectionBatch batch = new DetectionBatch("v1", "b1", TEN, "hash", "{}");
        SavedSearch search = Samples.search("ann", "s1");
        OrganizationSettings settings = OrganizationSettings.none().withRetentionDays(30);
        org.create(SupportTable.DETECTION_BATCH, batch);
        org.create(SupportTable.DETECTION_BATCH, new DetectionBatch("v2", "b1", TEN, "hash", null));
        org.create(SupportTable.SAVED_SEARCH, search);
        org.create(SupportTable.SAVED_SEARCH, Samples.search("bob", "s1"));
        org.create(SupportTable.SETTINGS, settings);
        tables.takeCalls();

        assertThat(org.get(SupportTable.BATCH_BY_ID.of("v1", "b1"))).contains(batch);
        assertThat(org.all(SupportTable.BATCHES_OF_VIDEO.of("v1"), 10)).containsExactly(batch);
        assertThat(org.all(SupportTable.SEARCHES_OF_USER.of("ann"), 10)).containsExactly(search);
        assertThat(org.get(SupportTable.SEARCH_BY_ID.of("ann", "s1"))).contains(search);
        assertThat(org.get(SupportTable.SETTINGS_OF_ORGANIZATION.of())).contains(settings);
        assertThat(other.get(SupportTable.SETTINGS_OF_ORGANIZATION.of())).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "query", "getItem", "getItem", "getItem");
    }

    @Test
    void keys_forgedByAnIdWithTheDelimiter_areRefused() {
        ItemStore forged = tables.store().within("org123#TIME#20240101");
        assertThatThrownBy(() -> forged.get(DataTable.USER_DETAILS.of("x")))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("orgId"));
        assertThatThrownBy(() -> org.create(DataTable.APPEARANCE, appearance("p", "v#1", TEN)))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("videoId"));
    }

    private static KeyCondition condition(Bound<?> bound) {
        return bound.conditions(DataTable.TABLE.scoping("org123")).get(0);
    }

    private static List<String> seen(Groups groups) {
        List<String> persons = new ArrayList<>();
        groups.of(DataTable.APPEARANCE).forEach(each -> persons.add(each.personId()));
        groups.of(DataTable.ATTRIBUTE_ENTRY).forEach(each -> persons.add(each.personId()));
        return persons;
    }

    private static Appearance appearance(String person, String video, Instant at) {
        return Appearance.of(
                Samples.person(person, "blue", "black"), video, at, 0.5, AppearanceAttributes.seen(null, null, null));
    }
}

package dev.trestle.systems.zentriqvision;

import static dev.trestle.systems.zentriqvision.World.ACME;
import static dev.trestle.systems.zentriqvision.World.GLOBEX;
import static dev.trestle.systems.zentriqvision.World.sighting;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.testing.Examples;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Searches find what was seen, once, newest first, and nothing of anybody else. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class SearchTest {
    private static final Instant TEN = Instant.parse("2031-02-03T10:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @BeforeEach
    void open() {
        world = new World(target);
        world.video(ACME, "v1", "gate", TEN);
        world.video(ACME, "v2", "yard", TEN);
        world.video(GLOBEX, "v1", "gate", TEN);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private List<String> found(String query) {
        return persons(world.otto().get("search", "/search?" + query).ok().path("results"));
    }

    private static List<String> persons(Iterable<JsonNode> rows) {
        List<String> persons = new ArrayList<>();
        rows.forEach(row -> persons.add(row.path("personId").asText()));
        return persons;
    }

    private static Sighting happy(String personId, Instant at, String age, @Nullable Boolean mask) {
        return new Sighting(
                personId,
                at,
                0.5,
                new PersonAttributes(age, "Male", "grey", "Blue", "black"),
                " Happy ",
                mask,
                List.of("Bag", "bag", "phone"),
                null,
                null);
    }

    @Test
    void search_byColourByEmotionAndByBoth_findsOneAppearanceOnceEach() {
        world.sees(ACME, "v1", happy("p1", TEN, "25-34", null));

        assertThat(found("color=blue")).containsExactly("p1");
        assertThat(found("emotion=happy")).containsExactly("p1");
        assertThat(found("color=BLUE&emotion=happy&object=bag&gender=male&hairColor=gray&ageBucket=25-34"))
                .containsExactly("p1");
        assertThat(found("color=blue&emotion=sad")).isEmpty();
        assertThat(found("color=blue&hairColor=brown")).isEmpty();
    }

    @Test
    void search_blueAboveAndBelow_findsItOnceAndSidesApart() {
        world.sees(ACME, "v1", sighting("p1", TEN, "blue", "blue"));
        world.sees(ACME, "v1", sighting("p2", TEN, "red", "blue"));

        assertThat(found("color=blue")).containsExactly("p2", "p1");
        assertThat(found("upperColor=blue")).containsExactly("p1");
        assertThat(found("lowerColor=blue&upperColor=red")).containsExactly("p2");
        assertThat(found("color=red&color=blue")).containsExactly("p2", "p1");
    }

    @Test
    void search_acrossMidnight_holdsBothSecondsAndNoFurther() {
        Instant from = Instant.parse("2031-02-03T23:30:00Z");
        Instant to = Instant.parse("2031-02-04T00:30:00Z");
        world.sees(ACME, "v1", sighting("early", from.minusSeconds(1), "blue", null));
        world.sees(ACME, "v1", sighting("first", from, "blue", null));
        world.sees(ACME, "v1", sighting("last", to, "blue", null));
        world.sees(ACME, "v1", sighting("late", to.plusSeconds(1), "blue", null));

        String range = "start=" + from + "&end=" + to;
        String json = URLEncoder.encode("{\"start\":\"" + from + "\",\"end\":\"" + to + "\"}", StandardCharsets.UTF_8);
        for (String query : List.of(
                range, "color=blue&" + range, "videoId=v1&" + range, "timeRange=" + json, "timeOfDay=23:30-00:30")) {
            assertThat(found(query)).as(query).containsExactly("last", "first");
        }
        assertThat(found("color=blue&start=0000-01-01T00:00:00Z&end=%2B99999-01-01T00:00:00Z"))
                .as("more than there can be")
                .containsExactly("late", "last", "first", "early");
        assertThat(found("color=blue&timeOfDay=00:30-01:30&tz=Europe/Vienna")).containsExactly("last", "first");
    }

    @Test
    void search_twoPeopleInOneSecond_bothKeptAndTheFirstUnderTheDocumentedKey() {
        world.sees(ACME, "v1", sighting("p2", TEN, "blue", null));
        world.sees(ACME, "v1", sighting("p1", TEN, "blue", null));
        world.sees(ACME, "v1", sighting("p2", TEN, "blue", null));

        assertThat(found("videoId=v1")).containsExactly("p2", "p1");
        assertThat(world.items(ACME)
                        .get(DataTable.APPEARANCE_BY_KEY.of("v1", TEN))
                        .orElseThrow()
                        .personId())
                .isEqualTo("p2");
        assertThat(world.otto()
                        .get("getAppearance", "/appearances/v1/20310203T100000Z/p1")
                        .ok()
                        .path("personId")
                        .asText())
                .isEqualTo("p1");
        world.otto().get("getAppearance", "/appearances/v1/" + TEN + "/p3").is(404);
    }

    @Test
    void search_maskAndAge_tellUnknownFromNo() {
        world.sees(ACME, "v1", happy("masked", TEN, "18-24", true));
        world.sees(ACME, "v1", happy("bare", TEN.plusSeconds(1), "35-49", false));
        world.sees(ACME, "v1", happy("unknown", TEN.plusSeconds(2), "unknown", null));

        assertThat(found("mask=false")).containsExactly("bare");
        assertThat(found("mask=true")).containsExactly("masked");
        assertThat(found("ageBucket=35-44")).containsExactly("bare");
        assertThat(found("ageBucket=18%2B")).containsExactly("bare", "masked");
        assertThat(found("minConfidence=0.6")).isEmpty();
        assertThat(found("camera=gate")).hasSize(3);
        assertThat(found("camera=yard")).isEmpty();
    }

    @Test
    void search_pagesOfManyNames_areFullSortedAndWhole() {
        long seed = new Random().nextLong();
        System.out.println("SearchTest seed " + seed);
        Random random = new Random(seed);
        List<Sighting> sightings = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            sightings.add(new Sighting(
                    "p" + random.nextInt(20),
                    TEN.plusSeconds(random.nextInt(40) * 10_000L),
                    random.nextDouble(),
                    new PersonAttributes(
                            null,
                            random.nextBoolean() ? "male" : null,
                            null,
                            random.nextInt(4) == 0 ? "red" : "blue",
                            random.nextBoolean() ? "black" : "red"),
                    random.nextInt(5) == 0 ? "happy" : null,
                    null,
                    null,
                    null,
                    null));
        }
        world.sightings().record(ACME, "v1", sightings.subList(0, 150));
        world.sightings().record(ACME, "v2", sightings.subList(150, 300));
        List<JsonNode> all = world.otto().listed("search", "/search", 7);

        for (String query : List.of(
                "color=red",
                "color=red&emotion=happy",
                "color=red&color=blue&emotion=happy",
                "videoId=v2&gender=male")) {
            List<JsonNode> paged = world.otto().listed("search", "/search?" + query, 7);
            List<JsonNode> expected =
                    all.stream().filter(row -> matches(row, query)).toList();
            assertThat(paged).as(query + " of seed " + seed).isEqualTo(expected);
        }
        assertThat(all)
                .isSortedAccordingTo(Comparator.comparing(
                                (JsonNode row) -> row.path("timestamp").asText())
                        .reversed());
        assertThat(all).doesNotHaveDuplicates();
        assertThat(all).hasSizeGreaterThan(200);
    }

    private static boolean matches(JsonNode row, String query) {
        JsonNode seen = row.path("attributes");
        List<String> colors = Stream.of(query.split("&"))
                .filter(each -> each.startsWith("color="))
                .map(each -> each.substring("color=".length()))
                .toList();
        List<String> worn = List.of(
                seen.path("upperColor").asText(), seen.path("lowerColor").asText());
        return (colors.isEmpty() || !Collections.disjoint(colors, worn))
                && (!query.contains("happy") || seen.path("emotion").asText().equals("happy"))
                && (!query.contains("male") || seen.path("gender").asText().equals("male"))
                && (!query.contains("v2") || row.path("videoId").asText().equals("v2"));
    }

    @Test
    void search_amongManyOfAnotherOrganisation_readsAsMuchAsAlone() {
        world.sees(ACME, "v1", sighting("p1", TEN, "blue", null));
        int before = calls("color=blue");
        List<Sighting> theirs = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            theirs.add(sighting("g" + i % 9, TEN.plusSeconds(i), "blue", null));
        }
        world.sightings().record(GLOBEX, "v1", theirs);

        assertThat(calls("color=blue")).isEqualTo(before);
        assertThat(found("")).containsExactly("p1");
    }

    /** The same at the size that a neighbour may have, page by page. */
    @Test
    @Tag("slow")
    void search_amongTenThousandOfAnotherOrganisation_hasTheSamePages() {
        List<Sighting> ours = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            ours.add(sighting("p" + i % 7, TEN.plusSeconds(i), "blue", "black"));
        }
        world.sightings().record(ACME, "v1", ours);
        List<List<String>> before = pages();
        List<Sighting> theirs = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            theirs.add(sighting("g" + i % 9, TEN.plusSeconds(i), "blue", "black"));
        }
        world.sightings().record(GLOBEX, "v1", theirs);

        assertThat(pages()).isEqualTo(before);
    }

    /** Of each page: how many requests it took, and what it has. */
    private List<List<String>> pages() {
        List<List<String>> pages = new ArrayList<>();
        for (String query : List.of("color=blue", "upperColor=blue&lowerColor=black", "", "videoId=v1&color=blue")) {
            String cursor = "";
            do {
                world.tables.takeCalls();
                JsonNode page = world.otto()
                        .get("search", "/search?limit=25&" + query + cursor)
                        .ok();
                List<String> told =
                        new ArrayList<>(List.of(world.tables.takeCalls().toString()));
                page.path("results").forEach(row -> told.add(row.toString()));
                pages.add(told);
                cursor = page.has("nextToken")
                        ? "&cursor=" + page.path("nextToken").asText()
                        : "";
            } while (!cursor.isEmpty());
        }
        return pages;
    }

    private int calls(String query) {
        world.tables.takeCalls();
        assertThat(found(query)).containsExactly("p1");
        return world.tables.takeCalls().size();
    }

    @Test
    void search_changedCursorOrMistakes_areRefused() {
        for (int i = 0; i < 3; i++) {
            world.sees(ACME, "v1", sighting("p" + i, TEN.plusSeconds(i), "blue", null));
        }
        String token = world.otto()
                .get("search", "/search?color=blue&limit=2")
                .ok()
                .path("nextToken")
                .asText();

        assertThat(found("color=blue&limit=2&cursor=" + token)).containsExactly("p0");
        world.otto().get("search", "/search?color=red&limit=2&cursor=" + token).is(400);
        world.otto()
                .get("search", "/search?color=blue&limit=2&cursor=A" + token)
                .is(400);
        world.ida().get("search", "/search?color=blue&limit=2&cursor=" + token).is(400);
        for (String wrong : List.of(
                "videoId=v%231",
                "timeOfDay=9",
                "tz=Nowhere&timeOfDay=01:00-02:00",
                "limit=101",
                "timeRange=x",
                "start=2031-01-02T00:00:00Z&end=2031-01-01T00:00:00Z",
                "minConfidence=2",
                "color=+")) {
            assertThat(world.otto().get("search", "/search?" + wrong).is(400).error())
                    .as(wrong)
                    .contains(
                            wrong.startsWith("tz") ? "tz" : wrong.startsWith("start") ? "end" : wrong.split("=", 2)[0]);
        }
    }

    @Test
    void search_ofAMemberWithCameras_isSilentAboutOthers() {
        world.sees(ACME, "v1", sighting("p1", TEN, "blue", null));
        world.sees(ACME, "v2", sighting("p2", TEN, "blue", null));
        world.otto().get("search", "/search").ok();
        world.ada()
                .patch("changeUser", "/users/otto", Map.of("cameras", List.of("yard")))
                .ok();

        assertThat(found("color=blue")).containsExactly("p2");
        assertThat(found("videoId=v1")).isEmpty();
        world.otto().get("getAppearance", "/appearances/v1/" + TEN + "/p1").is(404);
        world.otto().get("getAppearance", "/appearances/v2/" + TEN + "/p2").ok();
    }

    @Test
    void search_ofItemsOfAnotherProgram_findsThemOnceTheyAreFollowed() {
        for (String file : List.of("organization.json", "user.json", "video.json", "person.json", "appearance.json")) {
            world.tables.put(DataTable.TABLE, Examples.item(DataTable.class, file));
        }
        World.Someone olga = world.someone("olga", "org123", "zentriqvision-operator");
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(persons(
                                olga.get("search", "/search?color=blue").ok().path("results")))
                        .containsExactly("person001"));
        assertThat(persons(olga.get("search", "/search?object=phone&mask=false&videoId=video789&personId=person001")
                        .ok()
                        .path("results")))
                .containsExactly("person001");
        assertThat(persons(olga.get("search", "/search").ok().path("results"))).containsExactly("person001");
        assertFoundByTheDocumentedPatterns();
    }

    /** By the conditions of the document, as another program asks them: in the order of its six groups. */
    private void assertFoundByTheDocumentedPatterns() {
        String org = "PK = ORG#org123 AND SK ";
        assertThat(asked(org + "= ORG#org123")).containsExactly("ORG#org123");
        assertThat(asked(org + "begins_with USER#")).contains("USER#user456"); // and who searched
        assertThat(asked(org + "= USER#user456")).containsExactly("USER#user456");
        assertThat(asked(org + "begins_with VIDEO#")).containsExactly("VIDEO#video789");
        assertThat(asked("VideoIndex GSI2PK = VIDEO#video789 AND GSI2SK begins_with APPEAR#"))
                .containsExactly("APPEAR#video789#20240101T100500Z");
        assertThat(asked(org + "begins_with APPEAR#")).containsExactly("APPEAR#video789#20240101T100500Z");
        assertThat(asked(org + "= PERSON#person001")).containsExactly("PERSON#person001");
        assertThat(asked("AttributeIndex GSI1PK = ATTR#color#blue AND GSI1SK > APPEAR#20240101T090000Z"))
                .as("each value once")
                .containsExactly("APPEAR#video789#20240101T100500Z");
        for (String value : List.of("emotion#neutral", "object#phone", "object#bag", "mask#false")) {
            assertThat(asked("AttributeIndex GSI1PK = ATTR#" + value + " AND GSI1SK > APPEAR#20240101T090000Z"))
                    .as(value)
                    .hasSize(1);
        }
        assertThat(asked("TimeIndex GSI3PK = TIME#20240101 AND GSI3SK > APPEAR#20240101T000000Z"))
                .containsExactly("APPEAR#video789#20240101T100500Z");
    }

    /** The sort keys that a condition such as "Index PK = a AND SK begins_with b" finds, without any of this project's code between. */
    private List<String> asked(String condition) {
        String[] words = condition.split(" ");
        String index = words.length == 8 ? words[0] : null;
        int at = index == null ? 0 : 1;
        String sort = words[at + 4];
        String comparison = words[at + 5].equals("begins_with")
                ? "begins_with(" + sort + ", :sk)"
                : sort + " " + words[at + 5] + " :sk";
        return target
                .client()
                .query(query -> query.tableName(world.tables.nameOf(DataTable.TABLE))
                        .indexName(index)
                        .keyConditionExpression(words[at] + " = :pk AND " + comparison)
                        .expressionAttributeValues(Map.of(
                                ":pk",
                                AttributeValue.fromS(words[at + 2]),
                                ":sk",
                                AttributeValue.fromS(words[at + 6]))))
                .items()
                .stream()
                .map(item -> item.get("SK").s())
                .toList();
    }
}

package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OverTheNetworkToo
class LetterListsTest extends FamilyTest {
    @BeforeEach
    void fill() {
        add("1943-05-02", "Anna", List.of("war", "sea"), "machine");
        add("1943-05-02-evening", "anna ", List.of("War"), null);
        add("1943-06-00", "Otto", List.of(), "checked");
        add("1950-05-02", "Anna", List.of("sea"), "machine");
        add("1951-01-01", null, List.of("war"), null);
        add("0000-00-00-found-in-a-book", "Otto", List.of(), null);
    }

    private void add(String date, @Nullable String author, List<String> tags, @Nullable String transcription) {
        Map<String, Object> body =
                new HashMap<>(Map.of("date", date, "title", "Of " + date, "content", "x", "tags", tags));
        if (author != null) {
            body.put("author", author);
        }
        if (transcription != null) {
            body.put("transcription", transcription);
        }
        world.emil().post("createLetter", "/letters", body).is(201);
    }

    private List<String> dates(String query) {
        List<String> whole = new ArrayList<>();
        for (int limit : new int[] {1, 2, 50}) {
            List<String> dates = world.emil().listed("listLetters", "/letters" + query, limit).stream()
                    .map(each -> each.path("date").asText())
                    .toList();
            assertThat(whole)
                    .as("the same whatever the pages are")
                    .satisfiesAnyOf(
                            known -> assertThat(known).isEmpty(),
                            known -> assertThat(dates).isEqualTo(known));
            whole = new ArrayList<>(dates);
        }
        return whole;
    }

    @Test
    void listLetters_withAndWithoutFilters_hasFullPagesByDate() {
        assertThat(dates(""))
                .containsExactly(
                        "1951-01-01",
                        "1950-05-02",
                        "1943-06-00",
                        "1943-05-02-evening",
                        "1943-05-02",
                        "0000-00-00-found-in-a-book");
        assertThat(dates("?order=oldest")).first().isEqualTo("0000-00-00-found-in-a-book");
        assertThat(dates("?year=1943")).containsExactly("1943-06-00", "1943-05-02-evening", "1943-05-02");
        assertThat(dates("?year=0000")).containsExactly("0000-00-00-found-in-a-book");
        assertThat(dates("?author=ANNA")).containsExactly("1950-05-02", "1943-05-02-evening", "1943-05-02");
        assertThat(dates("?author=anna&order=oldest&year=1943")).containsExactly("1943-05-02", "1943-05-02-evening");
        assertThat(dates("?tag=WAR")).containsExactly("1951-01-01", "1943-05-02-evening", "1943-05-02");
        assertThat(dates("?tag=sea&author=anna&needs=review")).containsExactly("1950-05-02", "1943-05-02");
        assertThat(dates("?needs=review&year=1943")).containsExactly("1943-05-02");
        assertThat(dates("?tag=none")).isEmpty();
    }

    @Test
    void listLetters_anyRow_hasEverythingButTheContent() {
        JsonNode row = world.ines()
                .get("listLetters", "/letters?year=1950")
                .ok()
                .path("letters")
                .get(0);

        assertThat(row.path("tags")).hasToString("[\"sea\"]");
        assertThat(row.path("transcription").asText()).isEqualTo("machine");
        assertThat(row.path("updatedByName").asText()).isEqualTo("emil");
        assertThat(row.path("hasPdf").asBoolean()).isFalse();
        assertThat(row.has("content")).isFalse();
    }

    @Test
    void listLetters_cursorOfAnotherListOrCaller_isRefused() {
        Someone emil = world.emil();
        String cursor = emil.get("listLetters", "/letters?limit=1")
                .ok()
                .path("lastEvaluatedKey")
                .asText();

        assertThat(emil.get("listLetters", "/letters?limit=1&lastEvaluatedKey=" + cursor)
                        .ok()
                        .path("items")
                        .get(0)
                        .path("date")
                        .asText())
                .isEqualTo("1950-05-02");
        emil.get("listLetters", "/letters?limit=1&year=1943&cursor=" + cursor).is(400);
        world.ines().get("listLetters", "/letters?limit=1&cursor=" + cursor).is(400);
        emil.get("listLetters", "/letters?limit=0").is(400);
        emil.get("listLetters", "/letters?limit=101").is(400);
    }

    @Test
    void getLetterFacets_lettersThatChange_areCounted() {
        JsonNode facets = world.emil().get("getLetterFacets", "/letters/facets").ok();

        assertThat(facets.path("years"))
                .hasToString(
                        "[{\"year\":\"1951\",\"count\":1},{\"year\":\"1950\",\"count\":1},{\"year\":\"1943\",\"count\":3}]");
        assertThat(facets.path("authors").get(0)).hasToString("{\"name\":\"Anna\",\"count\":3}");
        assertThat(facets.path("tags").get(0).path("count").asInt()).isEqualTo(3);
        assertThat(facets.path("undated").asInt()).isEqualTo(1);
        assertThat(facets.path("total").asInt()).isEqualTo(6);

        LettersTest.edit(world.emil(), "1950-05-02", Map.of("content", "x", "author", "Otto", "tags", List.of()))
                .is(200);
        JsonNode changed =
                world.emil().get("getLetterFacets", "/letters/facets").ok();
        assertThat(changed.path("authors").get(0)).hasToString("{\"name\":\"Otto\",\"count\":3}");
        assertThat(dates("?tag=sea")).containsExactly("1943-05-02");
        assertThat(dates("?author=Otto")).containsExactly("1950-05-02", "1943-06-00", "0000-00-00-found-in-a-book");
    }

    @Test
    void listLettersOfDay_ofAnyYear_areFoundByTheDay() {
        JsonNode found =
                world.emil().get("listLettersOfDay", "/onthisday?day=05-02").ok();

        assertThat(found.path("items").findValuesAsText("date"))
                .containsExactly("1943-05-02", "1943-05-02-evening", "1950-05-02");
        add("1920-03-03", null, List.of(), null);
        assertThat(world.emil()
                        .get("listLettersOfDay", "/onthisday")
                        .ok()
                        .path("items")
                        .findValuesAsText("date"))
                .as("today is the third of March")
                .containsExactly("1920-03-03");
    }

    @Test
    void letters_ofSomebodyPending_areNobodysToRead() {
        Someone tim = world.tim();
        tim.get("listLetters", "/letters").is(403);
        tim.get("getLetterFacets", "/letters/facets").is(403);
        tim.get("listLettersOfDay", "/onthisday").is(403);
        tim.get("getLetter", "/letters/1943-05-02").is(403);
        tim.get("getLetter", "/letters/1800-01-01").is(403);
        LettersTest.create(tim, "1960-01-01", "T", "x").is(403);
        LettersTest.edit(tim, "1943-05-02", Map.of("content", "y")).is(403);
        tim.delete("deleteLetter", "/letters/1943-05-02").is(403);
        tim.get("listLetterVersions", "/letters/1943-05-02/versions").is(403);
        tim.get("compareLetterVersions", "/letters/1943-05-02/diff?from=1").is(403);
        tim.post("revertLetter", "/letters/1943-05-02/revert", Map.of("versionNumber", 1))
                .is(403);
        tim.get("getLetterPdf", "/letters/1943-05-02/pdf").is(403);
        tim.get("getLetterPages", "/letters/1943-05-02/pages").is(403);
        world.emil().delete("deleteLetter", "/letters/1943-05-02").is(403);
        world.emil().post("restoreLetter", "/letters/1943-05-02/restore", null).is(403);
        world.emil().get("listDeletedLetters", "/admin/letters/deleted").is(403);
    }
}

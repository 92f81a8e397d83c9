package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.Activity;
import dev.trestle.systems.holdthatthought.model.ActivityKind;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtModel;
import dev.trestle.systems.holdthatthought.model.LetterArrival;
import dev.trestle.systems.holdthatthought.model.LetterForward;
import dev.trestle.systems.holdthatthought.model.LetterStats;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.testing.Damage;
import dev.trestle.testing.Target;
import dev.trestle.testing.Targets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Items of letters that do not fit their records: requests for them are refused, everything else goes on. */
@Tag("once")
class DamagedLettersTest {
    private static final Set<String> DAMAGED = Set.of(
            "Letter",
            "LetterVersion",
            "LetterListing",
            "LetterReference",
            "LetterDetails",
            "LetterMark",
            "LetterStats",
            "DeletedLetter",
            "DeletedLetterListing",
            "LetterForward",
            "LetterArrival",
            "Activity");

    private final Target target = Targets.all().findFirst().orElseThrow();
    private final World world = new World(target);
    private final Someone rosa = world.rosa();

    @AfterEach
    void close() {
        world.close();
    }

    private void fill() {
        for (String date : List.of("1943-05-02", "1950-01-01", "1943-05-04", "1950-01-02")) {
            LettersTest.create(rosa, date, "Of " + date, "x").is(201);
            rosa.put(
                            "editLetter",
                            "/letters/" + date,
                            Map.of(
                                    "content", "y",
                                    "author", "Anna",
                                    "tags", List.of("sea"),
                                    "transcription", "machine"))
                    .is(200);
        }
        rosa.delete("deleteLetter", "/letters/1943-05-04").is(200);
        rosa.delete("deleteLetter", "/letters/1950-01-02").is(200);
        ItemStore store = world.tables.store();
        store.put(SupportTable.LETTER_FORWARD, new LetterForward("1943-05-01", "1943-05-02", World.MONDAY, "rosa"));
        store.put(SupportTable.LETTER_ARRIVAL, new LetterArrival("1943-05-02", "1943-05-01", World.MONDAY));
        store.put(SupportTable.LETTER_STATS, new LetterStats("1943-05-02", 0, false, null, null));
        store.put(
                SupportTable.ACTIVITY,
                new Activity(
                        World.MONDAY,
                        ActivityKind.EDIT,
                        "1943-05-02",
                        "rosa",
                        "rosa",
                        "T",
                        "1943-05-02",
                        "/x",
                        World.MONDAY.plusSeconds(1_000_000)));
    }

    @Test
    void everyOperation_itemsThatDoNotFit_failsForThemAlone() {
        fill();
        Damage damage = new Damage(HoldThatThoughtModel.MODEL, world.tables, target.client(), null);

        Set<String> missed = damage.each(
                (entity, item) -> DAMAGED.contains(entity.name())
                        && item.toString().contains("1943-05-0")
                        && !item.toString().contains("1950-01-0"),
                this::useAll);

        assertThat(missed).doesNotContainAnyElementsOf(DAMAGED);
    }

    private void useAll(String damage) {
        for (String query : List.of("", "?author=anna", "?tag=sea", "?needs=review", "?order=oldest")) {
            assertThat(rosa.listed("listLetters", "/letters" + query, 1))
                    .as("%s %s", damage, query)
                    .extracting(each -> each.path("date").asText())
                    .contains("1950-01-01");
        }
        assertThat(rosa.listed("listDeletedLetters", "/admin/letters/deleted", 1))
                .as(damage)
                .extracting(each -> each.path("date").asText())
                .contains("1950-01-02");
        LettersTest.edit(rosa, "1950-01-01", Map.of("content", damage)).is(200);
        LettersTest.get(rosa, "1950-01-01");
        fine(damage, "listLettersOfDay", rosa.get("listLettersOfDay", "/onthisday?day=05-02"));
        fine(damage, "getLetterFacets", rosa.get("getLetterFacets", "/letters/facets"));
        fine(damage, "listActivity", rosa.get("listActivity", "/activity"));
        fine(damage, "getHome", rosa.get("getHome", "/home"));
        String at = "/letters/1943-05-02";
        fine(damage, "getLetter", rosa.get("getLetter", at));
        fine(damage, "getLetter", rosa.get("getLetter", "/letters/1943-05-01"));
        fine(damage, "getLetter", rosa.get("getLetter", "/letters/1943-05-04"));
        fine(damage, "listLetterVersions", rosa.get("listLetterVersions", at + "/versions"));
        fine(damage, "compareLetterVersions", rosa.get("compareLetterVersions", at + "/diff?from=1"));
        fine(damage, "getLetterPdf", rosa.get("getLetterPdf", at + "/pdf"));
        fine(damage, "getLetterPages", rosa.get("getLetterPages", at + "/pages"));
        send(damage, "editLetter", "PUT", at, Map.of("content", "z", "tags", List.of("sea", damage.substring(0, 3))));
        send(damage, "revertLetter", "POST", at + "/revert", Map.of("versionNumber", 1));
        Map<String, String> fresh = Map.of("date", "1943-05-02", "title", "T", "content", "x");
        send(damage, "createLetter", "POST", "/letters", fresh);
        send(damage, "editLetter", "PUT", at, Map.of("content", "z", "date", "1943-05-03"));
        send(damage, "deleteLetter", "DELETE", at, null);
        send(damage, "restoreLetter", "POST", "/letters/1943-05-04/restore", null);
    }

    private void send(String damage, String operation, String method, String path, @Nullable Object body) {
        fine(damage, operation, rosa.json(operation, method, path, body));
    }

    private static void fine(String damage, String operation, Answer answer) {
        assertThat(answer.status()).as("%s, %s: %s", damage, operation, answer).isLessThan(500);
    }
}

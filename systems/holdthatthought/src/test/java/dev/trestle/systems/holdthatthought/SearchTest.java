package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@OverTheNetworkToo
class SearchTest extends FamilyTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static String path(String q, String more) {
        return "/search?q=" + URLEncoder.encode(q, StandardCharsets.UTF_8) + more;
    }

    private static List<String> ids(Someone who, String q, String more) {
        World.Answer answer = who.get("search", path(q, more));
        if (answer.status() == 503) {
            return List.of("503");
        }
        List<String> ids = new ArrayList<>();
        answer.ok().path("items").forEach(each -> ids.add(each.path("id").asText()));
        return ids;
    }

    private void awaitFound(String q, String more, String... ids) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(ids(world.ines(), q, more)).containsExactlyInAnyOrder(ids));
    }

    private void fill() {
        Someone emil = world.emil();
        LettersTest.create(emil, "1943-05-02", "From the coast", "The rain fell by the river in Köln.")
                .is(201);
        emil.put(
                        "editLetter",
                        "/letters/1943-05-02",
                        Map.of(
                                "content", "The rain fell by the river in Köln.",
                                "author", "Anna",
                                "recipient", "Wilhelmine",
                                "tags", List.of("harbour")))
                .is(200);
        LettersTest.create(emil, "1950-01-01", "家書", "親愛的母親，雨下了三天。 rain").is(201);
        world.tables
                .store()
                .put(
                        HoldThatThoughtTable.COMMENT,
                        new Comment(
                                "letters/1943-05-02",
                                "c1",
                                "ines",
                                "Ines",
                                null,
                                "I remember that rain",
                                null,
                                null,
                                0,
                                World.MONDAY,
                                null));
    }

    @Test
    void search_lettersTheirDetailsAndComments_areFoundByMembers() {
        fill();
        awaitFound("rain", "", "1943-05-02", "1950-01-01", "c1");
        awaitFound("rain", "&type=letter", "1943-05-02", "1950-01-01");
        awaitFound("koln riv", "", "1943-05-02");
        awaitFound("\"by the river\"", "", "1943-05-02");
        awaitFound("\"river the by\"", "");
        awaitFound("母親", "", "1950-01-01");
        awaitFound("wilhelmine", "", "1943-05-02");
        awaitFound("harbour", "", "1943-05-02");
        awaitFound("rain", "&from=1944&to=1960", "1950-01-01");
        awaitFound("rain", "&author=ANNA", "1943-05-02");
        world.ines().get("search", path("rain", "&from=1944-13")).is(400);
        world.tim().get("search", path("rain", "")).is(403);

        JsonNode page =
                world.ines().get("search", path("rain", "&type=letter&limit=1")).ok();
        assertThat(page.path("total").asInt()).isEqualTo(2);
        assertThat(page.path("nextCursor").isNull()).isFalse();
        JsonNode river =
                world.ines().get("search", path("river", "")).ok().path("items").get(0);
        assertThat(river.path("path").asText()).isEqualTo("/holdthatthought/letters/1943-05-02");
        assertThat(river.path("title").asText()).isEqualTo("From the coast");
        List<String> marked = new ArrayList<>();
        river.path("excerpts").get(0).path("pieces").forEach(piece -> {
            if (piece.path("marked").asBoolean()) {
                marked.add(piece.path("text").asText());
            }
        });
        assertThat(marked).containsExactly("river");
    }

    @Test
    void search_gallery_isFoundByCaptionAndFileWhileItIsThere() {
        MediaItem pier = new MediaItem(
                "m1",
                MediaCategory.PICTURES,
                "media/pictures/m1/old_pier-1962.jpg",
                "old_pier-1962.jpg",
                "image/jpeg",
                9,
                "sum",
                "emil",
                null,
                null,
                World.MONDAY,
                World.MONDAY);
        world.tables.store().put(SupportTable.MEDIA_ITEM, pier);
        awaitFound("pier 1962", "&type=media", "m1");
        world.tables.store().put(SupportTable.MEDIA_ITEM, pier.withCaption("Grandmother's ferry"));
        awaitFound("ferry", "", "m1");
        JsonNode found =
                world.ines().get("search", path("ferry", "")).ok().path("items").get(0);
        assertThat(found.path("path").asText()).isEqualTo("/holdthatthought/media/m1");
        assertThat(found.path("title").asText()).isEqualTo("Grandmother's ferry");
        assertThat(found.path("type").asText()).isEqualTo("media");
        awaitFound("ferry", "&type=letter");

        world.tables.store().delete(SupportTable.MEDIA_ITEM, pier.withCaption("Grandmother's ferry"));
        awaitFound("ferry", "");
    }

    /** Other programs store addresses as names: they are neither shown nor found. */
    @Test
    void search_addressAsAName_isNeitherShownNorFound() {
        world.tables
                .store()
                .put(
                        HoldThatThoughtTable.COMMENT,
                        new Comment(
                                "2015/x",
                                "c1",
                                "emil",
                                "emil@secret.example",
                                null,
                                "The gate",
                                null,
                                null,
                                0,
                                World.MONDAY,
                                null));
        awaitFound("gate", "", "c1");
        assertThat(world.ines().get("search", path("gate", "")).text()).doesNotContain("secret.example");
        awaitFound("secret", "");
        awaitFound("gate", "&author=emil", "c1");
    }

    @Test
    void search_whatIsChangedMovedOrDeleted_isFoundAsItIs() {
        fill();
        awaitFound("river", "", "1943-05-02");

        LettersTest.edit(world.emil(), "1943-05-02", Map.of("content", "Snow", "date", "1943-05-03"))
                .is(200);
        awaitFound("river", "");
        awaitFound("snow", "", "1943-05-03");
        awaitFound("harbour", "", "1943-05-03");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> world.rosa()
                                .delete("deleteLetter", "/letters/1943-05-03")
                                .status()
                        == 200);
        awaitFound("snow", "");
        world.rosa().post("restoreLetter", "/letters/1943-05-03/restore", null).is(200);
        awaitFound("harbour", "", "1943-05-03");
    }

    @Test
    void rebuildSearch_askedForByAnAdministrator_findsTheSame() {
        fill();
        awaitFound("rain", "", "1943-05-02", "1950-01-01", "c1");

        world.emil().post("rebuildSearch", "/admin/search/rebuild", null).is(403);
        world.rosa().post("rebuildSearch", "/admin/search/rebuild", null).is(200);

        awaitFound("rain", "", "1943-05-02", "1950-01-01", "c1");
    }

    @Test
    void search_indexFilesDamagedOrGone_isRebuiltFromTheTables() throws IOException {
        fill();
        awaitFound("rain", "", "1943-05-02", "1950-01-01", "c1");
        world.restart(directory -> {
            try (Stream<Path> files = Files.walk(directory.resolve("search"))) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(file -> file.getFileName().toString().startsWith("_"))
                        .toList()) {
                    Files.write(file, new byte[] {1, 2, 3});
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        awaitFound("rain", "", "1943-05-02", "1950-01-01", "c1");

        world.restart(directory -> {
            try (Stream<Path> files = Files.walk(directory.resolve("search"))) {
                files.filter(Files::isRegularFile).forEach(file -> file.toFile().delete());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        awaitFound("rain", "", "1943-05-02", "1950-01-01", "c1");
    }
}

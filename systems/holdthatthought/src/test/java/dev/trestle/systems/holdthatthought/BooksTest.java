package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Chosen letters become a book that can be downloaded, by members alone. */
class BooksTest extends FamilyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private void write() {
        world.rosa().get("getMe", "/me").ok();
        world.emil().get("getMe", "/me").ok();
        letter("1943-05-02", "What the children asked", "Anna", "Karl");
        letter("1944-01-00", "The sea again", "Karl", "Anna");
        letter("1955-06-15", "Quinces", "Hanna", "Emil");
    }

    private void letter(String date, String title, String author, String recipient) {
        Map<String, Object> letter = new TreeMap<>(Map.of(
                "date", date,
                "title", title,
                "author", author,
                "recipient", recipient,
                "content", "Dear **" + recipient + "**,\n\nthe sea is loud.\n\n" + author));
        world.rosa().post("createLetter", "/letters", letter).is(201);
    }

    /** The work, once it has ended. */
    private JsonNode ended(World.Someone who, Map<String, ?> choice) {
        String id = who.post("beginBook", "/books", choice)
                .is(202)
                .body()
                .path("work")
                .path("workId")
                .asText();
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        () -> who.get("getBook", "/books/" + id).ok(),
                        book -> List.of("DONE", "FAILED", "CANCELLED")
                                .contains(book.path("work").path("state").asText()));
    }

    @Test
    void book_ofAPerson_hasTheLettersByAndToThem() throws Exception {
        write();

        JsonNode book = ended(world.emil(), Map.of("person", "karl", "language", "zh-TW"));

        assertThat(book.path("work").path("result").path("letters").asInt()).isEqualTo(2);
        assertThat(book.path("work").path("result").path("pages").asInt()).isEqualTo(5);
        HttpResponse<byte[]> pdf = world.http()
                .send(
                        HttpRequest.newBuilder(
                                        URI.create(book.path("downloadUrl").asText()))
                                .build(),
                        BodyHandlers.ofByteArray());
        assertThat(pdf.statusCode()).isEqualTo(200);
        assertThat(new String(pdf.body(), 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
        assertThat(pdf.headers().firstValue("content-disposition").orElse("")).contains("attachment");
    }

    @Test
    void book_ofADecadeOrOfChosenDates_hasThose() {
        write();

        JsonNode decade = ended(world.emil(), Map.of("fromYear", "1940", "toYear", "1949"));
        assertThat(decade.path("work").path("result").path("letters").asInt()).isEqualTo(2);

        JsonNode chosen = ended(world.emil(), Map.of("dates", List.of("1955-06-15", "1901-01-01", "../../x")));
        assertThat(chosen.path("work").path("result").path("letters").asInt()).isEqualTo(1);
    }

    @Test
    void book_ofNothing_failsInWords() {
        write();

        JsonNode none = ended(world.emil(), Map.of("person", "Nobody"));

        assertThat(none.path("work").path("state").asText()).isEqualTo("FAILED");
        assertThat(none.path("work").path("message").asText()).isEqualTo("No letter fits this choice.");
        assertThat(none.has("downloadUrl")).isFalse();
    }

    @Test
    void book_ofAnother_isNotSeenByOthers() {
        write();
        String id = ended(world.emil(), Map.of()).path("work").path("workId").asText();

        world.ines().get("getMe", "/me").ok();
        world.ines().get("getBook", "/books/" + id).is(404);
        world.rosa().get("getBook", "/books/" + id).is(404);
        world.tim().post("beginBook", "/books", Map.of()).is(403);
    }

    @Test
    void place_ofALetter_isCountedFromTheOldest() {
        write();
        world.rosa()
                .post("createLetter", "/letters", Map.of("date", "0000-00-00-card", "title", "Card", "content", "x"))
                .is(201);

        JsonNode place =
                world.emil().get("getLetterPlace", "/letters/1944-01-00/place").ok();

        assertThat(place.path("position").asInt()).isEqualTo(3);
        assertThat(place.path("total").asInt()).isEqualTo(4);
        world.emil().get("getLetterPlace", "/letters/1901-01-01/place").is(404);
    }
}

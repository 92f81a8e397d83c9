package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.sample.DrawnFilms;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The demo's video of eight figures, analysed by the built-in analyzer as the demo has it. Its colours are plain: this shows that the parts work
 * together, and nothing about real clothes.
 */
@Timeout(300)
class DrawnFilmTest extends FootageTest {
    private static final Set<String> DRAWN =
            Set.of("red", "green", "orange", "blue", "purple", "yellow", "pink", "black");

    @Test
    void yard_withEightFigures_hasAsManyPersonsInTheirColours() throws IOException {
        String id = otto.upload("yard.avi", "video/x-msvideo", DrawnFilms.yard());
        JsonNode video = otto.awaitProcessed(id);
        assertThat(video.path("faceCount").asInt()).isBetween(7, 9);
        Set<String> colors = persons().stream()
                .map(Person::attributes)
                .map(looks -> String.valueOf(looks.upperColor()))
                .filter(DRAWN::contains)
                .collect(Collectors.toSet());
        assertThat(colors).as("%s", persons()).hasSizeGreaterThanOrEqualTo(7);
    }
}

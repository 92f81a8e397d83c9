package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.systems.holdthatthought.Scanner.Paper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.sync.RequestBody;

/** What is removed in time, and what stays. Objects are years older than the world's clock. */
@Timeout(300)
class DraftSweepTest extends FamilyTest {
    private static final Paper LETTER = Paper.pdf(Papers.pdf(List.of("Dear Rosa,")));

    private Scanner emil() {
        return new Scanner(world.emil());
    }

    private void sweep() {
        long unused = world.system.sweeps().stream()
                .filter(each -> each.name().equals("drafts"))
                .findFirst()
                .orElseThrow()
                .runNow(Sweep.Progress.NONE);
    }

    private String status(String id) {
        return emil().draft(id).path("status").asText();
    }

    @Test
    void sweep_afterADay_failsWhatWasNeverProcessed() {
        JsonNode announced = emil().announce(LETTER);
        String pending = announced.path("uploadId").asText();
        emil().send(announced, LETTER);
        String ready = emil().ready(LETTER).path("draftId").asText();
        Objects3.client()
                .putObject(r -> r.bucket(world.bucket).key("temp/exports/x.zip"), RequestBody.fromString("zip"));
        Objects3.client()
                .putObject(
                        r -> r.bucket(world.bucket).key("letters/drafts/nobody/pages/1.jpg"),
                        RequestBody.fromString("x"));

        world.clock.advance(Duration.ofHours(23));
        sweep();
        assertThat(status(pending)).isEqualTo("pending");
        world.clock.advance(Duration.ofHours(2));
        sweep();
        assertThat(emil().draft(pending).path("errorMessage").asText()).contains("Upload them again");
        assertThat(world.objects())
                .noneMatch(key -> key.startsWith("temp/"))
                .noneMatch(key -> key.contains("nobody"))
                .contains("letters/drafts/" + ready + ".pdf");
        emil().process(pending).is(409);
        world.emil()
                .post("processUpload", "/letters/process/" + ready + "?again=true", null)
                .is(202);
        assertThat(emil().await(ready, "ready").at("/extractedData/content").asText())
                .as("extracted anew from the scan")
                .contains("Dear Rosa");
    }

    @Test
    void sweep_afterAMonth_removesWhatHasEnded() {
        String ready = emil().ready(LETTER).path("draftId").asText();
        String published = emil().ready(LETTER).path("draftId").asText();
        emil().publish(
                        published,
                        Map.of("finalData", Map.of("date", "1952-06-15", "title", "T", "content", "Dear Rosa")))
                .is(200);
        String moved = "letters/1952-06-15/1952-06-15.pdf";
        await().atMost(Duration.ofMinutes(1))
                .until(() -> emil().draft(published).path("s3Key").asText().equals(moved));
        String failed = emil().begin(Paper.pdf(Papers.locked(List.of("x"))));
        emil().await(failed, "failed");

        world.clock.advance(Duration.ofDays(29));
        sweep();
        assertThat(List.of(status(ready), status(published), status(failed)))
                .containsExactly("ready", "published", "failed");
        world.clock.advance(Duration.ofDays(2));
        sweep();
        assertThat(status(ready)).isEqualTo("ready");
        for (String gone : List.of(published, failed)) {
            world.emil().get("getDraft", "/admin/drafts/" + gone).is(404);
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> world.objects().stream()
                        .filter(key -> key.startsWith("letters/drafts/"))
                        .allMatch(key -> key.contains(ready)));
        assertThat(world.objects()).contains(moved);
    }
}

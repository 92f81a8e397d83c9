package dev.trestle.systems.zentriqvision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.systems.zentriqvision.World.Someone;
import dev.trestle.systems.zentriqvision.model.MemberRole;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What pages hear of videos while they are processed; another organisation, and a member of other cameras, hear nothing. */
@Timeout(300)
class VideoEventsTest extends FootageTest {
    private List<String> listen(Someone who) throws Exception {
        return Listening.by(world.http(), who);
    }

    @Test
    void events_whileAVideoIsProcessed_tellProgressToThoseWhoMaySeeIt() throws Exception {
        Someone lara = world.someone("lara", World.ACME, "zentriqvision-viewer");
        lara.get("getUser", "/user").ok();
        var member = world.items(World.ACME)
                .get(SupportTable.MEMBER_BY_ID.of("lara"))
                .orElseThrow();
        world.items(World.ACME)
                .put(SupportTable.MEMBER, member.withCameras(List.of("south")).withRole(MemberRole.VIEWER));
        List<String> heard = listen(world.vera());
        List<String> globex = listen(world.gus());
        List<String> south = listen(lara);
        String id = otto.upload("yard.mp4", "video/mp4", Clips.empty(4), "camera", "north");
        otto.awaitProcessed(id);
        String other = otto.upload("yard.mp4", "video/mp4", Clips.empty(2), "camera", "south");
        otto.awaitProcessed(other);

        for (String part : List.of(
                "\"status\":\"UPLOADING\"",
                "\"status\":\"PROCESSING\"",
                "\"phase\":\"PREPARING\"",
                "\"phase\":\"ANALYZING\"",
                "\"position\":2",
                "\"status\":\"PROCESSED\"")) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> heard.stream().anyMatch(line -> line.contains(id) && line.contains(part)));
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> south.stream().anyMatch(line -> line.contains(other) && line.contains("PROCESSED")));
        assertThat(south).as("of other cameras").noneMatch(line -> line.contains(id));
        assertThat(globex).as("another organisation").noneMatch(line -> line.contains("video_"));
        lara.get("getVideo", "/videos/" + id).is(404);
        assertThat(lara.get("listVideos", "/videos").ok().path("count").asInt()).isEqualTo(1);
    }
}

package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.clients.Tools;
import dev.trestle.media.Made;
import dev.trestle.media.MediaLimits;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Merged;
import dev.trestle.media.Size;
import dev.trestle.media.Workspace;
import dev.trestle.media.video.Region;
import dev.trestle.media.video.VideoInfo;
import dev.trestle.media.video.VideoLimits;
import dev.trestle.media.video.VideoTools;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/media.md shows; the suites of the module have the rest. */
class MediaGuideTest {
    @Test
    void media_asOnThePage_scalesAndMerges(@TempDir Path directory) throws Exception {
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(800, 400, BufferedImage.TYPE_INT_RGB), "jpeg", jpeg);
        InputStream content = new ByteArrayInputStream(jpeg.toByteArray());
        // tag::use[]
        MediaTools media = new MediaTools(directory, MediaLimits.DEFAULT, "tesseract", List.of("eng", "chi_tra"));
        try (Workspace space = media.workspace()) { // temporary; closing removes all files
            Path photo = space.add(content, 10 << 20); // refuses more than 10 MiB
            List<Made> sizes = media.scale(space, photo, List.of(new Size(320), new Size(1600)));
            Merged letter = media.merge(space, List.of(photo, photo), List.of("image/jpeg", "image/jpeg"));
            List<Made> pages = media.pages(space, letter.file(), new Size(1600));
            // end::use[]
            assertThat(sizes).extracting(Made::width).containsExactly(320, 800);
            assertThat(pages).hasSize(2);
        }
    }

    @Test
    void video_asOnThePage_isShownAndMadePlayable(@TempDir Path directory) throws Exception {
        Tools.require("ffmpeg", "-version");
        Path file = directory.resolve("film.avi");
        Process drawn = new ProcessBuilder(
                        "ffmpeg",
                        "-loglevel",
                        "error",
                        "-f",
                        "lavfi",
                        "-i",
                        "testsrc=size=320x240:rate=5:duration=6",
                        "-c:v",
                        "mpeg4",
                        file.toString())
                .inheritIO()
                .start();
        assertThat(drawn.waitFor()).isZero();
        // tag::video[]
        VideoTools videos = new VideoTools(directory, MediaLimits.DEFAULT, VideoLimits.DEFAULT, "ffmpeg");
        VideoInfo info = videos.check(file); // refuses what is no video, over 12 hours or 4096 pixels a side
        byte[] jpeg = videos.picture(file, Duration.ofSeconds(5), Region.WHOLE, 640);
        if (!info.isPlayable()) {
            try (Workspace space = videos.workspace()) { // temporary, as above
                Path mp4 = videos.rendition(space, file, done -> {}); // H.264 and AAC, the index in front
                // end::video[]
                assertThat(videos.check(mp4).isPlayable()).isTrue();
            }
        }
        assertThat(info.isPlayable()).isFalse();
        assertThat(ImageIO.read(new ByteArrayInputStream(jpeg)).getWidth()).isEqualTo(320);
    }
}

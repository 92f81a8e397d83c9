package dev.trestle.media.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.media.MediaException;
import dev.trestle.media.MediaException.Problem;
import dev.trestle.media.MediaLimits;
import dev.trestle.media.Workspace;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people bring, through the real FFmpeg. */
class VideoToolsTest {
    private static final String[] MP4 = {"-c:v", "libx264", "-pix_fmt", "yuv420p"};

    @TempDir
    Path directory;

    private VideoTools tools() {
        return tools(MediaLimits.DEFAULT, VideoLimits.DEFAULT);
    }

    private VideoTools tools(MediaLimits limits, VideoLimits videos) {
        return new VideoTools(directory.resolve("work"), limits, videos, "ffmpeg");
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private static MediaException refused(Runnable action) {
        return catchThrowableOfType(MediaException.class, action::run);
    }

    private void assertNothingLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory.resolve("work"))) {
            assertThat(left).as("nothing is left behind").isEmpty();
        }
    }

    @Test
    void probe_mp4_saysWhatIsInIt() throws IOException {
        Path video = Videos.redThenBlue(file("a.mp4"), 320, 180, MP4);

        VideoInfo info = tools().check(video);

        assertThat(info.container()).contains("mp4");
        assertThat(info)
                .isEqualTo(new VideoInfo(info.container(), "h264", 320, 180, Duration.ofSeconds(2), 10, null, true));
        assertNothingLeft();
    }

    @Test
    void probe_aviOfOldCodec_isNotPlayable() {
        Path video = Videos.redThenBlue(file("a.avi"), 320, 180, "-c:v", "msmpeg4");

        VideoInfo info = tools().check(video);

        assertThat(info.codec()).isEqualTo("msmpeg4v3");
        assertThat(info.container()).isEqualTo("avi");
        assertThat(info.isPlayable()).isFalse();
    }

    @Test
    void probe_turnedVideo_hasTheSizeThatIsShown() {
        Path video = Videos.redThenBlue(file("a.mp4"), 320, 180, MP4);
        Path turned = file("turned.mp4");
        Videos.make(turned, "-i", video.toString(), "-c", "copy", "-metadata:s:v:0", "rotate=90");

        VideoInfo info = tools().check(turned);

        assertThat(List.of(info.width(), info.height())).containsExactly(180, 320);
    }

    @Test
    void probe_nameLikeAnOption_isAName() throws IOException {
        Path video = Videos.redThenBlue(file("a.mp4"), 320, 180, MP4);
        Path odd = Files.move(video, file("-i http:;$(touch x) 100%d.mp4"));

        assertThat(tools().check(odd).width()).isEqualTo(320);
        assertThat(tools().picture(odd, Duration.ZERO, Region.WHOLE, 64)).isNotEmpty();
        assertThat(Files.exists(Path.of("x"))).isFalse();
    }

    private static Color at(byte[] jpeg, int x, int y) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(jpeg));
        return new Color(image.getRGB(x, y));
    }

    private static void assertRed(Color color) {
        assertThat(color.getRed()).isGreaterThan(200);
        assertThat(color.getBlue()).isLessThan(60);
    }

    private static void assertBlue(Color color) {
        assertThat(color.getBlue()).isGreaterThan(200);
        assertThat(color.getRed()).isLessThan(60);
    }

    @Test
    void picture_atAMoment_isOfThatMoment() throws IOException {
        Path video = Videos.redThenBlue(file("a.mp4"), 320, 180, MP4);

        assertRed(at(tools().picture(video, Duration.ofMillis(500), Region.WHOLE, 100), 20, 20));
        assertBlue(at(tools().picture(video, Duration.ofMillis(1500), Region.WHOLE, 100), 20, 20));
        // Behind the end it is the last one.
        assertBlue(at(tools().picture(video, Duration.ofMinutes(10), Region.WHOLE, 100), 20, 20));
        assertNothingLeft();
    }

    @Test
    void picture_ofARegion_isScaledAndCropped() throws IOException {
        Path video = file("halves.mp4");
        Videos.make(
                video,
                "-f",
                "lavfi",
                "-i",
                "color=red:s=320x180:r=10:d=1,drawbox=x=160:w=160:h=180:t=fill:color=blue",
                "-pix_fmt",
                "yuv420p");

        byte[] right = tools().picture(video, Duration.ZERO, new Region(0.5, 0, 0.5, 1), 90);
        byte[] whole = tools().picture(video, Duration.ZERO, Region.WHOLE, 4096);

        BufferedImage image = ImageIO.read(new ByteArrayInputStream(right));
        assertThat(List.of(image.getWidth(), image.getHeight())).containsExactly(80, 90);
        assertBlue(at(right, 20, 20));
        assertThat(ImageIO.read(new ByteArrayInputStream(whole)).getWidth())
                .as("never enlarged")
                .isEqualTo(320);
    }

    private void assertPlayable(VideoTools tools) throws IOException {
        Path video = Videos.redThenBlue(file("a.avi"), 321, 181, "-c:v", "mpeg4", "-metadata", "title=secret place");
        List<Double> told = new ArrayList<>();
        try (Workspace space = tools.workspace()) {
            Path made = tools.rendition(space, video, told::add);

            VideoInfo info = tools.check(made);
            assertThat(info.isPlayable()).isTrue();
            assertThat(List.of(info.width(), info.height())).containsExactly(320, 180);
            assertThat(info.duration()).isBetween(Duration.ofMillis(1900), Duration.ofMillis(2100));
            byte[] bytes = Files.readAllBytes(made);
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            assertThat(text).doesNotContain("secret place");
            assertThat(text.indexOf("moov")).as("the index is in front").isLessThan(text.indexOf("mdat"));
        }
        assertThat(told).isSorted().allMatch(each -> each > 0 && each <= 1);
    }

    @Test
    void rendition_ofOldCodec_playsInBrowsers() throws IOException {
        assertPlayable(tools());
        assertNothingLeft();
    }

    @Test
    void bundled_withoutFfmpegOnTheMachine_doesTheSame() throws IOException {
        VideoTools tools =
                new VideoTools(directory.resolve("work"), MediaLimits.DEFAULT, VideoLimits.DEFAULT, "no-such-ffmpeg");

        assertPlayable(tools);
        Path video = file("a.avi");
        assertRed(at(tools.picture(video, Duration.ofMillis(500), Region.WHOLE, 100), 20, 20));
        assertBlue(at(tools.picture(video, Duration.ofMinutes(9), Region.WHOLE, 100), 20, 20));
        try (Stream<Path> left = Files.list(directory.resolve("work"))) {
            assertThat(left)
                    .singleElement()
                    .satisfies(each -> assertThat(each.getFileName().toString()).startsWith("ffmpeg-"));
        }
    }

    @Test
    void configured_pathWithoutProgram_isUnavailable() {
        VideoTools tools = new VideoTools(
                directory.resolve("work"), MediaLimits.DEFAULT, VideoLimits.DEFAULT, directory + "/ffmpeg");

        assertThat(refused(() -> tools.probe(file("a.mp4"))).problem()).isEqualTo(Problem.UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Just some text, called a video.",
                "",
                "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:%s\n#EXT-X-ENDLIST\n",
                "ffconcat version 1.0\nfile '%s'\n",
                "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><Period><AdaptationSet><Representation>"
                        + "<BaseURL>%s</BaseURL></Representation></AdaptationSet></Period></MPD>",
                "v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n",
                "GIF89a"
            })
    void check_otherFileCalledVideo_isRefusedAndReadsNothingElse(String text) throws IOException {
        Path other = Videos.redThenBlue(file("other.mp4"), 320, 180, MP4);
        Path hostile = Files.writeString(file("hostile.mp4"), text.replace("%s", other.toString()));

        assertThat(refused(() -> tools().check(hostile)).problem()).isEqualTo(Problem.DAMAGED);
        assertThat(refused(() -> tools().picture(hostile, Duration.ZERO, Region.WHOLE, 100))
                        .problem())
                .isEqualTo(Problem.DAMAGED);
        assertNothingLeft();
    }

    @Test
    void check_soundAlone_isUnsupported() {
        Path sound = file("sound.mp4");
        Videos.make(sound, "-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac");

        assertThat(refused(() -> tools().check(sound)).problem()).isEqualTo(Problem.UNSUPPORTED);
    }

    @Test
    void check_tooLargeOrTooLong_isRefused() {
        Path large = file("large.mp4");
        Videos.make(large, "-f", "lavfi", "-i", "color=red:s=4112x64:r=1:d=1", "-c:v", "mpeg4");
        Path video = Videos.redThenBlue(file("a.mp4"), 320, 180, MP4);
        VideoTools brief = tools(MediaLimits.DEFAULT, new VideoLimits(Duration.ofSeconds(1), 4096));

        assertThat(refused(() -> tools().check(large)))
                .hasMessageContaining("4112 × 64")
                .extracting(MediaException::problem)
                .isEqualTo(Problem.TOO_LARGE);
        assertThat(refused(() -> brief.check(video)).problem()).isEqualTo(Problem.TOO_LARGE);
    }

    @Test
    void picture_morePixelsThanAllowed_areNeverDecoded() {
        Path video = Videos.redThenBlue(file("a.mp4"), 640, 480, MP4);
        VideoTools small = tools(MediaLimits.DEFAULT.withPixels(320 * 200), VideoLimits.DEFAULT);

        assertThat(refused(() -> small.picture(video, Duration.ZERO, Region.WHOLE, 100))
                        .problem())
                .isEqualTo(Problem.DAMAGED);
    }

    @Test
    void check_truncatedVideo_isRefusedOrReadAsFarAsItGoes() throws IOException {
        Path video = Videos.redThenBlue(file("a.mp4"), 320, 180, MP4);
        byte[] whole = Files.readAllBytes(video);
        // The index lies at the end.
        Path withoutIndex = Files.write(file("cut.mp4"), Arrays.copyOf(whole, whole.length / 2));
        Path avi = file("a.avi");
        Videos.make(avi, "-f", "lavfi", "-i", "testsrc=s=320x180:d=4", "-c:v", "mjpeg");
        byte[] all = Files.readAllBytes(avi);
        Path half = Files.write(file("half.avi"), Arrays.copyOf(all, all.length * 2 / 3));

        assertThat(refused(() -> tools().check(withoutIndex)).problem()).isEqualTo(Problem.DAMAGED);
        assertThat(tools().check(half).width()).isEqualTo(320);
        assertThat(tools().picture(half, Duration.ofMinutes(1), Region.WHOLE, 100))
                .isNotEmpty();
    }

    @Test
    void rendition_gapOfHours_isNotFilledWithPictures() throws IOException {
        Path gap = file("gap.mkv");
        Videos.make(
                gap,
                "-f",
                "lavfi",
                "-i",
                "color=red:s=320x180:r=1:d=2,setpts='if(eq(N,1),36000/TB,PTS)'",
                "-vsync",
                "vfr",
                "-c:v",
                "libx264");

        try (Workspace space = tools().workspace()) {
            Path made = tools().rendition(space, gap, done -> {});

            assertThat(Files.size(made)).isLessThan(100_000);
        }
    }

    @Test
    void rendition_tooMuchTimeOrOutput_isStopped() throws IOException {
        Path noise = file("noise.mkv");
        Videos.make(
                noise,
                "-f",
                "lavfi",
                "-i",
                "nullsrc=s=640x480:r=25:d=4,geq=random(1)*255:128:128",
                "-c:v",
                "mpeg4",
                "-q:v",
                "2");
        MediaLimits limits = MediaLimits.DEFAULT;

        assertStopped(noise, limits.withMemory(20L << 20));
        assertThat(refused(() -> tools(limits.withTime(Duration.ofMillis(1)), VideoLimits.DEFAULT)
                                .picture(noise, Duration.ZERO, Region.WHOLE, 100))
                        .problem())
                .isEqualTo(Problem.TOO_LARGE);
        assertNothingLeft();
    }

    private void assertStopped(Path video, MediaLimits limits) throws IOException {
        VideoTools tools = tools(limits, VideoLimits.DEFAULT);
        try (Workspace space = tools.workspace()) {
            assertThat(refused(() -> tools.rendition(space, video, done -> {})).problem())
                    .isEqualTo(Problem.TOO_LARGE);
        }
    }
}

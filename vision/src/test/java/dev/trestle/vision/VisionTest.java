package dev.trestle.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.trestle.vision.DrawnVideo.Figure;
import dev.trestle.vision.VisionException.Problem;
import dev.trestle.vision.detect.Box;
import dev.trestle.vision.evaluate.Evaluator;
import dev.trestle.vision.evaluate.Labels;
import dev.trestle.vision.evaluate.Scores;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real worker processes on drawn videos. */
class VisionTest {
    private static final List<Figure> EIGHT = List.of(
            new Figure(Color.RED, Color.BLUE),
            new Figure(Color.GREEN, Color.BLACK),
            new Figure(Color.ORANGE, Color.GRAY),
            new Figure(Color.BLUE, Color.BROWN),
            new Figure(Color.PURPLE, Color.BLACK),
            new Figure(Color.YELLOW, Color.GRAY),
            new Figure(Color.PINK, Color.BLUE),
            new Figure(Color.BLACK, Color.GREEN));

    @TempDir
    private static Path directory;

    private static Path eight = Path.of("eight.mp4");
    private static Path nobody = Path.of("nobody.mp4");

    @BeforeAll
    static void draw() {
        eight = DrawnVideo.write(directory.resolve("eight.mp4"), EIGHT, DrawnVideo.seconds(EIGHT.size()));
        nobody = DrawnVideo.write(directory.resolve("nobody.mp4"), List.of(), 4);
    }

    private static Vision vision() {
        return new Vision(directory.resolve("work"), "ffmpeg");
    }

    private static List<Segment> analyze(Path video, int seconds) {
        List<Segment> segments = new ArrayList<>();
        byte[] state = {};
        try (SegmentAnalyzer analyzer = vision().start()) {
            do {
                int from = segments.size() * seconds;
                Segment next = analyzer.analyze(task(video, from, from + seconds, state), ms -> {});
                segments.add(next);
                state = next.state();
            } while (!segments.get(segments.size() - 1).isLast());
        }
        return segments;
    }

    private static SegmentTask task(Path video, int from, int to, byte[] state) {
        return new SegmentTask(video, Duration.ofSeconds(from), Duration.ofSeconds(to), state);
    }

    private static List<Track> ended(List<Segment> segments) {
        return segments.stream()
                .flatMap(each -> each.tracks().stream())
                .filter(Track::hasEnded)
                .toList();
    }

    @Test
    void analyze_eightFigures_areEightPersonsInTheirColours() throws IOException {
        List<Segment> segments = analyze(eight, 10);

        List<Track> tracks = ended(segments);
        assertThat(tracks).hasSizeBetween(7, 9);
        Set<Color> upper = tracks.stream().map(Track::upperColor).collect(Collectors.toSet());
        long right = EIGHT.stream().filter(each -> upper.contains(each.upper())).count();
        assertThat(right).as("upper colours right, of " + upper).isGreaterThanOrEqualTo(7);
        assertThat(segments.stream().flatMap(each -> each.observations().stream()))
                .as("everybody is where a figure is")
                .allSatisfy(each -> assertThat(isAtAFigure(each)).isTrue());
        Set<Integer> pictured = new HashSet<>();
        for (Track each :
                segments.stream().flatMap(one -> one.tracks().stream()).toList()) {
            Track.Crop crop = each.crop();
            if (crop != null) {
                pictured.add(each.number());
                assertThat(ImageIO.read(new ByteArrayInputStream(crop.jpeg())).getHeight())
                        .isBetween(50, 320);
            }
        }
        assertThat(pictured).containsAll(tracks.stream().map(Track::number).toList());
    }

    /** By labels that the drawing makes of itself: each second, of whom a third or more is on the picture. */
    @Test
    void evaluate_eightFigures_findsThemWithoutSwitchesInTheirColours() {
        Labels labels = drawnLabels();

        Scores scores = Evaluator.evaluate(vision(), eight, labels, ms -> {});

        System.out.println(scores.table());
        assertThat(scores.persons()).isEqualTo(EIGHT.size());
        assertThat(scores.recall()).isGreaterThan(0.8);
        assertThat(scores.precision()).isGreaterThan(0.8);
        assertThat(scores.switches()).isLessThanOrEqualTo(1);
        assertThat((double) scores.upper().right() / scores.upper().labelled()).isGreaterThan(0.85);
    }

    private static Labels drawnLabels() {
        SortedMap<Long, List<Labels.Label>> frames = new TreeMap<>();
        for (long ms = 1000; ms < 1000 * DrawnVideo.seconds(EIGHT.size()); ms += 1000) {
            List<Labels.Label> there = new ArrayList<>();
            for (int i = 0; i < EIGHT.size(); i++) {
                Box box = DrawnVideo.box(i, ms / 1000.0);
                Box shown = new Box(Math.max(0, box.left()), box.top(), Math.min(1, box.right()), box.bottom());
                if (shown.width() > box.width() / 3) {
                    there.add(new Labels.Label(
                            "figure " + i,
                            shown,
                            EIGHT.get(i).upper(),
                            EIGHT.get(i).lower()));
                }
            }
            frames.put(ms, there);
        }
        return new Labels(frames);
    }

    private static boolean isAtAFigure(Observation each) {
        double middle = each.box().x() + each.box().width() / 2;
        for (int i = 0; i < EIGHT.size(); i++) {
            if (Math.abs(DrawnVideo.place(i, each.atMs() / 1000.0) - middle) < 0.08) {
                return true;
            }
        }
        return false;
    }

    @Test
    void analyze_videoWithoutPeople_findsNobody() {
        List<Segment> segments = analyze(nobody, 30);

        assertThat(segments).singleElement().satisfies(each -> {
            assertThat(each.observations()).isEmpty();
            assertThat(each.tracks()).isEmpty();
            assertThat(each.frames()).isEqualTo(16);
            assertThat(each.detected()).as("nothing moves").isEqualTo(1);
        });
    }

    @Test
    void analyze_sameSegmentAgain_givesTheSame() {
        List<Long> told = new ArrayList<>();
        try (SegmentAnalyzer one = vision().start();
                SegmentAnalyzer other = vision().start()) {
            Segment first = one.analyze(task(eight, 0, 4, new byte[0]), told::add);
            Segment second = one.analyze(task(eight, 4, 7, first.state()), told::add);
            // Another process, and the one that has seen the segment before.
            assertThat(other.analyze(task(eight, 4, 7, first.state()), ms -> {}))
                    .usingRecursiveComparison()
                    .isEqualTo(second);
            assertThat(one.analyze(task(eight, 4, 7, first.state()), ms -> {}))
                    .usingRecursiveComparison()
                    .isEqualTo(second);
            assertThat(second.tracks()).as("the same persons go on").anySatisfy(each -> {
                assertThat(each.firstMs()).isLessThan(4000);
                assertThat(each.lastMs()).isGreaterThanOrEqualTo(4000);
            });
            assertThat(first.state()).hasSizeLessThan(64 << 10);
        }
        assertThat(told).allMatch(each -> each >= 0 && each <= 7000);
    }

    private static VisionException failure(Runnable action) {
        return catchThrowableOfType(VisionException.class, action::run);
    }

    @Test
    void analyze_otherFileCalledVideo_isDamaged() throws IOException {
        Path text = Files.writeString(directory.resolve("text.mp4"), "Just some text, called a video.");

        try (SegmentAnalyzer analyzer = vision().start()) {
            assertThat(failure(() -> analyzer.analyze(task(text, 0, 30, new byte[0]), ms -> {}))
                            .problem())
                    .isEqualTo(Problem.DAMAGED);
            assertThat(analyzer.analyze(task(nobody, 0, 2, new byte[0]), ms -> {})
                            .frames())
                    .as("the worker goes on")
                    .isEqualTo(8);
        }
    }

    @Test
    void analyze_damagedState_isRefused() {
        try (SegmentAnalyzer analyzer = vision().start()) {
            assertThat(failure(() -> analyzer.analyze(task(nobody, 2, 4, new byte[] {1, 2, 3}), ms -> {}))
                            .problem())
                    .isEqualTo(Problem.WORKER_ENDED);
        }
    }

    private static List<ProcessHandle> family(long pid) {
        ProcessHandle worker = ProcessHandle.of(pid).orElseThrow();
        return Stream.concat(Stream.of(worker), worker.descendants()).toList();
    }

    private static void assertGone(List<ProcessHandle> processes) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(processes).noneMatch(ProcessHandle::isAlive));
    }

    /** Begins to analyse, and waits until the worker has said something. */
    private static CompletableFuture<VisionException> begin(SegmentAnalyzer analyzer) {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<VisionException> ended = CompletableFuture.supplyAsync(() ->
                failure(() -> analyzer.analyze(task(eight, 0, 3600, new byte[0]), ms -> begun.complete(null))));
        ended.thenRun(() -> begun.completeExceptionally(new AssertionError("it ended before it began")));
        begun.join();
        return ended;
    }

    @Test
    @Tag("once")
    void analyze_workerIsKilled_saysSoAndLeavesNothing() throws IOException {
        try (SegmentAnalyzer analyzer = vision().start()) {
            CompletableFuture<VisionException> ended = begin(analyzer);
            List<ProcessHandle> family = family(analyzer.pid());
            family.get(0).destroyForcibly();

            assertThat(ended.join().problem()).isEqualTo(Problem.WORKER_ENDED);
            assertGone(family);
        }
        try (Stream<Path> left = Files.list(directory.resolve("work"))) {
            assertThat(left.filter(each -> each.getFileName().toString().startsWith("media-")))
                    .isEmpty();
        }
    }

    @Test
    @Tag("once")
    void analyze_workerIsSilent_isKilled() throws Exception {
        Vision impatient = new Vision(directory.resolve("work"), "ffmpeg", Duration.ofSeconds(15));
        try (SegmentAnalyzer analyzer = impatient.start()) {
            CompletableFuture<VisionException> ended = begin(analyzer);
            List<ProcessHandle> family = family(analyzer.pid());
            new ProcessBuilder("kill", "-STOP", String.valueOf(analyzer.pid()))
                    .start()
                    .waitFor();

            assertThat(ended.join())
                    .hasMessageContaining("silent")
                    .extracting(VisionException::problem)
                    .isEqualTo(Problem.WORKER_ENDED);
            assertGone(family);
        }
    }

    @Test
    @Tag("once")
    void close_whileItAnalyzes_endsIt() {
        SegmentAnalyzer analyzer = vision().start();
        CompletableFuture<VisionException> ended = begin(analyzer);
        List<ProcessHandle> family = family(analyzer.pid());

        analyzer.close();

        assertThat(ended.join().problem()).isEqualTo(Problem.CLOSED);
        assertGone(family);
    }

    @Test
    void missing_withoutFfmpeg_saysWhatToDo() {
        Vision vision = new Vision(directory.resolve("work"), "/nowhere/ffmpeg");

        assertThat(vision().missing()).isEmpty();
        assertThat(vision.missing()).hasValueSatisfying(each -> assertThat(each).contains("media.ffmpeg"));
        assertThat(failure(vision::start).problem()).isEqualTo(Problem.NOT_INSTALLED);
    }
}

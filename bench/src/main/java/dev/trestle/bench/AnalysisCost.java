package dev.trestle.bench;

import dev.trestle.vision.Segment;
import dev.trestle.vision.SegmentAnalyzer;
import dev.trestle.vision.SegmentTask;
import dev.trestle.vision.Vision;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** What the built-in analyzer takes of a processor, beside FFmpeg that decodes the same video and throws the pictures away. */
final class AnalysisCost {
    private static final Path STREET = Path.of("/usr/share/doc/opencv-doc/examples/data/vtest.avi");
    private static final Path STAT = Path.of("/proc/self/stat");
    private static final int SECONDS = 40;
    private static final int WARM_UP_SECONDS = 10;
    private static final String GRAIN = "noise=alls=5:allf=t";
    private static final String BITS_A_SECOND = "6M";
    private static final double TICK_SECONDS = 0.01;
    private static final double BUSY_MAX = 4;
    private static final double STILL_MAX = 3.5;

    private final PrintStream out;
    private final Path home;

    AnalysisCost(PrintStream out, Path home) {
        this.out = out;
        this.home = home;
    }

    /** Gives the limits that were missed. */
    List<String> run() throws IOException, InterruptedException {
        Vision vision = new Vision(home, "ffmpeg");
        String missing = vision.missing()
                .orElse(
                        Files.exists(STAT)
                                ? Files.exists(STREET)
                                        ? ""
                                        : STREET + " is missing; install Debian's package opencv-doc"
                                : "there is no /proc here");
        if (!missing.isEmpty()) {
            out.println("NOT MEASURED: the processor's time of an analysis. " + missing);
            return List.of();
        }
        List<String> missed = new ArrayList<>();
        // A street at ten frames a second, made as large and as smooth as cameras have it now, with the grain that none
        // of them is without.
        Path busy = made("busy.mp4", "scale=1920:1080,fps=25," + GRAIN);
        missed.addAll(compare(vision, "Analysis of 1080p25, people in all frames", busy, BUSY_MAX));
        Path still = made("still.mp4", "select=eq(n\\,0),scale=1920:1080,loop=-1:1,fps=25," + GRAIN);
        missed.addAll(compare(vision, "Analysis of 1080p25, nothing moves", still, STILL_MAX));
        return missed;
    }

    private Path made(String name, String filter) throws IOException, InterruptedException {
        Path file = home.resolve(name);
        run(
                "-i",
                STREET.toString(),
                "-vf",
                filter,
                "-t",
                Integer.toString(SECONDS),
                "-c:v",
                "libx264",
                "-preset",
                "veryfast",
                "-b:v",
                BITS_A_SECOND,
                "-maxrate",
                BITS_A_SECOND,
                "-bufsize",
                BITS_A_SECOND,
                "-pix_fmt",
                "yuv420p",
                file.toString());
        return file;
    }

    private static void run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-nostdin", "-y", "-v", "error", "-threads", "1"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IOException("ffmpeg failed: " + command);
        }
    }

    private List<String> compare(Vision vision, String name, Path video, double max)
            throws IOException, InterruptedException {
        double before = childrenSeconds(STAT);
        run("-ss", Integer.toString(WARM_UP_SECONDS), "-i", video.toString(), "-map", "0:v:0", "-f", "null", "-");
        double decoding = childrenSeconds(STAT) - before;
        long begun = System.nanoTime();
        double analysis;
        Segment segment;
        try (SegmentAnalyzer worker = vision.start()) {
            Path stat = Path.of("/proc", Long.toString(worker.pid()), "stat");
            // The start of the process and its compilers are paid once, not by each minute of video.
            Segment first = worker.analyze(task(video, 0, WARM_UP_SECONDS, new byte[0]), ms -> {});
            double warm = settled(stat);
            begun = System.nanoTime();
            segment = worker.analyze(task(video, WARM_UP_SECONDS, SECONDS, first.state()), ms -> {});
            analysis = settled(stat) - warm;
        }
        double elapsed = (System.nanoTime() - begun) / 1e9;
        double ratio = analysis / decoding;
        boolean isMet = ratio <= max;
        out.println(String.format(
                Locale.ROOT,
                "%s: %.1f s, decoding alone %.1f s of a processor  ratio %.1f  at most %.1f  %s"
                        + "  (%d of %d frames looked for people, %.1f x real time)",
                name,
                analysis,
                decoding,
                ratio,
                max,
                isMet ? "met" : "MISSED",
                segment.detected(),
                segment.frames(),
                (SECONDS - WARM_UP_SECONDS) / elapsed));
        return isMet ? List.of() : List.of(name + " costs " + ratio + " times the decoding");
    }

    private static SegmentTask task(Path video, int from, int to, byte[] state) {
        return new SegmentTask(video, Duration.ofSeconds(from), Duration.ofSeconds(to), state);
    }

    /** Of a process and of its children, once those have been counted. */
    private static double settled(Path stat) throws IOException {
        double seconds = -1;
        for (double now = allSeconds(stat); now != seconds; now = allSeconds(stat)) {
            seconds = now;
            LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
        }
        return seconds;
    }

    private static double allSeconds(Path stat) throws IOException {
        return seconds(stat, 0) + childrenSeconds(stat);
    }

    private static double childrenSeconds(Path stat) throws IOException {
        return seconds(stat, 2);
    }

    /** Time as a user and in the kernel. The program's name, in brackets, may hold blanks. */
    private static double seconds(Path stat, int behind) throws IOException {
        String text = Files.readString(stat);
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11 + behind]) + Long.parseLong(fields[12 + behind])) * TICK_SECONDS;
    }
}

package dev.trestle.vision;

import dev.trestle.media.ChildProcess;
import dev.trestle.media.MediaException;
import dev.trestle.media.Workspace;
import dev.trestle.media.video.Ffmpeg;
import dev.trestle.media.video.VideoInfo;
import dev.trestle.media.video.VideoTools;
import dev.trestle.vision.VisionException.Problem;
import dev.trestle.vision.worker.Messages;
import dev.trestle.vision.worker.Reply;
import dev.trestle.vision.worker.Request;
import dev.trestle.vision.worker.VisionWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker process, seen from the server. It is killed, with its FFmpeg, when it is silent or takes too much. */
final class WorkerProcess implements SegmentAnalyzer {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);
    private static final int HEAP_MIB = 512;
    private static final long MEMORY_MAX = 2L << 30;
    private static final long FILES_MAX = 512L << 20;
    private static final int FRAME_SIDE = 1280;
    private static final int REPORTED_MAX = 2000;
    private static final Path NICE = Path.of("/usr/bin/nice");

    private final VideoTools videos;
    private final Ffmpeg ffmpeg;
    private final Duration silence;
    private final Workspace space;
    private final Path errors;
    private final Process process;
    private final Messages messages;
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    private volatile boolean isClosed;
    private volatile boolean hasEnded;
    private @Nullable Path known;
    private @Nullable VideoInfo info;

    WorkerProcess(VideoTools videos, Ffmpeg ffmpeg, Duration silence) throws IOException {
        this.videos = videos;
        this.ffmpeg = ffmpeg;
        this.silence = silence;
        this.space = videos.workspace();
        this.errors = space.next("errors");
        ProcessBuilder builder = new ProcessBuilder(command())
                .directory(space.directory().toFile())
                .redirectError(errors.toFile());
        builder.environment().clear();
        builder.environment().put("LC_ALL", "C.UTF-8");
        // Not in the command: ONNX Runtime 1.29 crashes in a process whose command has more than 4,096 bytes.
        builder.environment().put("CLASSPATH", absolute(System.getProperty("java.class.path")));
        this.process = builder.start();
        this.messages = new Messages(process.getInputStream(), process.getOutputStream());
        Thread reader = new Thread(this::read, "vision-worker-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    private List<String> command() {
        List<String> words = new ArrayList<>();
        if (Files.isExecutable(NICE)) {
            words.addAll(List.of(NICE.toString(), "-n", "10"));
        }
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MIB + "m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + space.directory(),
                VisionWorker.class.getName()));
        return words;
    }

    /** The worker runs in a directory of its own. */
    private static String absolute(String classPath) {
        List<String> all = new ArrayList<>();
        for (String each : classPath.split(java.io.File.pathSeparator)) {
            all.add(Path.of(each).toAbsolutePath().toString());
        }
        return String.join(java.io.File.pathSeparator, all);
    }

    private void read() {
        try {
            for (Reply each = messages.read(Reply.class); each != null; each = messages.read(Reply.class)) {
                replies.add(each);
            }
        } catch (IOException e) {
            LOG.debug("a vision worker ended", e);
        } finally {
            hasEnded = true;
        }
    }

    @Override
    public Segment analyze(SegmentTask task, LongConsumer progress) {
        VideoInfo video = probed(task.video());
        float scale = Math.min(1, (float) FRAME_SIDE / Math.max(video.width(), video.height()));
        Request request = new Request(
                task.video().toAbsolutePath().toString(),
                ffmpeg.ffmpeg().toString(),
                Math.max(1, Math.round(video.width() * scale)),
                Math.max(1, Math.round(video.height() * scale)),
                task.from().toMillis(),
                task.to().toMillis(),
                video.duration().toMillis(),
                task.state());
        try {
            messages.write(request);
            return answer(progress);
        } catch (IOException e) {
            throw ended("The worker takes no more work.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            throw new VisionException(Problem.CLOSED, "The analysis was interrupted.");
        }
    }

    private VideoInfo probed(Path video) {
        VideoInfo now = info;
        if (now == null || !video.equals(known)) {
            try {
                now = videos.check(video);
            } catch (MediaException e) {
                boolean isMissing = e.problem() == MediaException.Problem.UNAVAILABLE;
                throw new VisionException(
                        isMissing ? Problem.NOT_INSTALLED : Problem.DAMAGED, String.valueOf(e.getMessage()));
            }
            info = now;
            known = video;
        }
        return now;
    }

    private Segment answer(LongConsumer progress) throws InterruptedException {
        long heard = System.nanoTime();
        while (true) {
            Reply reply = replies.poll(200, TimeUnit.MILLISECONDS);
            if (reply == null) {
                if (hasEnded && replies.isEmpty()) {
                    throw ended("The worker ended.");
                }
                if (System.nanoTime() - heard > silence.toNanos()) {
                    throw ended("The worker was silent for " + silence.toSeconds() + " seconds.");
                }
            } else {
                heard = System.nanoTime();
                Segment segment = reply.segment();
                if (segment != null) {
                    return segment;
                }
                String failure = reply.failure();
                if (failure != null) {
                    LOG.warn("a vision worker failed: {}", failure);
                    throw new VisionException(
                            reply.isDamaged() ? Problem.DAMAGED : Problem.WORKER_ENDED,
                            reply.isDamaged() ? "The video cannot be read." : "The worker failed: " + failure);
                }
                progress.accept(reply.atMs());
            }
            if (ChildProcess.resident(process) > MEMORY_MAX || space.size() > FILES_MAX) {
                throw ended("The worker took too much memory or space.");
            }
        }
    }

    private VisionException ended(String message) {
        if (isClosed) {
            return new VisionException(Problem.CLOSED, "The analysis was closed.");
        }
        LOG.warn("{} {}", message, reported());
        close();
        return new VisionException(Problem.WORKER_ENDED, message);
    }

    private String reported() {
        try (var in = Files.newInputStream(errors)) {
            return new String(in.readNBytes(REPORTED_MAX), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        isClosed = true;
        ChildProcess.kill(process);
        space.close();
    }
}

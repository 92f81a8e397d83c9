package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.systems.zentriqvision.area.Parts;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.rekognition.RekognitionClient;
import software.amazon.awssdk.services.rekognition.RekognitionClientBuilder;
import software.amazon.awssdk.services.rekognition.model.VideoJobStatus;

/**
 * Amazon Rekognition, which reads the video from its bucket. Faces and labels are detected by two of its jobs, begun under a token that is made of
 * video and run: after a crash the same jobs are asked again. Their results are read whole, made into tracks, and given out segment by segment.
 */
final class RekognitionAnalyzer implements Analyzer, AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofHours(24);

    /** Between looks whether the session was closed. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private static final int TOO_MANY = 429;
    private static final int SERVER_FAILED = 500;

    private final Parts parts;
    private @Nullable RekognitionClient client;

    RekognitionAnalyzer(Parts parts) {
        this.parts = parts;
    }

    /** Made when it is first wanted: the SDK's client takes a while to be made. */
    private synchronized RekognitionClient client() {
        RekognitionClient known = client;
        if (known == null) {
            RekognitionClientBuilder builder = RekognitionClient.builder()
                    .region(Region.of(parts.environment().region()))
                    .httpClient(UrlConnectionHttpClient.builder()
                            .connectionTimeout(CONNECT)
                            .socketTimeout(ANSWER)
                            .build());
            URI url = parts.settings().analysis().rekognitionUrl();
            if (url != null) {
                builder.endpointOverride(url);
            }
            known = builder.build();
            client = known;
        }
        return known;
    }

    /** Whether it can be reached shows when it is asked. */
    @Override
    public Optional<String> missing() {
        return Optional.empty();
    }

    @Override
    public Session begin(Source video) {
        return new Asking(video);
    }

    @Override
    public synchronized void close() {
        RekognitionClient known = client;
        if (known != null) {
            known.close();
            client = null;
        }
    }

    private final class Asking implements Session {
        private final Source video;
        private volatile boolean closed;
        private @Nullable RekognitionTracks tracks;

        Asking(Source video) {
            this.video = video;
        }

        @Override
        public Finds analyze(Duration from, Duration to, byte[] state, LongConsumer progress) {
            RekognitionTracks known = tracks;
            if (known == null) {
                known = translated(() -> found(from, progress));
                tracks = known;
            }
            return known.between(from.toMillis(), to.toMillis(), to.compareTo(video.duration()) >= 0);
        }

        private RekognitionTracks found(Duration from, LongConsumer progress) {
            RekognitionResults results =
                    new RekognitionResults(client(), parts.bucket().name(), video);
            results.start();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (true) {
                VideoJobStatus status = results.status();
                if (status == VideoJobStatus.SUCCEEDED) {
                    return results.read(() -> checkOpen());
                }
                if (status == VideoJobStatus.FAILED) {
                    throw new AnalysisException(
                            AnalysisException.Kind.HOPELESS, "Rekognition could not analyse it: " + results.failure());
                }
                if (System.nanoTime() > deadline) {
                    throw new AnalysisException(
                            AnalysisException.Kind.AGAIN,
                            "Rekognition did not answer for " + PATIENCE.toHours() + " hours");
                }
                progress.accept(from.toMillis());
                pause();
            }
        }

        private void pause() {
            long until = System.nanoTime() + POLL.toNanos();
            while (System.nanoTime() < until) {
                checkOpen();
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }

        private void checkOpen() {
            if (closed || Thread.currentThread().isInterrupted()) {
                throw new AnalysisException(AnalysisException.Kind.CLOSED, "The analysis was closed.");
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (SdkServiceException e) {
            boolean again = e.statusCode() >= SERVER_FAILED || e.statusCode() == TOO_MANY || e.isThrottlingException();
            throw failure(
                    again ? AnalysisException.Kind.AGAIN : AnalysisException.Kind.HOPELESS,
                    "Rekognition refused it: " + e.getMessage(),
                    e);
        } catch (SdkClientException e) {
            throw failure(
                    AnalysisException.Kind.WAITS,
                    "Rekognition cannot be asked. Check its address and the server's AWS credentials.",
                    e);
        }
    }

    private static AnalysisException failure(AnalysisException.Kind kind, String message, SdkException cause) {
        AnalysisException failure = new AnalysisException(kind, message);
        failure.initCause(cause);
        return failure;
    }
}

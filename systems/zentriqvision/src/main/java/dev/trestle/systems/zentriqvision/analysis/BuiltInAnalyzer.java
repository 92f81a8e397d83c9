package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.vision.Color;
import dev.trestle.vision.Segment;
import dev.trestle.vision.SegmentAnalyzer;
import dev.trestle.vision.SegmentTask;
import dev.trestle.vision.Track;
import dev.trestle.vision.Vision;
import dev.trestle.vision.VisionException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The analyzer of the module {@code vision}: a worker process of this machine. It tells colours and what is carried, and nothing about faces. */
final class BuiltInAnalyzer implements Analyzer {
    private final Vision vision;

    BuiltInAnalyzer(Vision vision) {
        this.vision = vision;
    }

    @Override
    public Optional<String> missing() {
        return vision.missing();
    }

    @Override
    public Session begin(Source video) {
        return new Worker(translated(vision::start), video);
    }

    private record Worker(SegmentAnalyzer worker, Source video) implements Session {
        @Override
        public Finds analyze(Duration from, Duration to, byte[] state, LongConsumer progress) {
            Segment segment =
                    translated(() -> worker.analyze(new SegmentTask(video.file(), from, to, state), progress));
            return new Finds(
                    segment.observations().stream()
                            .map(each -> new Finds.Seen(each.track(), each.atMs(), each.box(), each.confidence()))
                            .toList(),
                    segment.tracks().stream().map(Worker::tracked).toList(),
                    segment.state(),
                    segment.isLast());
        }

        private static Finds.Tracked tracked(Track track) {
            Track.Crop crop = track.crop();
            return new Finds.Tracked(
                    track.number(),
                    track.firstMs(),
                    track.confidence(),
                    new PersonAttributes(null, null, null, text(track.upperColor()), text(track.lowerColor())),
                    null,
                    null,
                    track.objects(),
                    track.hasEnded(),
                    crop == null ? null : crop.jpeg());
        }

        private static @Nullable String text(@Nullable Color color) {
            return color == null ? null : color.text();
        }

        @Override
        public Long pid() {
            return worker.pid();
        }

        @Override
        public void close() {
            worker.close();
        }
    }

    private static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (VisionException e) {
            AnalysisException translated = new AnalysisException(
                    switch (e.problem()) {
                        case NOT_INSTALLED -> AnalysisException.Kind.WAITS;
                        case DAMAGED -> AnalysisException.Kind.HOPELESS;
                        case WORKER_ENDED -> AnalysisException.Kind.AGAIN;
                        case CLOSED -> AnalysisException.Kind.CLOSED;
                    },
                    String.valueOf(e.getMessage()));
            translated.initCause(e);
            throw translated;
        }
    }
}

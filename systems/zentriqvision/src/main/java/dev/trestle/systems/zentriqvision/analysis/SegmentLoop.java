package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.sightings.Fates;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.systems.zentriqvision.videos.VideoKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a video, segment by segment. What a segment found is stored first, pictures, boxes and appearances, then the state for the
 * next one; then the checkpoint moves. A crash in between repeats the segment, which finds and stores the
 * same: ids are made of video, run and track, and an appearance that is there already changes nothing.
 */
final class SegmentLoop {
    private static final String JPEG = "image/jpeg";

    private final Parts parts;
    private final DerivedObjects objects;
    private final Duration segment;

    SegmentLoop(Parts parts) {
        this.parts = parts;
        this.objects = new DerivedObjects(parts.bucket());
        this.segment = Duration.ofSeconds(parts.settings().analysis().segmentSeconds());
    }

    /** Returns whether the video has ended; if not, the turn has. */
    boolean run(Run run, Analyzer.Session session, Duration length, long deadline) {
        SegmentState state = stateOf(run);
        ProgressReports reports = new ProgressReports(run);
        while (true) {
            Duration from = Duration.ofMillis(run.work().fromMs());
            Duration to = from.plus(segment);
            Finds finds = session.analyze(from, to, state.analyzer(), ms -> tell(reports, session, ms, length));
            SegmentState.Next next = state.after(finds, run.work().appearanceSeconds());
            boolean last = finds.isLast() || to.compareTo(length) >= 0 && !length.isZero();
            apply(run, state, finds, next);
            if (last) {
                run.end(
                        VideoStatus.PROCESSED,
                        null,
                        work -> moved(work, next, to, null).withDone(1).withAttempt(0));
                drop(run.work().stateKey());
                return true;
            }
            String before = run.work().stateKey();
            String key = VideoKeys.state(
                    run.orgId(), run.video().videoId(), run.work().run(), to.toMillis());
            objects.put(key, "application/json", next.state().bytes());
            int attempt = run.job().attempt();
            run.update(work ->
                    moved(work, next, to, key).withDone(part(to, length)).withAttempt(attempt));
            drop(before);
            state = next.state();
            if (run.job().isStopping() || System.nanoTime() - deadline > 0) {
                return false;
            }
        }
    }

    private static double part(Duration done, Duration all) {
        return all.isZero() ? 0 : Math.min(1, Math.round(1000.0 * done.toMillis() / all.toMillis()) / 1000.0);
    }

    private static VideoWork moved(VideoWork work, SegmentState.Next next, Duration to, @Nullable String key) {
        return work.withFromMs(to.toMillis())
                .withStateKey(key)
                .withPersons(work.persons() + next.newTracks())
                .withAppearances(work.appearances() + next.moments().size())
                .withFailures(0)
                .withMessage(null);
    }

    /** A run that is over ends its worker, which would go on to the end of the segment. */
    private static void tell(ProgressReports reports, Analyzer.Session session, long ms, Duration length) {
        try {
            reports.report(part(Duration.ofMillis(ms), length));
        } catch (RunOverException over) {
            session.close();
        }
    }

    private void apply(Run run, SegmentState before, Finds finds, SegmentState.Next next) {
        String videoId = run.video().videoId();
        int number = run.work().run();
        Set<Integer> erased = erased(run, finds);
        for (Finds.Tracked track : finds.tracks()) {
            byte[] jpeg = track.jpeg();
            if (jpeg != null && !erased.contains(track.number())) {
                objects.put(VideoKeys.crop(run.orgId(), videoId, number, track.number()), JPEG, jpeg);
            }
        }
        if (!finds.seen().isEmpty()) {
            String key =
                    VideoKeys.boxes(run.orgId(), videoId, number, run.work().fromMs());
            objects.put(
                    key,
                    "application/json",
                    Boxes.of(
                                    videoId,
                                    number,
                                    finds.seen().stream()
                                            .filter(seen -> !erased.contains(seen.track()))
                                            .toList())
                            .bytes());
        }
        List<Sighting> sightings = next.moments().stream()
                .map(moment -> sighting(run, before, moment))
                .toList();
        var unused = parts.sightings().record(run.orgId(), videoId, sightings, run::guard);
    }

    /** The tracks of persons who were erased while they were followed: nothing more is kept of them. */
    private Set<Integer> erased(Run run, Finds finds) {
        ItemStore store = parts.deciding(run.orgId());
        return finds.tracks().stream()
                .map(Finds.Tracked::number)
                .filter(track -> Fates.follow(
                                        store,
                                        TrackIds.person(
                                                run.video().videoId(),
                                                run.work().run(),
                                                track))
                                .personId()
                        == null)
                .collect(Collectors.toSet());
    }

    private static Sighting sighting(Run run, SegmentState before, SegmentState.Moment moment) {
        Finds.Seen seen = moment.seen();
        Finds.Tracked track = moment.track();
        String videoId = run.video().videoId();
        int number = run.work().run();
        boolean pictured = track.jpeg() != null || before.pictured().contains(track.number());
        return new Sighting(
                TrackIds.person(videoId, number, track.number()),
                startOf(run).plusMillis(seen.atMs()),
                Math.max(0, Math.min(1, seen.confidence())),
                track.looks(),
                track.emotion(),
                track.mask(),
                track.objects().isEmpty() ? null : track.objects(),
                new BoundingBox(
                        seen.box().x(),
                        seen.box().y(),
                        seen.box().width(),
                        seen.box().height()),
                pictured ? VideoKeys.crop(run.orgId(), videoId, number, track.number()) : null);
    }

    private static Instant startOf(Run run) {
        return run.file().map(file -> file.startsAt()).orElseThrow(RunOverException::new);
    }

    private SegmentState stateOf(Run run) {
        String key = run.work().stateKey();
        if (key == null) {
            return SegmentState.NONE;
        }
        byte[] bytes = parts.contents().bytes(key);
        if (bytes == null) {
            throw new VideoRefusedException("What the analysis had kept is gone. Process the video again.");
        }
        try {
            return SegmentState.of(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void drop(@Nullable String key) {
        if (key != null) {
            parts.contents().deleteQuietly(List.of(key));
        }
    }
}

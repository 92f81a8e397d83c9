package dev.trestle.systems.zentriqvision.exports;

import dev.trestle.media.MediaException;
import dev.trestle.media.Workspace;
import dev.trestle.media.video.VideoTools;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.analysis.Boxes;
import dev.trestle.systems.zentriqvision.analysis.DerivedObjects;
import dev.trestle.systems.zentriqvision.analysis.SourceFiles;
import dev.trestle.systems.zentriqvision.analysis.Tools;
import dev.trestle.systems.zentriqvision.analysis.VideoRefusedException;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Export;
import dev.trestle.systems.zentriqvision.model.ExportStatus;
import dev.trestle.systems.zentriqvision.model.ExportedPerson;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.videos.Tracks;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes exported clips, as jobs, one at a time. A job that is done again after a crash makes the clip anew under the same key; what says that it is
 * ready, with the hashes, is written last, on condition that the export and its video are still there.
 */
final class ClipMaker implements AutoCloseable {
    private static final String JOB = "export-clip";
    private static final String DROP = "drop-export";
    private static final int ATTEMPTS = 4;
    private static final JobRunner.Retries RETRIES = new JobRunner.Retries(ATTEMPTS, Duration.ofSeconds(10));
    private static final double TOLD_EVERY = 0.05;
    private static final int PAGE = 100;
    private static final int BUFFER = 1 << 16;

    private final Parts parts;
    private final Tools tools;
    private final JobRunner runner;

    /** What a job has. */
    private record Asked(String orgId, String exportId) {}

    /** The export was deleted, or somebody else makes it. */
    private static final class OverException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    ClipMaker(Parts parts) {
        this.parts = parts;
        this.tools = new Tools(parts);
        this.runner = new JobRunner(
                        parts.jobs(),
                        new JobRunner.Options(1, ATTEMPTS, Duration.ofSeconds(60), Duration.ofSeconds(1)),
                        new Random())
                .handle(JOB, RETRIES, this::make);
    }

    void handleBy(JobRunner others) {
        others.handle(DROP, this::dropped);
    }

    void start() {
        runner.start();
    }

    <R extends @Nullable Object> Decision<R> enqueue(Decision<R> decision, String orgId, Export export) {
        return decision.job(JOB, export.exportId(), new Asked(orgId, export.exportId()));
    }

    <R extends @Nullable Object> Decision<R> drop(Decision<R> decision, String orgId, String exportId) {
        return decision.job(DROP, exportId, new Asked(orgId, exportId));
    }

    private void dropped(JobContext job) {
        Asked what = job.payload(Asked.class);
        parts.contents().delete(ExportKeys.clip(what.orgId(), what.exportId()));
        // By an index, which is never read consistently: the rows are as old as the making of the clip.
        ItemStore store = parts.store().within(what.orgId());
        List<ExportedPerson> persons;
        do {
            persons = store.first(SupportTable.PERSONS_OF_EXPORT.of(what.exportId()), PAGE);
            store.deleteAll(SupportTable.EXPORTED_PERSON, persons);
        } while (persons.size() == PAGE);
    }

    private void make(JobContext job) {
        Asked what = job.payload(Asked.class);
        ItemStore store = parts.deciding(what.orgId());
        Export export = store.get(SupportTable.EXPORT_BY_ID.of(what.exportId())).orElse(null);
        if (export == null || export.isOver()) {
            return;
        }
        Video video = store.get(DataTable.VIDEO_METADATA.of(export.videoId())).orElse(null);
        String key = video == null ? null : video.s3Key();
        try {
            if (video == null || key == null) {
                throw new VideoRefusedException("The video was deleted.");
            }
            make(job, what.orgId(), store, export, video, key);
        } catch (OverException over) {
            // Whatever was made is dropped with the export, or by whoever has the job now.
            if (job.isStopping()) {
                job.again(Duration.ZERO);
            }
        } catch (MediaException | VideoRefusedException refused) {
            end(job, store, what.exportId(), String.valueOf(refused.getMessage()));
        } catch (IOException | RuntimeException e) {
            if (job.attempt() >= ATTEMPTS) {
                end(job, store, what.exportId(), "The clip could not be made. Ask for it again.");
                return;
            }
            throw e instanceof IOException io ? new UncheckedIOException(io) : (RuntimeException) e;
        } finally {
            if (key != null) {
                tools.sources().forget(key); // a copy must not outlive its video
            }
        }
    }

    private void make(JobContext job, String orgId, ItemStore store, Export export, Video video, String key)
            throws IOException {
        List<Boxes.Box> boxes =
                new Tracks(parts).around(orgId, video, export.start(), export.end(), Silhouettes.GAP_MAX);
        List<String> persons = boxes.stream()
                .filter(box -> box.t() >= export.start() - 1 && box.t() <= export.end() + 1)
                .map(Boxes.Box::personId)
                .distinct()
                .toList();
        // Before there is a clip, so that an erasure meanwhile names it.
        for (int from = 0; from < persons.size(); from += PAGE) {
            store.putAll(
                    SupportTable.EXPORTED_PERSON,
                    persons.subList(from, Math.min(persons.size(), from + PAGE)).stream()
                            .map(id -> new ExportedPerson(id, export.exportId(), export.createdAt()))
                            .toList());
        }
        update(
                job,
                store,
                export.exportId(),
                now -> now.withStatus(ExportStatus.WORKING).withDone(0));
        VideoTools media = tools.video();
        try (SourceFiles.Use source = tools.sources().open(key);
                Workspace space = media.workspace()) {
            String sourceHash = sha256(source.path());
            double[] told = {0};
            Path clip = media.clip(
                    space,
                    source.path(),
                    Duration.ofMillis(Math.round(export.start() * 1000)),
                    Duration.ofMillis(Math.round((export.end() - export.start()) * 1000)),
                    new Silhouettes(boxes, export.start()).redaction(export.blur(), export.boxes()),
                    done -> {
                        if (done >= told[0] + TOLD_EVERY) {
                            told[0] = done;
                            update(job, store, export.exportId(), now -> now.withDone(done));
                        }
                    });
            String target = ExportKeys.clip(orgId, export.exportId());
            new DerivedObjects(parts.bucket()).put(target, "video/mp4", clip);
            Export ready = export.withStatus(ExportStatus.READY)
                    .withDone(1)
                    .withFinishedAt(parts.times().now())
                    .withS3Key(target)
                    .withFileSize(Files.size(clip))
                    .withSha256(sha256(clip))
                    .withSourceSha256(sourceHash)
                    .withSourceSize(Files.size(source.path()))
                    .withPersons(persons.size());
            finish(job, orgId, store, ready);
        }
    }

    private void finish(JobContext job, String orgId, ItemStore store, Export ready) {
        boolean isThere = parts.changes().run(store, () -> {
            Stored<Export> read =
                    store.stored(SupportTable.EXPORT_BY_ID.of(ready.exportId())).orElse(null);
            return read == null
                    ? Decision.of(false)
                    : Decision.of(true)
                            .replace(SupportTable.EXPORT, read, ready)
                            .ending(job);
        });
        if (!isThere) {
            parts.contents().delete(ExportKeys.clip(orgId, ready.exportId()));
        }
    }

    private void end(JobContext job, ItemStore store, String exportId, String message) {
        Object unused = parts.changes().run(store, () -> {
            Stored<Export> read =
                    store.stored(SupportTable.EXPORT_BY_ID.of(exportId)).orElse(null);
            return read == null
                    ? Decision.of(false)
                    : Decision.of(true)
                            .replace(
                                    SupportTable.EXPORT,
                                    read,
                                    read.record()
                                            .withStatus(ExportStatus.ERROR)
                                            .withErrorMessage(message)
                                            .withFinishedAt(parts.times().now()))
                            .ending(job);
        });
    }

    private void update(JobContext job, ItemStore store, String exportId, UnaryOperator<Export> change) {
        if (job.isLost() || job.isStopping()) {
            throw new OverException();
        }
        Object unused = parts.changes().run(store, () -> {
            Stored<Export> read =
                    store.stored(SupportTable.EXPORT_BY_ID.of(exportId)).orElseThrow(OverException::new);
            return Decision.of(true)
                    .replace(SupportTable.EXPORT, read, change.apply(read.record()))
                    .check(job.bound(), job.own());
        });
    }

    static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    @Override
    public void close() {
        runner.close();
        tools.close();
    }
}

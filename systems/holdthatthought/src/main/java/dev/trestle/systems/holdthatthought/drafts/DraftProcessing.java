package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.media.Made;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Merged;
import dev.trestle.media.Size;
import dev.trestle.media.Workspace;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.archive.ScanFolder;
import dev.trestle.systems.holdthatthought.archive.Scans;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.drafts.Drafts.Found;
import dev.trestle.systems.holdthatthought.letters.LetterPages;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftDetails;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.ExtractedData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes a scan and its text of a draft's files. All that it makes lies under keys of the draft, and is made again from the confirmed files
 * when the process was killed; one transaction says that it is done.
 */
final class DraftProcessing {
    private static final String JOB = "process-draft";
    private static final JobRunner.Retries RETRIES = new JobRunner.Retries(5, Duration.ofSeconds(2));
    /** Jobs of other kinds shall not wait for scans. */
    private static final int AT_A_TIME = 2;

    private static final Duration LATER = Duration.ofSeconds(1);
    private static final Size PAGE = new Size(1600);

    private final Parts parts;
    private final Drafts drafts;
    private final Scans scans;
    private final MediaTools media;
    private final TextReading reading;
    private final Semaphore places = new Semaphore(AT_A_TIME);

    private record Payload(String draftId) {}

    /** A file that a page was read from, and what it is called. */
    private record Source(String key, String contentType, String name) {}

    DraftProcessing(Parts parts, Drafts drafts, Scans scans, MediaTools media, TextReading reading) {
        this.parts = parts;
        this.drafts = drafts;
        this.scans = scans;
        this.media = media;
        this.reading = reading;
    }

    static <R extends @Nullable Object> Decision<R> enqueue(Decision<R> decision, String draftId) {
        return decision.job(JOB, draftId, new Payload(draftId));
    }

    void handleBy(JobRunner runner) {
        runner.handle(JOB, RETRIES, this::run);
    }

    private void run(JobContext job) throws IOException, InterruptedException {
        if (!places.tryAcquire()) {
            job.again(LATER);
            return;
        }
        String draftId = job.payload(Payload.class).draftId();
        try {
            process(job, draftId);
        } catch (MediaException e) {
            fail(job, draftId, String.valueOf(e.getMessage()));
        } catch (IOException | RuntimeException e) {
            if (job.attempt() < RETRIES.attempts() || job.isLost()) {
                throw e;
            }
            fail(job, draftId, "The files could not be processed. Process the draft again.");
        } finally {
            places.release();
        }
    }

    private void process(JobContext job, String draftId) throws IOException, InterruptedException {
        Found found = drafts.find(draftId).orElse(null);
        if (found == null || found.draft().status() != DraftStatus.PROCESSING) {
            return;
        }
        try (Workspace space = media.workspace()) {
            List<Source> sources = sources(found);
            List<Path> files = fetched(space, sources);
            Merged merged = merged(space, sources, files);
            List<Made> pictures = media.pages(space, merged.file(), PAGE);
            ScanFolder folder = ScanFolder.ofDraft(draftId);
            scans.put(folder.pdf(), "application/pdf", merged.file());
            for (int page = 1; page <= pictures.size(); page++) {
                Made picture = pictures.get(page - 1);
                scans.put(folder.picture(page), picture.contentType(), picture.file());
            }
            Made small = media.scale(space, pictures.get(0).file(), List.of(LetterPages.THUMBNAIL))
                    .get(0);
            scans.put(folder.thumbnail(), small.contentType(), small.file());
            tell(
                    draftId,
                    details -> details.withPages(pictures.size()).withDone(0).withTotal(pictures.size()));
            TextReading.Result text = reading.read(
                    space,
                    merged.texts(),
                    pictures,
                    () -> job.isStopping() || job.isLost(),
                    done -> tell(draftId, details -> details.withDone(done)));
            if (text == null) {
                job.again(Duration.ZERO);
                return;
            }
            scans.putIndex(folder, index(pictures, text));
            Object unused = parts.changes().run(parts.consistent(), () -> ready(job, draftId, text, pictures.size()));
        }
    }

    /** The confirmed files; once these are gone, the scan that was made of them. */
    private List<Source> sources(Found found) {
        List<DraftFiles.Page> pages = found.pages();
        boolean hasFiles = pages.stream()
                .allMatch(page -> page.key().startsWith(DraftFiles.PREFIX)
                        && parts.contents().exists(page.key()));
        ScanFolder folder = ScanFolder.ofDraft(found.draft().draftId());
        if (!hasFiles && parts.contents().exists(folder.pdf())) {
            return List.of(new Source(folder.pdf(), "application/pdf", "The scan"));
        }
        return pages.stream()
                .map(page -> new Source(page.key(), page.contentType(), page.name()))
                .toList();
    }

    private List<Path> fetched(Workspace space, List<Source> sources) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Source source : sources) {
            boolean isScan = !source.key().startsWith(DraftFiles.PREFIX);
            try (InputStream content = isScan && !source.key().startsWith("letters/drafts/")
                    ? null // another program's draft may name any object
                    : scans.open(source.key())) {
                if (content == null) {
                    throw named(source, "The file is gone. Upload it again.");
                }
                files.add(space.add(content, isScan ? Long.MAX_VALUE : DraftFiles.BYTES_MAX));
            } catch (MediaException e) {
                throw e.file() == null && e.problem() == MediaException.Problem.TOO_LARGE
                        ? named(source, String.valueOf(e.getMessage()))
                        : e;
            }
        }
        return files;
    }

    private Merged merged(Workspace space, List<Source> sources, List<Path> files) {
        try {
            return media.merge(
                    space, files, sources.stream().map(Source::contentType).toList());
        } catch (MediaException e) {
            Integer file = e.file();
            throw file == null ? e : named(sources.get(file), String.valueOf(e.getMessage()));
        }
    }

    private static MediaException named(Source source, String message) {
        return new MediaException(MediaException.Problem.DAMAGED, 0, source.name() + ": " + message);
    }

    private static List<Scans.IndexedPage> index(List<Made> pictures, TextReading.Result text) {
        List<Scans.IndexedPage> pages = new ArrayList<>();
        for (Made picture : pictures) {
            pages.add(new Scans.IndexedPage(
                    pages.size() + 1,
                    picture.width(),
                    picture.height(),
                    text.words().get(pages.size())));
        }
        return pages;
    }

    /** Tells how far it is. */
    private void tell(String draftId, UnaryOperator<DraftDetails> change) {
        Object unused = parts.changes().run(parts.consistent(), () -> {
            Optional<Found> now = drafts.find(draftId);
            return now.isPresent() && now.get().draft().status() == DraftStatus.PROCESSING
                    ? Drafts.replace(
                            Decision.done(), now.get(), change.apply(now.get().known()))
                    : Decision.done();
        });
    }

    private Decision<?> ready(JobContext job, String draftId, TextReading.Result text, int pages) {
        Found now = drafts.find(draftId).orElse(null);
        if (now == null || now.draft().status() != DraftStatus.PROCESSING) {
            return Decision.done();
        }
        String content = text.text();
        ExtractedData data = new ExtractedData(
                Proposals.date(content),
                Proposals.title(content),
                Proposals.author(content),
                content.isEmpty() ? null : content);
        Draft after = Drafts.to(
                        now.draft(), DraftStatus.READY, null, parts.times().now())
                .withExtractedData(data);
        Decision<?> decision = Drafts.replace(Decision.done(), now, after);
        return Drafts.replace(
                        decision,
                        now,
                        now.known()
                                .with(next -> next.textSource(text.source())
                                        .pages(pages)
                                        .edited(null)
                                        .done(null)
                                        .total(null)))
                .ending(job);
    }

    private void fail(JobContext job, String draftId, String why) {
        Object unused = parts.changes().run(parts.consistent(), () -> {
            Found now = drafts.find(draftId).orElse(null);
            if (now == null || now.draft().status() != DraftStatus.PROCESSING) {
                return Decision.done();
            }
            Decision<?> decision = Drafts.replace(
                    Decision.done(),
                    now,
                    Drafts.to(
                            now.draft(), DraftStatus.FAILED, why, parts.times().now()));
            return Drafts.replace(decision, now, now.known().withDone(null).withTotal(null))
                    .ending(job);
        });
    }
}

package dev.trestle.systems.holdthatthought.letters;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.media.Made;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Scanned;
import dev.trestle.media.Size;
import dev.trestle.media.Workspace;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.archive.ScanFolder;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * A letter's scan, and pictures of its pages with the words on them. Who publishes a scan stores them with it; for one that another program
 * put there a job makes them when somebody first asks.
 */
public final class LetterPages {
    /** The pictures of lists. */
    public static final Size THUMBNAIL = new Size(160);

    static final String JOB = "letter-pages";

    private static final Logger LOG = LoggerFactory.getLogger(LetterPages.class);
    private static final Size SIZE = new Size(1600);
    private static final long PDF_BYTES_MAX = 64L << 20;
    private static final String NO_SCAN = "The letter has no scan.";

    private final Parts parts;
    private final ItemStore store;
    private final Letters letters;
    private final LetterFiles files;
    private final MediaTools media;

    LetterPages(Parts parts, Letters letters, LetterFiles files, MediaTools media) {
        this.parts = parts;
        this.store = parts.consistent();
        this.letters = letters;
        this.files = files;
        this.media = media;
    }

    /**
     * What the object {@link LetterKeys#pages} holds.
     *
     * @param pdf the ETag of the scan that the pages are of; null if it is not known
     */
    public record Stored(@Nullable String pdf, List<Page> pages) {}

    /**
     * One page.
     *
     * @param page from 1
     * @param words null as long as nobody has looked for them
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Page(
            int page, int width, int height, @Nullable List<Word> words) {}

    /** A word and its place, in shares of the page's width and height. */
    public record Word(String text, double x, double y, double w, double h) {}

    /** {@code isPreparing}: the pages are being made. */
    public record View(List<PageView> pages, boolean isPreparing) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record PageView(
            int page,
            String url,
            int width,
            int height,
            @Nullable List<Word> words) {}

    public record Download(String downloadUrl, String filename) {}

    record Payload(String date) {}

    /** The words of a scanned page, in shares of it. */
    public static List<Word> words(Scanned scanned) {
        double width = Math.max(1, scanned.width());
        double height = Math.max(1, scanned.height());
        return scanned.words().stream()
                .map(word -> new Word(
                        word.text(),
                        word.left() / width,
                        word.top() / height,
                        word.width() / width,
                        word.height() / height))
                .toList();
    }

    Download pdf(LetterRequests.ByDate asked) {
        String date = letters.letter(asked.date()).date();
        String key = files.pdfOf(date, letters.comingFrom(date));
        if (key == null) {
            throw ApiException.notFound(NO_SCAN);
        }
        String filename = date + ".pdf";
        return new Download(parts.links().download(key, filename), filename);
    }

    View pages(LetterRequests.ByDate asked) {
        String date = letters.letter(asked.date()).date();
        String from = letters.comingFrom(date);
        String pdf = files.pdfOf(date, from);
        if (pdf == null) {
            throw ApiException.notFound(NO_SCAN);
        }
        ScanFolder ofDraft = files.scans().onItsWay(date).orElse(null);
        if (ofDraft != null && ofDraft.pdf().equals(pdf)) {
            return new View(
                    files.scans().pages(ofDraft).stream()
                            .map(LetterPages::ofDraft)
                            .toList(),
                    false);
        }
        String owner = pdf.equals(LetterKeys.pdf(date)) || from == null ? date : from;
        HeadObjectResponse scan = files.head(pdf);
        Stored stored = stored(owner);
        if (scan != null && (stored == null || isOfAnother(stored, scan))) {
            if (owner.equals(date)) {
                prepare(date, tag(scan));
            }
            return new View(List.of(), true);
        }
        return new View(
                (stored == null ? List.<Page>of() : stored.pages())
                        .stream()
                                .map(page -> new PageView(
                                        page.page(),
                                        parts.links().read(LetterKeys.page(owner, page.page())),
                                        page.width(),
                                        page.height(),
                                        page.words()))
                                .toList(),
                false);
    }

    /**
     * Where the pages of a letter's scan are.
     *
     * @param pictures keys of the pages' pictures; none as long as they were not made
     * @param pdf the scan's key; null if the letter has none
     */
    public record Source(List<String> pictures, @Nullable String pdf) {}

    /** The scan of a letter, wherever it lies while it moves. */
    public Source source(String date) {
        String from = letters.comingFrom(date);
        String pdf = files.pdfOf(date, from);
        if (pdf == null) {
            return new Source(List.of(), null);
        }
        ScanFolder ofDraft = files.scans().onItsWay(date).orElse(null);
        if (ofDraft != null && ofDraft.pdf().equals(pdf)) {
            return new Source(
                    files.scans().pages(ofDraft).stream()
                            .map(page -> ofDraft.picture(page.page()))
                            .toList(),
                    pdf);
        }
        String owner = pdf.equals(LetterKeys.pdf(date)) || from == null ? date : from;
        Stored stored = stored(owner);
        HeadObjectResponse scan = files.head(pdf);
        boolean isMade = stored != null && scan != null && !isOfAnother(stored, scan);
        List<Page> known = isMade && stored != null ? stored.pages() : List.of();
        return new Source(
                known.stream().map(page -> LetterKeys.page(owner, page.page())).toList(), pdf);
    }

    private static PageView ofDraft(dev.trestle.systems.holdthatthought.archive.PageView page) {
        List<Word> words = page.words() == null
                ? null
                : page.words().stream()
                        .map(word -> new Word(word.text(), word.x(), word.y(), word.w(), word.h()))
                        .toList();
        return new PageView(page.page(), page.url(), page.width(), page.height(), words);
    }

    private @Nullable Stored stored(String date) {
        byte[] bytes = parts.contents().bytes(LetterKeys.pages(date));
        try {
            return bytes == null ? null : Json.mapper().readValue(bytes, Stored.class);
        } catch (IOException e) {
            LOG.warn("the pages of {} are damaged, and made anew", date);
            return null;
        }
    }

    private static boolean isOfAnother(Stored stored, HeadObjectResponse scan) {
        return stored.pdf() != null && !stored.pdf().equals(tag(scan));
    }

    private static String tag(HeadObjectResponse scan) {
        return scan.eTag().replace("\"", "");
    }

    /** One job for each scan, however many ask. */
    private void prepare(String date, String tag) {
        String jobId = JOB + "-" + date + "-" + tag;
        parts.changes().run(store, () -> {
            Decision<@Nullable Void> decision = Decision.done();
            return store.get(SupportTable.JOBS.byId().of(jobId)).isPresent()
                    ? decision
                    : decision.job(jobId, JOB, date, new Payload(date), Duration.ZERO);
        });
    }

    /** The pictures first, then their words, which take longer. */
    void make(JobContext job) throws IOException {
        String date = job.payload(Payload.class).date();
        String key = LetterKeys.pdf(date);
        HeadObjectResponse scan = files.head(key);
        if (scan == null) {
            return;
        }
        try (Workspace space = media.workspace();
                InputStream content = parts.bucket()
                        .client()
                        .getObject(
                                request -> request.bucket(parts.bucket().name()).key(key))) {
            List<Made> made = media.pages(space, space.add(content, PDF_BYTES_MAX), SIZE);
            List<Page> pages = new ArrayList<>();
            for (int i = 0; i < made.size(); i++) {
                Made picture = made.get(i);
                files.put(LetterKeys.page(date, i + 1), picture.contentType(), Files.readAllBytes(picture.file()));
                pages.add(new Page(i + 1, picture.width(), picture.height(), null));
            }
            if (!made.isEmpty()) {
                Made small = media.scale(space, made.get(0).file(), List.of(THUMBNAIL))
                        .get(0);
                files.put(LetterKeys.thumbnail(date), small.contentType(), Files.readAllBytes(small.file()));
            }
            write(date, scan, pages);
            files.refreshStats(date);
            for (int i = 0; i < made.size() && !job.isLost(); i++) {
                List<Word> words = recognised(space, made.get(i).file());
                if (words == null) {
                    return;
                }
                Page page = pages.get(i);
                pages.set(i, new Page(page.page(), page.width(), page.height(), words));
            }
            write(date, scan, pages);
        } catch (MediaException e) {
            // Nothing that another attempt would change. Whoever asks can still have the file itself.
            LOG.warn("no pages of {}: {}", date, e.getMessage());
            write(date, scan, List.of());
        }
    }

    private void write(String date, HeadObjectResponse scan, List<Page> pages) {
        files.put(LetterKeys.pages(date), "application/json", Json.bytes(new Stored(tag(scan), pages)));
    }

    /** Null if no text can be recognised here at all. */
    private @Nullable List<Word> recognised(Workspace space, Path picture) {
        try {
            return words(media.recognise(space, picture));
        } catch (MediaException e) {
            return e.problem() == MediaException.Problem.UNAVAILABLE ? null : List.of();
        }
    }
}

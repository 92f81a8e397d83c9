package dev.trestle.systems.holdthatthought.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.area.ObjectWalk;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.LetterScan;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Scans of letters: a PDF file, pictures of its pages, and an index of these with the words that were recognised.
 *
 * <p>A published draft's scan is the letter's from that transaction on, and is read from the draft's keys until a job has copied it to the
 * letter's. The draft's objects are deleted later than the last address that was signed for them ends, so that nobody's reading breaks off.
 */
public final class Scans {
    private static final String MOVE = "move-scan";
    private static final String DROP = "drop-scan";
    private static final Duration DROP_AFTER = Duration.ofMinutes(70);

    private final Parts parts;
    private final ItemStore store;
    private Consumer<String> moved = date -> {};

    /** A page as the index has it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record IndexedPage(
            int page, int width, int height, @Nullable List<PageView.Word> words) {}

    /** {@code pdf} is the ETag of the PDF file that the pages are of; null if it is not known. */
    private record Index(@Nullable String pdf, List<IndexedPage> pages) {}

    private record Move(String draftId, String date) {}

    public Scans(Parts parts) {
        this.parts = parts;
        this.store = parts.consistent();
    }

    /** Has somebody told the dates of letters whose scans have arrived. */
    public Scans onMoved(Consumer<String> listener) {
        moved = listener;
        return this;
    }

    public void handleBy(JobRunner runner) {
        runner.handle(MOVE, job -> move(job.payload(Move.class)));
        runner.handle(DROP, job -> drop(job.payload(Move.class).draftId()));
    }

    /** Where a letter's scan is read as long as it is not under the letter's own keys. */
    public Optional<ScanFolder> onItsWay(String date) {
        return store.get(SupportTable.SCAN_OF_LETTER.of(date))
                .filter(scan -> scan.movedAt() == null)
                .map(scan -> ScanFolder.ofDraft(scan.draftId()));
    }

    /** The pages of a scan; none where no pictures were made. */
    public List<PageView> pages(ScanFolder folder) {
        byte[] index = parts.contents().bytes(folder.index());
        if (index == null) {
            return List.of();
        }
        List<PageView> views = new ArrayList<>();
        for (IndexedPage each : indexed(index)) {
            views.add(new PageView(
                    each.page(),
                    parts.links().read(folder.picture(each.page())),
                    each.width(),
                    each.height(),
                    each.words()));
        }
        return views;
    }

    /** An index that another program has changed into something else counts as none. */
    private static List<IndexedPage> indexed(byte[] index) {
        try {
            return Json.mapper().readValue(index, Index.class).pages();
        } catch (IOException e) {
            return List.of();
        }
    }

    public void put(String key, String contentType, Path file) {
        s3().putObject(
                        request ->
                                request.bucket(parts.bucket().name()).key(key).contentType(contentType),
                        RequestBody.fromFile(file));
    }

    public void putIndex(ScanFolder folder, List<IndexedPage> pages) {
        s3().putObject(
                        request -> request.bucket(parts.bucket().name())
                                .key(folder.index())
                                .contentType("application/json"),
                        RequestBody.fromBytes(Json.bytes(new Index(null, pages))));
    }

    /** An object's bytes, to be closed; null if it is gone. */
    public @Nullable InputStream open(String key) {
        try {
            return s3().getObject(
                            request -> request.bucket(parts.bucket().name()).key(key));
        } catch (NoSuchKeyException gone) {
            return null;
        }
    }

    private S3Client s3() {
        return parts.bucket().client();
    }

    /** Gives a draft's scan to a letter, with the decision that publishes the draft. A letter that has a scan is refused. */
    public <R extends @Nullable Object> Decision<R> give(
            Decision<R> decision, String draftId, String date, Instant at) {
        if (parts.contents().exists(ScanFolder.ofLetter(date).pdf())) {
            throw hasScan(date);
        }
        LetterScan scan = new LetterScan(date, draftId, at, null);
        Stored<LetterScan> before =
                store.stored(SupportTable.SCAN_OF_LETTER.of(date)).orElse(null);
        if (before != null && before.record().movedAt() == null) {
            throw hasScan(date);
        }
        // One whose object is gone was of a letter that is gone, or went to another date.
        Decision<R> given = before == null
                ? decision.create(SupportTable.LETTER_SCAN, scan)
                : decision.replace(SupportTable.LETTER_SCAN, before, scan);
        return given.job(MOVE, draftId, new Move(draftId, date));
    }

    private static ApiException hasScan(String date) {
        return ApiException.conflict("The letter " + date + " has a scan already.", null)
                .withCode("letter-has-scan");
    }

    /** Finishes what is on its way to a letter: before the letter's objects are moved elsewhere. */
    public void settle(String date) {
        store.get(SupportTable.SCAN_OF_LETTER.of(date))
                .filter(scan -> scan.movedAt() == null)
                .ifPresent(scan -> move(new Move(scan.draftId(), date)));
    }

    /** Whether a draft's scan is still needed under the draft's keys, because it was not copied to its letter. */
    public boolean isOnItsWay(String draftId, String date) {
        return store.get(SupportTable.SCAN_OF_LETTER.of(date))
                .filter(scan -> scan.draftId().equals(draftId) && scan.movedAt() == null)
                .isPresent();
    }

    /** Copies, and only then says so; what is copied twice is the same. */
    private void move(Move move) {
        if (!isOnItsWay(move.draftId(), move.date())) {
            return;
        }
        ScanFolder from = ScanFolder.ofDraft(move.draftId());
        ScanFolder to = ScanFolder.ofLetter(move.date());
        for (String key : keys(from.folder())) {
            copy(key, to.folder() + key.substring(from.folder().length()));
        }
        if (parts.contents().exists(from.pdf())) {
            copy(from.pdf(), to.pdf());
        }
        Object unused = parts.changes().run(store, () -> moved(move));
        moved.accept(move.date());
    }

    private Decision<@Nullable Void> moved(Move move) {
        Optional<Stored<LetterScan>> read = store.stored(SupportTable.SCAN_OF_LETTER.of(move.date()));
        if (read.isEmpty()
                || !read.get().record().draftId().equals(move.draftId())
                || read.get().record().movedAt() != null) {
            return Decision.done();
        }
        LetterScan before = read.get().record();
        LetterScan after = new LetterScan(
                before.date(),
                before.draftId(),
                before.publishedAt(),
                parts.times().now());
        return Decision.done()
                .replace(SupportTable.LETTER_SCAN, read.get(), after)
                .job(DROP, move.draftId(), move, DROP_AFTER);
    }

    private void copy(String from, String to) {
        String bucket = parts.bucket().name();
        s3().copyObject(request -> request.sourceBucket(bucket)
                .sourceKey(from)
                .destinationBucket(bucket)
                .destinationKey(to));
    }

    /** Deletes the objects of a draft's scan. */
    public void drop(String draftId) {
        ScanFolder folder = ScanFolder.ofDraft(draftId);
        keys(folder.folder()).forEach(parts.contents()::delete);
        parts.contents().delete(folder.pdf());
    }

    private List<String> keys(String prefix) {
        List<String> keys = new ArrayList<>();
        ObjectWalk.each(parts.contents(), prefix, () -> false, object -> keys.add(object.key()));
        return keys;
    }
}

package dev.trestle.systems.holdthatthought.letters;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.holdthatthought.archive.ScanFolder;
import dev.trestle.systems.holdthatthought.archive.Scans;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterStats;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.Transcription;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The objects beside letters: scans, whoever put them there, pictures of their pages, and the letter as JSON. */
public final class LetterFiles {
    private static final int MISSING = 404;
    private static final int AT_ONCE = 1000;
    private static final int COMMENTS_COUNTED_MAX = 1000;

    private final Parts parts;
    private final ItemStore store;
    private final Scans scans;

    public LetterFiles(Parts parts) {
        this.parts = parts;
        this.store = parts.consistent();
        this.scans = new Scans(parts);
    }

    private S3Client s3() {
        return parts.bucket().client();
    }

    private String bucket() {
        return parts.bucket().name();
    }

    /** The object of a letter's scan; that of its draft, or under its former date, while it still moves. Null if there is none. */
    @Nullable
    String pdfOf(String date, @Nullable String comingFrom) {
        if (head(LetterKeys.pdf(date)) != null) {
            return LetterKeys.pdf(date);
        }
        String ofDraft = scans.onItsWay(date).map(ScanFolder::pdf).orElse(null);
        if (ofDraft != null && head(ofDraft) != null) {
            return ofDraft;
        }
        return comingFrom != null && head(LetterKeys.pdf(comingFrom)) != null ? LetterKeys.pdf(comingFrom) : null;
    }

    Scans scans() {
        return scans;
    }

    @Nullable
    HeadObjectResponse head(String key) {
        try {
            return s3().headObject(request -> request.bucket(bucket()).key(key));
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING || e.statusCode() == 400) {
                return null; // 400: another program's date is too long for a key
            }
            throw e;
        }
    }

    void put(String key, String contentType, byte[] bytes) {
        s3().putObject(
                        request -> request.bucket(bucket()).key(key).contentType(contentType),
                        RequestBody.fromBytes(bytes));
    }

    /** The letter for programs that read objects only. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Written(
            String date,
            String title,
            @Nullable String author,
            String content,
            @Nullable String description,
            @Nullable String recipient,
            @Nullable String location,
            List<String> tags,
            @Nullable Transcription transcription,
            int versionCount,
            Instant createdAt,
            Instant updatedAt,
            String updatedBy) {}

    /** Writes a letter as it is now, or removes what was written of one that is gone. */
    void writeJson(String date) {
        if (!LetterDate.isValid(date)) {
            return; // another program's, with who knows what in it
        }
        Letter letter = store.get(HoldThatThoughtTable.LETTER_BY_DATE.of(date)).orElse(null);
        if (letter == null) {
            parts.contents().delete(LetterKeys.json(date));
            return;
        }
        LetterDetails details =
                store.get(SupportTable.DETAILS_OF_LETTER.of(date)).orElse(LetterDetails.none(date));
        put(
                LetterKeys.json(date),
                "application/json",
                Json.bytes(new Written(
                        date,
                        letter.title(),
                        letter.author(),
                        letter.content(),
                        letter.description(),
                        details.recipient(),
                        details.location(),
                        details.tags(),
                        details.transcription(),
                        letter.versionCount(),
                        letter.createdAt(),
                        letter.updatedAt(),
                        letter.updatedBy())));
    }

    /** Counts again what lists say of a letter's surroundings. */
    void refreshStats(String date) {
        if (store.get(SupportTable.LISTED_LETTER.of(date)).isEmpty()) {
            return;
        }
        int comments = store.first(
                        HoldThatThoughtTable.COMMENTS_ON_ITEM.of(LetterKeys.itemId(date)), COMMENTS_COUNTED_MAX)
                .size();
        boolean hasPdf = LetterDate.isValid(date) && head(LetterKeys.pdf(date)) != null;
        LetterStats now = new LetterStats(
                date,
                comments,
                hasPdf,
                hasPdf ? pageCount(date) : null,
                hasPdf && head(LetterKeys.thumbnail(date)) != null ? true : null);
        Bound<LetterStats> at = SupportTable.STATS_OF_LETTER.of(date);
        Optional<LetterStats> known = store.retrieve(List.of(at)).readable(at).map(Stored::record);
        if (!known.equals(Optional.of(now))) {
            store.put(SupportTable.LETTER_STATS, now);
        }
    }

    /** Null if the scan's pages were not made, or another program has damaged what is known of them. */
    private @Nullable Integer pageCount(String date) {
        byte[] bytes = parts.contents().bytes(LetterKeys.pages(date));
        try {
            int pages = bytes == null
                    ? 0
                    : Json.mapper().readTree(bytes).path("pages").size();
            return pages == 0 ? null : pages;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Brings objects to another date. All are copied before any is deleted, the scan last, so that a reader finds it under one of the two.
     * Where the new date has a scan already, both stay.
     */
    void move(String from, String to) {
        scans.settle(from);
        List<String> keys = keys(LetterKeys.folder(from));
        String scan = LetterKeys.pdf(from);
        HeadObjectResponse there = head(LetterKeys.pdf(to));
        HeadObjectResponse here = keys.contains(scan) ? head(scan) : null;
        if (here != null && there != null && !here.eTag().equals(there.eTag())) {
            return;
        }
        List<String> moved = new ArrayList<>(keys);
        moved.remove(LetterKeys.json(from)); // whoever follows the table writes and removes these
        moved.remove(scan);
        if (here != null) {
            moved.add(scan);
        }
        for (String key : moved) {
            String target = key.equals(scan)
                    ? LetterKeys.pdf(to)
                    : LetterKeys.folder(to)
                            + key.substring(LetterKeys.folder(from).length());
            s3().copyObject(request -> request.sourceBucket(bucket())
                    .sourceKey(key)
                    .destinationBucket(bucket())
                    .destinationKey(target));
        }
        moved.forEach(parts.contents()::delete);
    }

    void removeAll(String date) {
        if (LetterDate.isValid(date)) {
            keys(LetterKeys.folder(date)).forEach(parts.contents()::delete);
        }
    }

    private List<String> keys(String folder) {
        return parts.contents().list(folder, null, AT_ONCE).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    /** A page of all objects beside letters. */
    ListObjectsV2Response list(@Nullable String after) {
        return parts.contents().list(LetterKeys.PREFIX, after, AT_ONCE);
    }
}

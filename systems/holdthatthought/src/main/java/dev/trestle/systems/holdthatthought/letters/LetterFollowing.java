package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterStats;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/** Keeps what stands beside letters as they are, whoever changes them: their JSON, the figures in lists, comments of moved ones. */
final class LetterFollowing {
    static final String JOB = "letter-files";
    static final Duration EVERY = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(LetterFollowing.class);
    private static final int LETTERS_MAX = 1_000_000;

    private final ItemStore store;
    private final LetterFiles files;
    private final LetterMoves moves;

    LetterFollowing(ItemStore store, LetterFiles files, LetterMoves moves) {
        this.store = store.consistent();
        this.files = files;
        this.moves = moves;
    }

    void follow(Follower follower) {
        follower.on(HoldThatThoughtTable.LETTER, this::letterChanged)
                .on(
                        SupportTable.LETTER_DETAILS,
                        change -> files.writeJson(change.latest().date()))
                .on(HoldThatThoughtTable.COMMENT, this::commentChanged);
    }

    private void letterChanged(RecordChange<Letter> change) {
        String date = change.latest().date();
        files.writeJson(date);
        if (change.isNew()) {
            files.refreshStats(date);
        }
    }

    private void commentChanged(RecordChange<Comment> change) {
        String itemId = change.latest().itemId();
        boolean isAsMany = change.before() != null && change.after() != null;
        if (isAsMany || !itemId.startsWith(LetterKeys.PREFIX)) {
            return;
        }
        String date = itemId.substring(LetterKeys.PREFIX.length());
        if (change.after() != null
                && store.get(SupportTable.LISTED_LETTER.of(date)).isEmpty()) {
            moves.follow(date);
        }
        files.refreshStats(date);
    }

    /** An hourly walk, which finds scans that other programs have put there or taken away. */
    void walk(JobContext job) {
        try {
            checkAll();
        } catch (RuntimeException e) {
            LOG.warn("the files of letters could not be checked; that is done again in an hour", e);
        }
        job.again(EVERY);
    }

    /** What objects there are of a letter. */
    private record Objects(boolean hasPdf, @Nullable Instant jsonAt) {
        Objects with(Objects other) {
            return new Objects(hasPdf || other.hasPdf, jsonAt == null ? other.jsonAt : jsonAt);
        }
    }

    /** Compares all letters with the objects beside them, of which a thousand are listed with one request. */
    void checkAll() {
        Map<String, Objects> objects = objects();
        try (Stream<LetterListing> letters = store.stream(SupportTable.LISTED_LETTERS_OLDEST_FIRST.of(), LETTERS_MAX)) {
            letters.forEach(letter -> {
                Objects found = objects.getOrDefault(letter.date(), new Objects(false, null));
                if (found.jsonAt() == null) {
                    files.writeJson(letter.date());
                }
                boolean isKnown = store.get(SupportTable.STATS_OF_LETTER.of(letter.date()))
                        .map(LetterStats::hasPdf)
                        .filter(has -> has == found.hasPdf())
                        .isPresent();
                if (!isKnown) {
                    files.refreshStats(letter.date());
                }
            });
        }
    }

    private Map<String, Objects> objects() {
        Map<String, Objects> objects = new HashMap<>();
        String after = null;
        boolean isMore = true;
        while (isMore) {
            ListObjectsV2Response page = files.list(after);
            page.contents().forEach(object -> {
                String[] parts = object.key().split("/", -1);
                if (parts.length == 3) {
                    boolean isPdf = parts[2].equals(parts[1] + ".pdf");
                    boolean isJson = parts[2].equals(parts[1] + ".json");
                    if (isPdf || isJson) {
                        objects.merge(
                                parts[1], new Objects(isPdf, isJson ? object.lastModified() : null), Objects::with);
                    }
                }
            });
            isMore = Boolean.TRUE.equals(page.isTruncated()) && !page.contents().isEmpty();
            after = isMore ? page.contents().get(page.contents().size() - 1).key() : null;
        }
        return objects;
    }
}

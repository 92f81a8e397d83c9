package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.area.ObjectWalk;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.drafts.Drafts.Found;
import dev.trestle.systems.holdthatthought.model.DraftListing;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Removes what nobody waits for: all of {@code temp/} after a day, with which drafts that were never processed fail; failed and published
 * drafts after thirty days; scans whose draft is gone. A draft that is ready stays.
 */
final class DraftSweep {
    private static final Duration TEMP_KEPT = Duration.ofHours(24);
    private static final Duration ENDED_KEPT = Duration.ofDays(30);
    private static final Duration SCAN_AGE = Duration.ofHours(2);
    private static final String SCANS = "letters/drafts/";
    private static final int DRAFTS_MAX = 100_000;
    private static final String TOO_LATE =
            "The files were not processed within a day, and are gone. Upload them again.";

    private final Parts parts;
    private final Drafts drafts;
    private final DraftReview review;

    DraftSweep(Parts parts, Drafts drafts, DraftReview review) {
        this.parts = parts;
        this.drafts = drafts;
        this.review = review;
    }

    long run(Sweep.Progress progress, BooleanSupplier stopped) {
        Instant now = parts.times().now();
        AtomicLong looked = new AtomicLong();
        AtomicLong removed = new AtomicLong();
        for (DraftListing old : listed(DraftStatus.PENDING, now.minus(TEMP_KEPT))) {
            change(
                    old.draftId(),
                    DraftStatus.PENDING,
                    found -> Drafts.replace(
                            Decision.done(), found, Drafts.to(found.draft(), DraftStatus.FAILED, TOO_LATE, now)));
        }
        for (DraftStatus ended : List.of(DraftStatus.FAILED, DraftStatus.PUBLISHED)) {
            for (DraftListing old : listed(ended, now.minus(ENDED_KEPT))) {
                if (old.updatedAt().isBefore(now.minus(ENDED_KEPT)) && !stopped.getAsBoolean()) {
                    removed.addAndGet(
                            change(old.draftId(), ended, found -> isOver(found, now) ? deleting(found) : null));
                }
            }
        }
        Predicate<S3Object> isLeftTemp = object -> isOlder(object, now, TEMP_KEPT) && !isProcessed(object.key());
        sweep("temp/", isLeftTemp, stopped, progress, looked, removed);
        Map<String, Boolean> known = new HashMap<>();
        Predicate<S3Object> isOrphan =
                object -> isOlder(object, now, SCAN_AGE) && !known.computeIfAbsent(draftOf(object.key()), this::exists);
        sweep(SCANS, isOrphan, stopped, progress, looked, removed);
        return removed.get();
    }

    private List<DraftListing> listed(DraftStatus status, Instant createdBefore) {
        try (Stream<DraftListing> rows =
                parts.store().stream(SupportTable.DRAFTS_BY_STATUS.of(status).to(createdBefore), DRAFTS_MAX)) {
            return rows.toList();
        }
    }

    private interface Deciding {
        @Nullable
        Decision<?> of(Found found);
    }

    /** Changes a draft that is still what the list said. Returns how many were changed. */
    private int change(String draftId, DraftStatus status, Deciding decide) {
        try {
            return parts.changes().<Integer>run(parts.consistent(), () -> {
                Optional<Found> found = drafts.find(draftId);
                Decision<?> decided = found.filter(each -> each.draft().status() == status)
                        .map(decide::of)
                        .orElse(null);
                return decided == null ? Decision.of(0) : decided.withResult(1);
            });
        } catch (UnreadableItemException e) {
            return 0; // it was reported; another program's mistake must not stop the sweep
        }
    }

    private static boolean isOver(Found found, Instant now) {
        return found.draft().updatedAt().isBefore(now.minus(ENDED_KEPT));
    }

    private @Nullable Decision<?> deleting(Found found) {
        try {
            return review.deleting(Decision.done(), found);
        } catch (dev.trestle.platform.api.ApiException stillMoving) {
            return null;
        }
    }

    private void sweep(
            String prefix,
            Predicate<S3Object> isLeft,
            BooleanSupplier stopped,
            Sweep.Progress progress,
            AtomicLong looked,
            AtomicLong removed) {
        ObjectWalk.each(parts.contents(), prefix, stopped, object -> {
            if (isLeft.test(object)) {
                parts.contents().delete(object.key());
                removed.incrementAndGet();
            }
            progress.at(looked.incrementAndGet(), removed.get());
        });
    }

    private static boolean isOlder(S3Object object, Instant now, Duration age) {
        return object.lastModified().isBefore(now.minus(age));
    }

    /** The files of a draft whose job has not come to its end yet are needed. */
    private boolean isProcessed(String key) {
        String[] names = key.split("/");
        try {
            return names.length == 3
                    && drafts.find(names[1])
                            .filter(found -> found.draft().status() == DraftStatus.PROCESSING)
                            .isPresent();
        } catch (UnreadableItemException e) {
            return false;
        }
    }

    private static String draftOf(String key) {
        String name = key.substring(SCANS.length());
        int end = name.indexOf('/');
        return end >= 0 ? name.substring(0, end) : name.replaceFirst("\\.pdf$", "");
    }

    private boolean exists(String draftId) {
        try {
            return draftId.isEmpty() || drafts.find(draftId).isPresent();
        } catch (UnreadableItemException e) {
            return true;
        }
    }
}

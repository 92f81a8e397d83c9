package dev.trestle.systems.formkiq.reading;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.ReadingRows;
import dev.trestle.systems.formkiq.model.ReadingRows.RecognitionCount;
import dev.trestle.systems.formkiq.sites.Configurations;
import java.util.Optional;

/** How many documents of a site may be recognised, and how many pages of each. */
final class RecognitionLimit {
    private RecognitionLimit() {}

    /** Refuses a recognition beyond the site's limit. */
    static void check(ItemStore store) {
        Optional<Long> most = Configurations.recognitionsMax(store);
        long count = store.get(ReadingRows.COUNT_OF_RECOGNITIONS.of())
                .map(RecognitionCount::documents)
                .orElse(0L);
        if (most.isPresent() && count >= most.get()) {
            throw Refusals.message("Maximum number of OCRs reached");
        }
    }

    /** Has a decision count a recognition. */
    static void count(ItemStore store, Decision<?> decision) {
        Optional<Stored<RecognitionCount>> before = store.stored(ReadingRows.COUNT_OF_RECOGNITIONS.of());
        if (before.isPresent()) {
            decision.replace(
                    ReadingRows.RECOGNITION_COUNT,
                    before.get(),
                    new RecognitionCount(before.get().record().documents() + 1));
        } else {
            decision.create(ReadingRows.RECOGNITION_COUNT, new RecognitionCount(1));
        }
    }

    /** How many of the pages that are asked for are read; {@code -1} asks for all. */
    static int pages(ItemStore store, int asked) {
        int wanted = asked < 1 ? Integer.MAX_VALUE : asked;
        return Configurations.recognisedPagesMax(store)
                .map(most -> (int) Math.min(wanted, most))
                .orElse(wanted);
    }
}

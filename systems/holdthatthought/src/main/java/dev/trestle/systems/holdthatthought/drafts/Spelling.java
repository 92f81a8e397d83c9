package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.holdthatthought.HoldThatThoughtSettings.DraftSpelling;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** How statuses of drafts are spelled: as documented, or as the project's web client has them. */
final class Spelling {
    private static final Map<DraftStatus, String> PROJECT = Map.of(
            DraftStatus.PENDING, "PENDING",
            DraftStatus.PROCESSING, "PROCESSING",
            DraftStatus.READY, "REVIEW",
            DraftStatus.FAILED, "ERROR",
            DraftStatus.PUBLISHED, "PUBLISHED");

    private final DraftSpelling spelling;

    Spelling(DraftSpelling spelling) {
        this.spelling = spelling;
    }

    String of(DraftStatus status) {
        return spelling == DraftSpelling.PROJECT ? project(status) : documented(status);
    }

    private static String project(DraftStatus status) {
        return PROJECT.getOrDefault(status, status.name());
    }

    private static String documented(DraftStatus status) {
        return WireNames.of(DraftStatus.class).name(status);
    }

    /** Either spelling, whichever answers have. */
    static DraftStatus parse(String text) {
        String name = text.toUpperCase(Locale.ROOT);
        return Arrays.stream(DraftStatus.values())
                .filter(status -> status.name().equals(name) || project(status).equals(name))
                .findFirst()
                .orElseThrow(() -> ApiException.invalid(
                                "status", "must be one of pending, processing, ready, failed, published")
                        .withCode("draft-status"));
    }
}

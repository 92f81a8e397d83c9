package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.platform.api.Principal;
import dev.trestle.platform.uploads.UploadLimits;
import dev.trestle.systems.holdthatthought.area.Incoming;
import dev.trestle.systems.holdthatthought.model.Draft;
import dev.trestle.systems.holdthatthought.model.DraftDetails;
import dev.trestle.systems.holdthatthought.model.DraftFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the files of a draft lie, and what they may be. */
final class DraftFiles {
    static final int COUNT_MAX = 20;
    static final long BYTES_MAX = 10L << 20;
    static final long TOGETHER_MAX = 50L << 20;
    static final String PREFIX = "temp/";
    static final UploadLimits LIMITS = UploadLimits.of(BYTES_MAX, "application/pdf", "image/jpeg", "image/png")
            .withOpen(COUNT_MAX);

    private static final Map<String, String> EXTENSIONS =
            Map.of("application/pdf", "pdf", "image/jpeg", "jpg", "image/png", "png");

    private DraftFiles() {}

    static String key(String draftId, int index, String contentType) {
        return PREFIX + draftId + "/" + index + "." + EXTENSIONS.get(contentType);
    }

    /** Whoever may process the draft confirms its files. */
    static Principal holder(String draftId) {
        return Incoming.holder("drafts", draftId);
    }

    /**
     * A file that is a page, or pages, of the draft.
     *
     * @param number its place among the pages, from 1
     */
    record Page(
            int number,
            String key,
            String contentType,
            @Nullable DraftFile file) {
        /** What it is called in messages. */
        String name() {
            String given = file == null ? null : file.name();
            return given == null
                    ? "File " + number + " (" + key.substring(key.lastIndexOf('/') + 1) + ")"
                    : given + " (file " + number + ")";
        }
    }

    /** The files in the order of the pages. A draft of another program has keys alone. */
    static List<Page> pages(Draft draft, @Nullable DraftDetails details) {
        List<Page> pages = new ArrayList<>();
        for (String key : draft.fileKeys()) {
            DraftFile file = details == null ? null : fileOf(details, key).orElse(null);
            pages.add(new Page(pages.size() + 1, key, file == null ? typeOf(key) : file.contentType(), file));
        }
        return pages;
    }

    static Optional<DraftFile> fileOf(DraftDetails details, String key) {
        return details.files().stream()
                .filter(file ->
                        key(details.draftId(), file.index(), file.contentType()).equals(key))
                .findFirst();
    }

    private static String typeOf(String key) {
        String name = key.toLowerCase(Locale.ROOT);
        if (name.endsWith(".pdf")) {
            return "application/pdf";
        }
        return name.endsWith(".png") ? "image/png" : "image/jpeg";
    }
}

package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the documented draft has no room for.
 *
 * @param files as they were announced
 * @param pages how many page pictures there are; null until they are made
 * @param done how many pages were read, of {@code total}, while it is processed
 * @param edited whether somebody has changed the text that was read
 * @param letterDate the letter that it was published as, or attached to
 */
@RecordBuilder
public record DraftDetails(
        String draftId,
        List<DraftFile> files,
        @Nullable TextSource textSource,
        @Nullable String summary,
        @Nullable List<String> tags,
        @Nullable Integer pages,
        @Nullable Integer done,
        @Nullable Integer total,
        @Nullable Boolean edited,
        @Nullable String letterDate)
        implements DraftDetailsBuilder.With {
    public static DraftDetails of(String draftId, List<DraftFile> files) {
        return new DraftDetails(draftId, files, null, null, null, null, null, null, null, null);
    }

    /** With a file that is confirmed now. */
    public DraftDetails withArrived(int index, long bytes) {
        return withFiles(files.stream()
                .map(file -> file.index() == index ? file.confirmed(bytes) : file)
                .toList());
    }
}

package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Header;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operations are asked for. */
public final class Requests {
    public static final int ID_MAX = 128;

    /** As a folder in a filter: documents that are in no folder. */
    static final String NO_FOLDER = "none";

    private static final int NAME_MAX = 200;
    private static final int VERSION_MAX = 1_000_000_000;

    private Requests() {}

    /** A request about one document. */
    public interface OfDocument {
        String id();
    }

    public record ById(@Length(min = 1, max = ID_MAX) String id) implements OfDocument {}

    public record Create(
            @Header("Idempotency-Key") @Nullable @Length(min = 1, max = 200)
            String idempotencyKey,

            NewDocument body) {}

    public record NewDocument(
            @Nullable @Length(min = 1, max = ID_MAX) String id,
            @Nullable @Length(min = 1, max = NAME_MAX) String displayName,
            @Length(min = 1, max = 300) String fileName,
            @OneOf("text/markdown") String fileType,
            String content,

            @About("The folder that it is put into") @Nullable @Length(min = 1, max = ID_MAX)
            String folderId) {}

    public record Copy(
            @Length(min = 1, max = ID_MAX) String id,

            @Header("Idempotency-Key") @Nullable @Length(min = 1, max = 200)
            String idempotencyKey,

            @Nullable CopyOf body)
            implements OfDocument {}

    public record CopyOf(
            @Nullable @Length(min = 1, max = NAME_MAX) String displayName,

            @About("The folder that it is put into") @Nullable @Length(min = 1, max = ID_MAX)
            String folderId) {}

    /** Which list is asked for, and which part of it. */
    public record ListDocuments(
            @About("all: the caller's own and those shared with them")
            @Default("mine")
            @OneOf({"tenant", "mine", "shared", "all", "deleted"})
            String view,

            @About("What the caller is to them; for shared ones") @Nullable @OneOf({"owner", "editor", "viewer"})
            String role,

            @About("In the name, or in the content of what the caller may read") @Nullable @Length(max = 200)
            String text,

            @About("In this folder; none: in no folder") @Nullable @Length(min = 1, max = ID_MAX)
            String folder,

            @About("With this tag") @Nullable @Length(min = 1, max = 40)
            String tag,

            @About("Owned by this user or group:name") @Nullable @Length(min = 1, max = 200)
            String ownedBy,

            @About("Templates only") @Default("false") boolean template,
            @Default("changed") @OneOf({"changed", "name"}) String sort,

            @Default("50") @Range(min = 1, max = 200) int limit,

            @About("The next of the page before") @Nullable @Length(max = 4000)
            String cursor) {
        /** A list without filters, newest change first, is read page by page; any other is read whole. */
        boolean isInOrderOfAnIndex() {
            return folder == null
                    && tag == null
                    && ownedBy == null
                    && !template
                    && sort.equals("changed")
                    && !view.equals("all");
        }
    }

    public record Rename(@Length(min = 1, max = ID_MAX) String id, NewName body) implements OfDocument {}

    public record NewName(@Length(min = 1, max = NAME_MAX) String displayName) {}

    public record ReadContent(
            @Length(min = 1, max = ID_MAX) String id,
            @About("As a file to be kept") @Default("false") boolean download) implements OfDocument {}

    public record ReadVersion(
            @Length(min = 1, max = ID_MAX) String id,
            @Range(min = 0, max = VERSION_MAX) int version,
            @About("As a file to be kept") @Default("false") boolean download)
            implements OfDocument {}

    public record Save(
            @Length(min = 1, max = ID_MAX) String id,

            @Default("update") @OneOf({"update", "autosave"})
            String changeType,

            InputStream body)
            implements OfDocument {
        boolean isAutosave() {
            return changeType.equals("autosave");
        }
    }

    public record Merge(@Length(min = 1, max = ID_MAX) String id, MergedTexts body) implements OfDocument {}

    public record MergedTexts(
            @About("The number of the version that the writer started from") @Range(min = 0, max = VERSION_MAX)
            int baseVersion,

            @About("Its text") String base,
            @About("What the writer made of it") String text) {}

    public record MarkVersion(
            @Length(min = 1, max = ID_MAX) String id,
            @Range(min = 0, max = VERSION_MAX) int version,
            NewMark body) implements OfDocument {}

    public record NewMark(
            @About("Absent for none") @Nullable @Length(max = Marks.NAME_MAX)
            String name,

            @About("Whether it stays when others go") boolean pinned) {}

    public record RollBack(@Length(min = 1, max = ID_MAX) String id, Target body) implements OfDocument {}

    public record Target(@Range(min = 0, max = VERSION_MAX) int version) {}

    public record Compare(
            @Length(min = 1, max = ID_MAX) String id,
            @Range(min = 0, max = VERSION_MAX) int from,
            @Range(min = 0, max = VERSION_MAX) int to,
            @Default("unified") @OneOf({"unified", "side"}) String view)
            implements OfDocument {}

    public record ChangeAccess(
            @Length(min = 1, max = ID_MAX) String id, AccessList body) implements OfDocument {}

    public record AccessList(
            @Length(min = 1, max = 200) String owner,
            @Count(max = Access.SHARED_MAX) List<@Length(min = 1, max = 200) String> editors,
            @Count(max = Access.SHARED_MAX) List<@Length(min = 1, max = 200) String> viewers) {}

    public record HandOver(@Length(min = 1, max = ID_MAX) String id, NewOwner body) implements OfDocument {}

    public record NewOwner(@Length(min = 1, max = 200) String owner) {}

    public record AddImage(@Length(min = 1, max = ID_MAX) String id, InputStream body) implements OfDocument {}

    public record ReadImage(
            @Length(min = 1, max = ID_MAX) String id,
            @Length(min = 1, max = 100) String imageId) implements OfDocument {}

    public record Preview(byte[] body) {}

    public record FindPeople(
            @About("In the name or the address; of anybody if it is empty") @Default("") @Length(max = 200)
            String text,

            @Default("10") @Range(min = 1, max = 50) int limit) {}

    public record FindPerson(@Length(min = 3, max = 300) String email) {}
}

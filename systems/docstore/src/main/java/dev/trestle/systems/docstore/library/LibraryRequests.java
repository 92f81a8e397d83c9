package dev.trestle.systems.docstore.library;

import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Header;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.systems.docstore.documents.Requests;
import dev.trestle.systems.docstore.documents.Requests.OfDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operations on folders, tags and templates are asked for. */
public final class LibraryRequests {
    static final int FOLDER_NAME_MAX = 100;
    static final int TAG_MAX = 40;
    static final int TAGS_MAX = 20;
    static final int AT_ONCE_MAX = 100;

    private LibraryRequests() {}

    /** A request about one folder. */
    interface OfFolder {
        String folderId();
    }

    public record ByFolder(
            @Length(min = 1, max = Requests.ID_MAX) String folderId) implements OfFolder {}

    public record CreateFolder(
            @Header("Idempotency-Key") @Nullable @Length(min = 1, max = 200)
            String idempotencyKey,

            NewFolder body) {}

    public record NewFolder(
            @Length(min = 1, max = FOLDER_NAME_MAX) String name,

            @About("The folder that it is in; none at the top") @Nullable @Length(min = 1, max = Requests.ID_MAX)
            String parentId) {}

    public record ChangeFolder(
            @Length(min = 1, max = Requests.ID_MAX) String folderId, FolderChange body) implements OfFolder {}

    public record FolderChange(
            Patch<@Length(min = 1, max = FOLDER_NAME_MAX) String> name,

            @About("The folder that it is moved into; null: the top")
            Patch<@Nullable @Length(min = 1, max = Requests.ID_MAX) String> parentId) {}

    public record DeleteFolder(
            @Length(min = 1, max = Requests.ID_MAX) String folderId,

            @About("up: what is in it moves to its parent; refuse: it has to be empty")
            @Default("refuse")
            @OneOf({"refuse", "up"})
            String contents)
            implements OfFolder {}

    public record FileDocument(
            @Length(min = 1, max = Requests.ID_MAX) String id, FilingChange body) implements OfDocument {}

    /** Several changes in one: what is not sent stays. */
    public record FilingChange(
            @About("The folder that it is moved into; null: none")
            Patch<@Nullable @Length(min = 1, max = Requests.ID_MAX) String> folderId,

            @Nullable @Count(max = TAGS_MAX) List<@Length(min = 1, max = TAG_MAX) String> addTags,
            @Nullable @Count(max = TAGS_MAX) List<@Length(min = 1, max = TAG_MAX) String> removeTags) {}

    public record FileDocuments(FilingOfSeveral body) {}

    public record FilingOfSeveral(
            @Count(min = 1, max = AT_ONCE_MAX) List<@Length(min = 1, max = Requests.ID_MAX) String> documents,
            FilingChange change) {}

    public record MakeTemplate(
            @Length(min = 1, max = Requests.ID_MAX) String id, Template body) implements OfDocument {}

    public record Template(
            @About("What a document made from it is called; {date}, {year}, {month} and {week} stand for the day")
            @Length(min = 1, max = 200)
            String titlePattern) {}
}

package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.When;
import dev.trestle.model.annotation.Prefixed;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Chapters "Document Folder" and "Document Folder Permission". */
public final class Folders {
    /**
     * A folder, or a file in a folder.
     *
     * @param path its name in the folder that it is in
     * @param parentDocumentId the folder that it is in; empty for the uppermost
     */
    @RecordBuilder
    public record FolderEntry(
            String documentId,
            String path,
            PathType type,
            String parentDocumentId,
            Instant inserteddate,
            Instant lastModifiedDate,
            String userId) {}

    /**
     * Who may do what in a folder.
     *
     * @param path the folder's, from the uppermost on
     * @param roles what members of a role may do, by the role's name
     */
    public record FolderPermission(
            String path,
            PathType type,
            Instant inserteddate,
            String userId,
            @Prefixed("role#") Map<String, List<Permission>> roles) {}

    /** Folders come before files. A file has no key in an index: it is found by the path that its document has. */
    public static final Entity<FolderEntry> FOLDER_ENTRY = TABLE.entity(FolderEntry.class)
            .about("Document folder / file listing index")
            .key("global#folders#{parentDocumentId}", "ff#{path}", When.is("type", PathType.DIRECTORY))
            .key("global#folders#{parentDocumentId}", "fi#{path}", When.is("type", PathType.FILE))
            .index("GSI1", "folder#{documentId}", "folder", When.is("type", PathType.DIRECTORY))
            .onePer(Documents.DOCUMENT, "lies in")
            .accept("SPARSE_CONDITION", "the type decides on the primary key too: another type is another item");

    private static final String NO_SUCH_FOLDER =
            "documented so; a folder's identifier would have to be \"permissions\", and those are UUIDs";

    public static final Entity<FolderPermission> FOLDER_PERMISSION = TABLE.entity(FolderPermission.class)
            .about("Document folder permission")
            .key("global#folders#permissions", "ff#{path}")
            .onePer(FOLDER_ENTRY, "has")
            .accept("SAME_KEY", NO_SUCH_FOLDER)
            .accept("HOT_PARTITION", "documented so; as many items as folders have permissions of their own")
            .accept("ITEM_GROWTH", "the roles of one folder, some dozens, with five permissions each");

    public static final Pattern<FolderEntry> FOLDER_CONTENT =
            FOLDER_ENTRY.query("List what is in a folder").accept("FOREIGN_ITEMS", NO_SUCH_FOLDER);

    public static final Pattern<FolderEntry> SUBFOLDERS = FOLDER_ENTRY
            .query("List the folders in a folder")
            .beginsWith("ff#")
            .accept("FOREIGN_ITEMS", NO_SUCH_FOLDER);

    public static final Pattern<FolderEntry> FILES =
            FOLDER_ENTRY.query("List the files in a folder").beginsWith("fi#");

    public static final Pattern<FolderEntry> SUBFOLDERS_BY_PREFIX = FOLDER_ENTRY
            .query("List the folders in a folder by how they begin")
            .beginsWith("ff#{path}")
            .accept("FOREIGN_ITEMS", NO_SUCH_FOLDER);

    public static final Pattern<FolderEntry> FILES_BY_PREFIX =
            FOLDER_ENTRY.query("List the files in a folder by how they begin").beginsWith("fi#{path}");

    public static final Pattern<FolderEntry> FOLDER_BY_PATH =
            FOLDER_ENTRY.get("Get a folder in a folder").exactly("ff#{path}");

    public static final Pattern<FolderEntry> FILE_BY_PATH =
            FOLDER_ENTRY.get("Get a file in a folder").exactly("fi#{path}");

    public static final Pattern<FolderEntry> FOLDER_BY_ID = FOLDER_ENTRY
            .find("Find a folder by ID")
            .on("GSI1")
            .accept("FIND_NOT_UNIQUE", "folders' identifiers are UUIDs");

    public static final Pattern<FolderPermission> PERMISSION_OF_FOLDER =
            FOLDER_PERMISSION.get("Get the permissions of a folder");

    public static final Pattern<FolderPermission> FOLDER_PERMISSIONS = FOLDER_PERMISSION
            .query("List the permissions of all folders")
            .beginsWith("ff#")
            .accept("FOREIGN_ITEMS", NO_SUCH_FOLDER);

    private Folders() {}
}

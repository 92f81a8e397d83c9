package dev.trestle.systems.formkiq.model;

import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.model.Folders.FolderPermission;
import dev.trestle.systems.formkiq.model.Shares.DocumentShare;
import dev.trestle.systems.formkiq.model.Shares.PermissionType;
import dev.trestle.systems.formkiq.model.Shares.Share;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Items about shares and folders. */
final class SharingSamples {
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
    private static final List<Permission> BOTH = List.of(Permission.READ, Permission.WRITE);

    private SharingSamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(
                        Shares.SHARE,
                        new Share(
                                "f1",
                                PathType.DIRECTORY,
                                NOON,
                                "joe",
                                "a/b",
                                "clerks",
                                "default",
                                PermissionType.GROUP,
                                BOTH),
                        """
                        {"PK": "shares#group#clerks", "SK": "share#default#f1", "documentId": "f1",
                         "type": "Directory", "inserteddate": "2024-05-01T12:00:00+0000", "userId": "joe",
                         "path": "a/b", "name": "clerks", "siteId": "default", "permissionType": "group",
                         "permissions": ["READ", "WRITE"]}
                        """),
                Sample.of(
                        "finance",
                        Shares.SHARE,
                        new Share("d1", PathType.FILE, NOON, "joe", "a/b", "ann", "finance", PermissionType.USER, BOTH),
                        """
                        {"PK": "finance/shares#user#ann", "SK": "share#finance#d1", "documentId": "d1",
                         "type": "File", "inserteddate": "2024-05-01T12:00:00+0000", "userId": "joe",
                         "path": "a/b", "name": "ann", "siteId": "finance", "permissionType": "user",
                         "permissions": ["READ", "WRITE"]}
                        """),
                Sample.of(
                        "finance",
                        Shares.DOCUMENT_SHARE,
                        new DocumentShare(
                                "s1",
                                "f1",
                                "clerks",
                                PathType.DIRECTORY,
                                NOON,
                                "joe",
                                "a/b",
                                "finance",
                                PermissionType.GROUP,
                                BOTH),
                        """
                        {"PK": "finance/shares#s1", "SK": "share", "GSI1PK": "finance/share#clerks",
                         "GSI1SK": "share#a/b#s1", "documentId": "s1", "sharedDocumentId": "f1", "name": "clerks",
                         "type": "Directory", "inserteddate": "2024-05-01T12:00:00+0000", "userId": "joe",
                         "path": "a/b", "siteId": "finance", "permissionType": "group",
                         "permissions": ["READ", "WRITE"]}
                        """),
                Sample.of(
                        Folders.FOLDER_ENTRY,
                        new FolderEntry("f1", "a", PathType.DIRECTORY, "", NOON, NOON, "joe"),
                        """
                        {"PK": "global#folders#", "SK": "ff#a", "GSI1PK": "folder#f1", "GSI1SK": "folder",
                         "documentId": "f1", "path": "a", "type": "Directory", "parentDocumentId": "",
                         "inserteddate": "2024-05-01T12:00:00+0000", "lastModifiedDate": "2024-05-01T12:00:00+0000",
                         "userId": "joe"}
                        """),
                Sample.of(
                        Folders.FOLDER_ENTRY,
                        new FolderEntry("d1", "b #2.txt", PathType.FILE, "f1", NOON, NOON, "joe"),
                        """
                        {"PK": "global#folders#f1", "SK": "fi#b #2.txt", "documentId": "d1", "path": "b #2.txt",
                         "type": "File", "parentDocumentId": "f1", "inserteddate": "2024-05-01T12:00:00+0000",
                         "lastModifiedDate": "2024-05-01T12:00:00+0000", "userId": "joe"}
                        """),
                Sample.of(
                        Folders.FOLDER_PERMISSION,
                        new FolderPermission(
                                "a/b",
                                PathType.DIRECTORY,
                                NOON,
                                "joe",
                                Map.of("clerks", BOTH, "guests", List.of(Permission.READ))),
                        """
                        {"PK": "global#folders#permissions", "SK": "ff#a/b", "path": "a/b", "type": "Directory",
                         "inserteddate": "2024-05-01T12:00:00+0000", "userId": "joe",
                         "role#clerks": ["READ", "WRITE"], "role#guests": ["READ"]}
                        """));
    }
}

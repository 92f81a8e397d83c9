package dev.trestle.systems.docstore.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A document in the list of somebody whom it is shared with: what the list shows.
 *
 * @param principal a user or a {@code group:} name
 * @param lastModified the document's, so that the list has the newest change first
 */
public record Share(
        String principal,
        String documentId,
        ShareRole role,
        String displayName,
        String fileName,
        String owner,
        long size,
        Instant lastModified) {
    private static final String GROUP = "group:";

    /**
     * One for each whom a document is shared with; an editor is no viewer besides. A group that owns it is among them: its members do
     * not find the document among their own.
     */
    public static List<Share> of(Document document) {
        Map<String, ShareRole> roles = new LinkedHashMap<>();
        if (document.owner().startsWith(GROUP)) {
            roles.put(document.owner(), ShareRole.EDITOR);
        }
        document.editors().forEach(editor -> roles.put(editor, ShareRole.EDITOR));
        document.viewers().forEach(viewer -> roles.putIfAbsent(viewer, ShareRole.VIEWER));
        List<Share> shares = new ArrayList<>();
        roles.forEach((principal, role) -> shares.add(new Share(
                principal,
                document.id(),
                role,
                document.displayName(),
                document.fileName(),
                document.owner(),
                document.size(),
                document.lastModified())));
        return shares;
    }
}

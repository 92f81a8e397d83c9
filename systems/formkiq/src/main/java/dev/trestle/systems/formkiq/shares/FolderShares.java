package dev.trestle.systems.formkiq.shares;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.ShareIndex;
import dev.trestle.systems.formkiq.model.ShareIndex.FolderShare;
import dev.trestle.systems.formkiq.model.Shares;
import dev.trestle.systems.formkiq.model.Shares.DocumentShare;
import java.util.List;

/** What becomes of the shares of a folder: they end with it, and show the path that it has. */
public final class FolderShares {
    /** As many as fit, each with three rows, into the transaction that deletes the folder. */
    static final int GROUPS_MAX = 25;

    private FolderShares() {}

    static List<FolderShare> of(ItemStore store, String folderId) {
        return store.first(ShareIndex.SHARES_OF_FOLDER.of(folderId), GROUPS_MAX);
    }

    /** Has the decision that deletes a folder end its shares. */
    public static void end(Decision<?> decision, ItemStore store, String folderId) {
        of(store, folderId).forEach(share -> end(decision, store, share));
    }

    static void end(Decision<?> decision, ItemStore store, FolderShare share) {
        store.get(Shares.SHARE_BY_ID.of(share.shareId()))
                .ifPresent(row -> decision.delete(Shares.DOCUMENT_SHARE, row, Expect.ANYTHING));
        decision.delete(ShareIndex.FOLDER_SHARE, share, Expect.ANYTHING);
    }

    /** Gives the shares of a folder the path that it has now; what they open was never a matter of it. */
    public static void moved(Changes changes, ItemStore store, String folderId, String path) {
        for (FolderShare share : of(store, folderId)) {
            Object unused = changes.run(
                    store,
                    () -> store.stored(Shares.SHARE_BY_ID.of(share.shareId()))
                            .<Decision<?>>map(before -> {
                                DocumentShare row = before.record();
                                return row.path().equals(path)
                                        ? Decision.done()
                                        : Decision.done()
                                                .replace(
                                                        Shares.DOCUMENT_SHARE,
                                                        before,
                                                        new DocumentShare(
                                                                row.documentId(),
                                                                row.sharedDocumentId(),
                                                                row.name(),
                                                                row.type(),
                                                                row.inserteddate(),
                                                                row.userId(),
                                                                path,
                                                                row.siteId(),
                                                                row.permissionType(),
                                                                row.permissions()));
                            })
                            .orElse(Decision.done()));
        }
    }
}

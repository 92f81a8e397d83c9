package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import java.util.List;
import java.util.Optional;

/** A job: takes a document out of the lists of those who may not see it any more, where a transaction had no room for that. */
public final class Unsharing {
    public static final String JOB = "unshare";

    private final ItemStore store;
    private final Changes changes;

    public Unsharing(ItemStore store, Changes changes) {
        this.store = store.consistent();
        this.changes = changes;
    }

    /** What is to be done. */
    record Payload(String tenantId, String documentId, List<String> principals) {}

    static <R> Decision<R> enqueue(Decision<R> decision, Caller caller, String id, List<Share> shares) {
        List<String> principals = shares.stream().map(Share::principal).toList();
        return decision.job(JOB, id, new Payload(caller.tenant(), id, principals));
    }

    public void run(JobContext job) {
        Payload payload = job.payload(Payload.class);
        ItemStore tenant = store.within(payload.tenantId());
        for (String principal : payload.principals()) {
            Object unused = changes.run(tenant, () -> removal(tenant, payload.documentId(), principal));
        }
    }

    /** Not if it was shared with them again, or restored, meanwhile: the document is what it was when that was decided. */
    private static Decision<?> removal(ItemStore tenant, String id, String principal) {
        Optional<Stored<Document>> document = tenant.stored(DocumentsTable.LATEST.of(id));
        boolean listed = document.map(Stored::record).stream()
                .flatMap(found -> Share.of(found).stream())
                .anyMatch(share -> share.principal().equals(principal));
        if (listed) {
            return Decision.done();
        }
        Expect asRead = document.map(read -> Expect.unchanged(read, "owner", "editors", "viewers"))
                .orElse(Expect.ABSENT);
        return Decision.done()
                .delete(SupportTable.SHARE_BY_KEY.of(principal, id), Expect.ANYTHING)
                .check(DocumentsTable.LATEST.of(id), asRead);
    }
}

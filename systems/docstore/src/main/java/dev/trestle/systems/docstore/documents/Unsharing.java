package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.Jobs;
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

    public Unsharing(ItemStore store) {
        this.store = store.consistent();
    }

    /** What is to be done. */
    record Payload(String tenantId, String documentId, List<String> principals) {}

    static void enqueue(Jobs jobs, Transaction transaction, String tenant, String id, List<Share> shares) {
        List<String> principals = shares.stream().map(Share::principal).toList();
        jobs.enqueue(transaction, JOB, id, new Payload(tenant, id, principals));
    }

    public void run(JobContext job) {
        Payload payload = job.payload(Payload.class);
        ItemStore tenant = store.within(payload.tenantId());
        for (String principal : payload.principals()) {
            remove(tenant, payload.documentId(), principal);
        }
    }

    /** Not if it was shared with them again, or restored, meanwhile: the document is what it was when that was decided. */
    private static void remove(ItemStore tenant, String id, String principal) {
        Optional<Stored<Document>> document = tenant.stored(DocumentsTable.LATEST.of(id));
        boolean listed = document.map(Stored::record).stream()
                .flatMap(found -> Share.of(found).stream())
                .anyMatch(share -> share.principal().equals(principal));
        if (listed) {
            return;
        }
        Expect asRead = document.map(read -> Expect.unchanged(read, "owner", "editors", "viewers"))
                .orElse(Expect.ABSENT);
        Transaction removal = tenant.transaction()
                .delete(SupportTable.SHARE_BY_KEY.of(principal, id), Expect.ANYTHING)
                .check(DocumentsTable.LATEST.of(id), asRead);
        try {
            removal.commit();
        } catch (WriteRefusedException changed) {
            throw new IllegalStateException("The document changed meanwhile; the job is tried again.", changed);
        }
    }
}

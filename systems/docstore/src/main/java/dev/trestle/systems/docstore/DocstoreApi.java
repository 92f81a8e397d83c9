package dev.trestle.systems.docstore;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.docstore.comments.CommentOperations;
import dev.trestle.systems.docstore.documents.AccessOperations;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.ContentOperations;
import dev.trestle.systems.docstore.documents.Deletions;
import dev.trestle.systems.docstore.documents.DocumentNotices;
import dev.trestle.systems.docstore.documents.DocumentOperations;
import dev.trestle.systems.docstore.documents.Documents;
import dev.trestle.systems.docstore.documents.Lists;
import dev.trestle.systems.docstore.library.Folders;
import dev.trestle.systems.docstore.library.LibraryOperations;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.presence.PresenceOperations;
import java.security.SecureRandom;
import java.time.Clock;

/** The operations on documents, over tables and a bucket. It does nothing by itself. */
public final class DocstoreApi {
    private static final Api.About ABOUT = new Api.About(
            "Document Store",
            "Versioned markdown documents. A document belongs to a tenant, which is the one of the caller's token, and is seen by its"
                    + " owner, its editors and its viewers only: to everybody else there is no such document. Every write is answered"
                    + " when it is stored.",
            "/docstore/v1");

    private final Operations<Caller> operations;
    private final ObjectBucket contents;
    private final Jobs jobs;
    private final Deletions deletions;
    private final Folders folders;
    private final DocumentNotices notices;

    public DocstoreApi(ItemStore store, Bucket objects, Directory directory, Clock clock, Notices notices) {
        SecureRandom random = new SecureRandom();
        Ids ids = new Ids(random);
        Times times = new Times(clock);
        this.jobs = new Jobs(store, SupportTable.JOBS, clock);
        this.contents = new ObjectBucket(objects);
        this.operations = new Operations<>(
                Api.declared("docstore", ABOUT, Shapes.problemDetails()),
                new Operations.Setting<>(
                        Caller::of, caller -> store.within(caller.tenant()), new Changes(jobs, random), times, ids));
        Documents documents = new Documents(store, contents, directory);
        this.deletions = new Deletions(documents, store, times, ids);
        new DocumentOperations(documents, operations, new Lists(documents, store), deletions).declare(operations);
        new ContentOperations(documents, directory).declare(operations);
        this.notices = new DocumentNotices(notices, directory);
        new AccessOperations(documents, directory, this.notices).declare(operations);
        this.folders = new Folders(store, ids);
        new LibraryOperations(documents, folders, store).declare(operations);
        new CommentOperations(documents, directory, this.notices::mentioned).declare(operations);
        new PresenceOperations(documents, directory).declare(operations);
    }

    public Api api() {
        return operations.api();
    }

    Operations<Caller> operations() {
        return operations;
    }

    ObjectBucket contents() {
        return contents;
    }

    Jobs jobs() {
        return jobs;
    }

    Folders folders() {
        return folders;
    }

    /** Does the jobs of notices. */
    public JobHandler noticeHandler() {
        return notices.handler();
    }

    Deletions deletions() {
        return deletions;
    }
}

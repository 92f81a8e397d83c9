package dev.trestle.systems.docstore;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.content.OrphanSweep;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.system.SystemDefinition.NoSettings;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Deletions;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.documents.Unsharing;
import dev.trestle.systems.docstore.library.Folders;
import dev.trestle.systems.docstore.model.DocstoreModel;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.sample.SampleWorld;
import dev.trestle.systems.docstore.upkeep.DocumentEvents;
import dev.trestle.systems.docstore.upkeep.Leftovers;
import dev.trestle.systems.docstore.upkeep.NamedObjects;
import java.time.Clock;
import java.util.Random;

/** The Document Store, running on its tables and its bucket: its operations, its events, and what it does by itself. */
public final class Docstore implements AutoCloseable {
    /** What it calls its bucket. */
    public static final String DOCUMENTS = "documents";

    public static final SystemDefinition<NoSettings> SYSTEM = SystemDefinition.of("docstore", () -> DocstoreModel.MODEL)
            .withBucket(DOCUMENTS, "docstore")
            .opening(Docstore::open)
            .withPages(Docstore.class)
            .withDemo(SampleWorld.DEMO)
            .withNotices(NoticeKind.SHARED, NoticeKind.MENTIONED)
            .withHome("getHome");

    private final DocstoreApi api;
    private final OrphanSweep<?> sweep;
    private final EventHub<Caller> events;
    private final Follower follower;
    private final JobRunner runner;
    private final Leftovers leftovers;

    /** Begins to work. */
    public Docstore(Environment<NoSettings> environment) {
        Deployment deployment = environment.deployment();
        Clock clock = environment.clock();
        ItemStore store = environment.store();
        this.api = new DocstoreApi(
                store,
                environment.bucket(DOCUMENTS),
                new Directory(environment.identity()),
                clock,
                environment.notices());
        this.sweep = NamedObjects.sweep(store, api.contents(), clock).start();
        this.leftovers = new Leftovers(deployment, store);
        this.follower = new Follower(deployment, environment.streams(), store, SupportTable.FOLLOWER)
                .on(DocumentsTable.DOCUMENT, leftovers::changed)
                .onMissed(leftovers::sweep)
                .start();
        this.events = new EventHub<>(deployment, environment.streams(), store, DocumentEvents.of(store)).start();
        Operations<Caller> operations = api.operations();
        operations
                .get("listen", "/events")
                .about("Changes to what the caller may read, as server-sent events")
                .description(
                        "The event document tells that one was created, saved, rolledBack, renamed, or its access changed; gone,"
                                + " that it is not the caller's to read any more; filing, comment and presence, that its folder"
                                + " or tags, its comments or who has it open changed; folder, that the tenant's folders did."
                                + " Last-Event-ID brings what was missed.")
                .right(Rights.LISTEN)
                .repliesEvents(events::listen);
        this.runner = new JobRunner(api.jobs(), JobRunner.Options.standard(), new Random())
                .handle(Unsharing.JOB, new Unsharing(store, operations.changes())::run)
                .handle(Folders.EMPTY, job -> api.folders().empty(job, operations.changes()))
                .handle(Notices.JOB, api.noticeHandler())
                .handle(Deletions.PURGE, api.deletions().purging(operations.changes()))
                .start();
    }

    private static Running open(Environment<NoSettings> environment) {
        Docstore docstore = new Docstore(environment);
        return Running.of(docstore.api()).with(docstore::close).withSweep(docstore.sweep);
    }

    /** Removes now what would be removed in the next hours. Returns how many objects that were. */
    public int sweepNow() {
        return sweep.run();
    }

    /** Removes now what is left of documents that are gone, as after changes that were missed. */
    void removeLeftovers() {
        leftovers.sweep();
    }

    /** Lets jobs that run come to an end; others stay for the next start. */
    @Override
    public void close() {
        events.close();
        follower.close();
        sweep.close();
        runner.close();
    }

    public Api api() {
        return api.api();
    }
}

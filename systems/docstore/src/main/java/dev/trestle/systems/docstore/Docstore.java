package dev.trestle.systems.docstore;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Deletions;
import dev.trestle.systems.docstore.documents.Directory;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.documents.Unsharing;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.upkeep.DocumentEvents;
import dev.trestle.systems.docstore.upkeep.Sweep;
import java.time.Clock;
import java.util.Random;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The Document Store, running on its tables and its bucket: its operations, its events, and what it does by itself. */
public final class Docstore implements AutoCloseable {
    public static final String BUCKET = "docstore";

    private final DocstoreApi api;
    private final Sweep sweep;
    private final EventHub<Caller> events;
    private final Follower follower;
    private final JobRunner runner;

    /**
     * What it runs on.
     *
     * @param store of the Document Store's model
     * @param deployment the same model, where it is deployed
     * @param objects asked when an object is first wanted
     */
    public record Parts(
            ItemStore store,
            Deployment deployment,
            DynamoDbStreamsClient streams,
            Supplier<S3Client> objects,
            String bucket,
            Identity identity) {}

    /** Begins to work. */
    public Docstore(Parts parts) {
        Deployment deployment = parts.deployment();
        Clock clock = deployment.clock();
        ItemStore store = parts.store();
        this.api = new DocstoreApi(store, parts.objects(), parts.bucket(), new Directory(parts.identity()), clock);
        this.sweep = new Sweep(store, api.contents(), clock).start();
        this.follower = new Follower(deployment, parts.streams(), store, SupportTable.FOLLOWER).start();
        this.events = new EventHub<>(deployment, parts.streams(), store, DocumentEvents.EVENTS).start();
        Operations<Caller> operations = api.operations();
        operations
                .get("listen", "/events")
                .about("Changes to what the caller may read, as server-sent events")
                .description(
                        "The event document tells that one was created, saved, rolledBack, renamed, or its access changed; gone,"
                                + " that it is not the caller's to read any more. Last-Event-ID brings what was missed.")
                .right(Rights.LISTEN)
                .repliesEvents(events::listen);
        this.runner = new JobRunner(api.jobs(), JobRunner.Options.standard(), new Random())
                .handle(Unsharing.JOB, new Unsharing(store, operations.changes())::run)
                .handle(Deletions.PURGE, api.deletions().purging(operations.changes()))
                .start();
    }

    /** Removes now what would be removed in the next hours. Returns how many objects that were. */
    public int sweepNow() {
        return sweep.run();
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

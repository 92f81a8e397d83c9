package dev.trestle.systems.docstore;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.documents.Access;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.Comparing;
import dev.trestle.systems.docstore.documents.Deletions;
import dev.trestle.systems.docstore.documents.Directory;
import dev.trestle.systems.docstore.documents.Documents;
import dev.trestle.systems.docstore.documents.History;
import dev.trestle.systems.docstore.documents.Lists;
import dev.trestle.systems.docstore.documents.Pictures;
import dev.trestle.systems.docstore.documents.Reading;
import dev.trestle.systems.docstore.documents.Requests;
import dev.trestle.systems.docstore.documents.Rights;
import dev.trestle.systems.docstore.documents.Saves;
import dev.trestle.systems.docstore.documents.Tags;
import dev.trestle.systems.docstore.documents.Unsharing;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.time.Ids;
import dev.trestle.systems.docstore.time.Times;
import dev.trestle.systems.docstore.upkeep.DocumentEvents;
import dev.trestle.systems.docstore.upkeep.Sweep;
import java.net.URL;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The Document Store, running on its tables and its bucket: each operation of its contract, and what does it. */
public final class Docstore implements AutoCloseable {
    public static final String BUCKET = "docstore";

    /** AWS allows five reads of a stream a second. */
    private static final Duration EVENTS_READ_EVERY = Duration.ofMillis(400);

    private final Documents documents;
    private final Saves saves;
    private final Reading reading;
    private final Comparing comparing;
    private final History history;
    private final Access access;
    private final Deletions deletions;
    private final Pictures pictures;
    private final Lists lists;
    private final Directory directory;
    private final Sweep sweep;
    private final EventHub events;
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
        Ids ids = new Ids();
        Deployment deployment = parts.deployment();
        Clock clock = deployment.clock();
        ItemStore store = parts.store();
        Contents contents = new Contents(parts.objects(), parts.bucket(), ids);
        Jobs jobs = new Jobs(store, SupportTable.JOBS, clock);
        this.directory = new Directory(parts.identity());
        this.documents = new Documents(store, contents, directory, new Times(clock));
        this.saves = new Saves(documents);
        this.reading = new Reading(documents);
        this.comparing = new Comparing(documents, reading);
        this.history = new History(documents, directory);
        this.access = new Access(documents, directory, jobs);
        this.deletions = new Deletions(documents, store, jobs, ids);
        this.pictures = new Pictures(documents, ids);
        this.lists = new Lists(documents, store);
        this.sweep = new Sweep(store, contents, clock).start();
        this.follower = new Follower(deployment, store, SupportTable.FOLLOWER);
        this.events = new EventHub(
                deployment.client(),
                parts.streams(),
                List.of(deployment.names().apply(DocumentsTable.TABLE)),
                new DocumentEvents(store, follower)::of,
                EVENTS_READ_EVERY,
                // Records have the database's time, whatever else this goes by.
                Clock.systemUTC());
        follower.follow(events);
        events.start();
        Unsharing unsharing = new Unsharing(store);
        this.runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random())
                .handle(Unsharing.JOB, unsharing::run)
                .handle(Deletions.PURGE, deletions::purge)
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

    /** Where its contract is. */
    public static URL contract() {
        return Objects.requireNonNull(Docstore.class.getResource("docstore.yaml"));
    }

    public Api api() {
        Api api = Api.of("docstore", contract(), Shapes.problemDetails());
        return around(contents(documents(api)));
    }

    private Api documents(Api api) {
        return api.handleOnce("createDocument", Requests.Create.class, (call, once, q) -> {
                    Caller caller = Caller.of(call);
                    Document made = documents.create(caller, once, q.body());
                    return shown(caller, made)
                            .status(201)
                            .header("location", "/docstore/v1/documents/" + encoded(made.id()));
                })
                .handle("listDocuments", Requests.ListDocuments.class, (call, q) -> lists.list(Caller.of(call), q))
                .handle("getDocument", Requests.ById.class, (call, q) -> {
                    Caller caller = Caller.of(call);
                    return shown(caller, documents.get(caller, q.id(), Rights.READ));
                })
                .handle("renameDocument", Requests.Rename.class, (call, q) -> {
                    Caller caller = Caller.of(call);
                    return shown(
                            caller,
                            documents.rename(
                                    caller, q.id(), call.ifMatch(), q.body().displayName()));
                })
                .handle("deleteDocument", Requests.ById.class, (call, q) -> {
                    deletions.delete(Caller.of(call), q.id(), call.ifMatch());
                    return null;
                })
                .handle("restoreDocument", Requests.ById.class, (call, q) -> {
                    Caller caller = Caller.of(call);
                    return shown(caller, deletions.restore(caller, q.id()));
                });
    }

    private Api contents(Api api) {
        return api.handle(
                        "getContent",
                        Requests.ReadContent.class,
                        (call, q) -> reading.current(Caller.of(call), q.id(), call, q.download()))
                .handle(
                        "getVersionContent",
                        Requests.ReadVersion.class,
                        (call, q) -> reading.version(Caller.of(call), q.id(), q.version(), call, q.download()))
                .handle("saveContent", Requests.Save.class, (call, q) -> {
                    Caller caller = Caller.of(call);
                    return pointed(caller, saves.save(caller, q.id(), call.ifMatch(), q.changeType(), q.body()));
                })
                .handle("listVersions", Requests.ById.class, (call, q) -> history.of(Caller.of(call), q.id()))
                .handle("compareVersions", Requests.Compare.class, (call, q) -> comparing.diff(Caller.of(call), q))
                .handle("rollBack", Requests.RollBack.class, (call, q) -> {
                    Caller caller = Caller.of(call);
                    return pointed(
                            caller,
                            saves.rollBack(
                                    caller, q.id(), call.ifMatch(), q.body().version()));
                })
                .handle(
                        "addImage",
                        Requests.AddImage.class,
                        (call, q) -> Reply.created(pictures.add(Caller.of(call), q.id(), call, q.body())))
                .handle(
                        "getImage",
                        Requests.ReadImage.class,
                        (call, q) -> pictures.get(Caller.of(call), q.id(), q.imageId()));
    }

    private Api around(Api api) {
        return api.handle(
                        "getAccess",
                        Requests.ById.class,
                        (call, q) -> accessible(documents.get(Caller.of(call), q.id(), Rights.SEE_ACCESS)))
                .handle(
                        "changeAccess",
                        Requests.ChangeAccess.class,
                        (call, q) -> accessible(access.change(Caller.of(call), q.id(), call.ifMatch(), q.body())))
                .handle("leaveDocument", Requests.ById.class, (call, q) -> {
                    access.leave(Caller.of(call), q.id());
                    return null;
                })
                .handle(
                        "findPerson",
                        Requests.FindPerson.class,
                        (call, q) -> directory.find(Caller.of(call), q.email()))
                .handle("previewText", Requests.Preview.class, (call, q) -> reading.preview(Caller.of(call), q.body()))
                .handle("listen", Requests.None.class, (call, q) -> listen(call));
    }

    private Reply listen(Call call) {
        Caller.of(call);
        return Reply.events(sink -> events.listen(call.principal(), call.header("last-event-id"), sink));
    }

    private Reply shown(Caller caller, Document document) {
        return Reply.of(documents.view(caller, document)).tag(Tags.document(document));
    }

    /** With the tag of the content, which the next save starts from. */
    private Reply pointed(Caller caller, Document document) {
        return Reply.of(documents.view(caller, document)).tag(Tags.content(document.currentVersion()));
    }

    private Reply accessible(Document document) {
        return Reply.of(access.view(document)).tag(Tags.access(document));
    }

    private static String encoded(String id) {
        return java.net.URLEncoder.encode(id, java.nio.charset.StandardCharsets.UTF_8)
                .replace("+", "%20");
    }
}

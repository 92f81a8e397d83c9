package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.rules.Role;
import dev.trestle.platform.rules.Rules;
import dev.trestle.platform.uploads.Announced;
import dev.trestle.platform.uploads.Announcement;
import dev.trestle.platform.uploads.Arrival;
import dev.trestle.platform.uploads.ArrivalLimits;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.uploads.Confirmation;
import dev.trestle.platform.uploads.Intent;
import dev.trestle.platform.uploads.Ticket;
import dev.trestle.platform.uploads.UploadLimits;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.platform.work.LongWork;
import dev.trestle.platform.work.LongWorks;
import dev.trestle.platform.work.WorkContext;
import dev.trestle.platform.work.WorkKind;
import dev.trestle.platform.work.WorkRunner;
import dev.trestle.platform.work.WorkStep;
import dev.trestle.platform.work.WorkView;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** The code of {@code docs/platform.md}: what stands between the marks is what the page shows. */
class PlatformGuideTest {
    static final Table TABLE = Table.named("notes");
    static final Table SUPPORT = Support.table("notes");

    record Note(String id, String owner, String text) {}

    record Photo(String key, long length) {}

    static final Entity<Note> NOTE = TABLE.entity(Note.class).key("NOTE#{id}", "NOTE");
    static final Pattern<Note> NOTE_BY_ID = NOTE.get("A note");
    static final Entity<Photo> PHOTO = TABLE.entity(Photo.class).key("PHOTO#{key}", "PHOTO");
    static final Pattern<Photo> PHOTO_BY_KEY = PHOTO.get("A photo");

    // tag::declareJobs[]
    static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
    // end::declareJobs[]

    // tag::declareUploads[]
    static final Uploads.Declaration UPLOADS = Uploads.on(SUPPORT);
    static final UploadLimits PHOTOS = UploadLimits.of(50_000_000, "image/*");
    // end::declareUploads[]

    // tag::declareArrivals[]
    static final Arrivals.Declaration ARRIVALS = Arrivals.on(SUPPORT);
    static final ArrivalLimits CLIPS = ArrivalLimits.of(500_000_000, "video/mp4", "text/plain");
    // end::declareArrivals[]

    // tag::declareWork[]
    static final LongWorks.Declaration WORKS = LongWorks.on(SUPPORT);
    static final WorkKind<Renaming, Place> RENAMING = WorkKind.of(
                    "rename", Renaming.class, Place.class, PlatformGuideTest::rename)
            .undoneBy(PlatformGuideTest::unname);
    // end::declareWork[]

    private static final String ISSUER = "http://localhost:8080/auth/v1";

    // tag::rules[]
    static final Rules<Note> NOTES = Rules.<Note>of("note")
            .role("owner", (who, note) -> who.subject().equals(note.owner()))
            .role("administrator", Role.group(ISSUER, People.ADMINISTRATORS))
            .allow("read", "owner", "administrator")
            .allow("delete", "owner");
    // end::rules[]

    private static final Model MODEL = Model.of("notes", TABLE).with(SUPPORT);
    private static final Principal ANN =
            new Principal("test", "ann", Principal.Proof.TOKEN, "acme", Set.of(), Map.of());

    private final Clock clock = Clock.systemUTC();
    private final TrestleDb db = TrestleDb.open(EngineOptions.inMemory());
    private final ItemStore store = store();
    private final List<Authenticator> authenticators = List.of(authorization -> ANN);
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private ItemStore store() {
        ItemStore made = ItemStore.builder(db.client(), MODEL).build();
        made.createTables();
        return made;
    }

    @AfterEach
    void close() {
        db.close();
    }

    record NewNote(String text) {}

    record CreateNote(NewNote body) {}

    record GetNote(String id) {}

    record None() {}

    /** The system. */
    private final class Notes {
        Note get(Principal caller, GetNote request) {
            Note note =
                    store.get(NOTE_BY_ID.of(request.id())).orElseThrow(() -> ApiException.notFound("No such note."));
            NOTES.require(caller, "read", note);
            return note;
        }

        Reply create(Call call, CreateNote request) {
            Note note = new Note(
                    UUID.randomUUID().toString(),
                    call.principal().subject(),
                    request.body().text());
            store.create(NOTE, note);
            return Reply.created(note);
        }
    }

    private HttpResponse<String> send(String method, String url, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(url))
                        .method(method, BodyPublishers.ofString(body))
                        .headers("authorization", "Bearer ann", "content-type", "application/json")
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void api_hosted_isServed() throws Exception {
        Notes notes = new Notes();
        int port = 0;
        // tag::api[]
        Api api = Api.of("notes", Notes.class.getResource("notes.yaml"), Shapes.enveloped())
                .handle("getNote", GetNote.class, (call, request) -> notes.get(call.principal(), request))
                .handle("createNote", CreateNote.class, notes::create);
        PlatformServer server =
                PlatformServer.start(HttpOptions.loopback(port), Hosting.of(List.of(api), authenticators));
        // end::api[]
        HttpResponse<String> made = send("POST", server.url() + "/notes/v1/notes", "{\"text\":\"hello\"}");
        assertThat(made.statusCode()).isEqualTo(201);
        String id = made.body().replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
        assertThat(send("GET", server.url() + "/notes/v1/notes/" + id, "").body())
                .contains("hello");
        server.close();
    }

    @Test
    void rules_deny_whatHasNoRow() {
        Note note = new Note("n1", "bob", "x");
        Principal caller = ANN;

        assertThatThrownBy(() -> {
                    // tag::require[]
                    NOTES.require(caller, "delete", note);
                    // end::require[]
                })
                .isInstanceOf(ApiException.class);
    }

    @Test
    void jobs_enqueuedWithTheirCause_areDone() {
        Note note = new Note("n1", "ann", "hello");
        // tag::jobs[]
        Jobs jobs = new Jobs(store, JOBS, clock);
        JobRunner runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random())
                .handle("translate", this::translate)
                .start();

        Transaction change = store.transaction().put(NOTE, note);
        jobs.enqueue(change, "translate", note.id(), new Translate(note.id()));
        change.commit();
        jobs.committed();
        // end::jobs[]
        await().until(() -> store.get(NOTE_BY_ID.of("n1")).orElseThrow().text().equals("HELLO"));
        await().until(() -> !jobs.list(Job.State.DONE, 10, null).items().isEmpty());
        runner.close();
    }

    record Translate(String noteId) {}

    private void translate(JobContext job) {
        Translate what = job.payload(Translate.class);
        store.update(NOTE_BY_ID.of(what.noteId()), note -> new Note(note.id(), note.owner(), "HELLO"));
    }

    @Test
    void uploads_announcedSentConfirmed_areStored() throws Exception {
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(directory));
                WireServer wire = WireServer.start(WireOptions.loopback(0), Endpoint.s3(0, objects));
                S3Client s3 = s3(URI.create(wire.url(0)));
                S3Presigner presigner = presigner(URI.create(wire.url(0)))) {
            s3.createBucket(r -> r.bucket("photos"));
            Jobs jobs = new Jobs(store, JOBS, clock);
            JobRunner runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random());
            Principal caller = ANN;
            String id = "p1";
            byte[] picture = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0};
            long length = picture.length;
            // tag::uploads[]
            Uploads uploads = new Uploads(store, UPLOADS, jobs, s3, presigner, Uploads.Place.in("photos"), clock);
            uploads.sweepBy(runner).start();

            Ticket ticket = uploads.begin(caller, Intent.of("photos/" + id, "image/png", length), PHOTOS);
            // end::uploads[]
            Ticket.Put put = ticket.puts().get(0);
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(put.url())).PUT(BodyPublishers.ofByteArray(picture));
            put.headers().forEach(request::header);
            assertThat(http.send(request.build(), BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
            String uploadId = ticket.uploadId();
            // tag::confirm[]
            try (Confirmation stored = uploads.confirm(caller, uploadId)) {
                if (!stored.isRepeated()) {
                    stored.commit(store.transaction().create(PHOTO, new Photo(stored.key(), stored.length())));
                }
            }
            // end::confirm[]
            assertThat(store.get(PHOTO_BY_KEY.of("photos/p1"))).contains(new Photo("photos/p1", length));
            runner.close();
        }
    }

    @Test
    void arrivals_announcedAndSent_areTakenWithoutAConfirmation() throws Exception {
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(directory));
                WireServer wire = WireServer.start(WireOptions.loopback(0), Endpoint.s3(0, objects));
                S3Client s3 = s3(URI.create(wire.url(0)));
                S3Presigner presigner = presigner(URI.create(wire.url(0)))) {
            s3.createBucket(r -> r.bucket("clips"));
            Jobs jobs = new Jobs(store, JOBS, clock);
            Changes changes = new Changes(jobs, new Random());
            JobRunner runner = new JobRunner(jobs, JobRunner.Options.standard(), new Random());
            Arrivals.Parts parts = new Arrivals.Parts(store, jobs, changes, () -> s3, () -> presigner, clock);
            // tag::arrivals[]
            Arrivals arrivals = new Arrivals(ARRIVALS, parts, Uploads.Place.in("clips"))
                    .of("clip", CLIPS, arrival -> store, PlatformGuideTest::arrived)
                    .takenBy(runner);
            runner.start();
            // end::arrivals[]
            Principal caller = ANN;
            String id = "c1";
            // tag::announce[]
            Announced clip = changes.run(store, () -> {
                Announced announced = arrivals.announce(
                        caller, Announcement.of("clip", id, "clips/" + id).withType("text/plain"));
                return announced.in(Decision.of(announced).create(PHOTO, new Photo("clips/" + id, 0)));
            });
            // end::announce[]
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(clip.put().url())).PUT(BodyPublishers.ofString("a clip"));
            clip.put().headers().forEach(request::header);
            assertThat(http.send(request.build(), BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
            // tag::settle[]
            Optional<Arrival> now = arrivals.settle(clip.arrivalId());
            // end::settle[]
            assertThat(now).map(Arrival::state).contains(Arrival.State.TAKEN);
            assertThat(store.get(PHOTO_BY_KEY.of("clips/c1"))).contains(new Photo("clips/c1", 6));
            arrivals.close();
            runner.close();
        }
    }

    // tag::arrived[]
    private static Decision<?> arrived(Arrival arrival) {
        Arrival.Found found = arrival.found();
        return found == null // refused, or nothing came
                ? Decision.done().delete(PHOTO_BY_KEY.of(arrival.key()), Expect.PRESENT)
                : Decision.done().put(PHOTO, new Photo(arrival.key(), found.length()));
    }
    // end::arrived[]

    record Renaming(int count) {}

    record Place(int next) {}

    // tag::step[]
    private static WorkStep<Place> rename(WorkContext<Renaming> work, @Nullable Place from) {
        int next = from == null ? 0 : from.next();
        int count = work.asked().count();
        if (next == count) {
            return WorkStep.end(Map.of("renamed", count));
        }
        return WorkStep.to(new Place(next + 1))
                .progress(next + 1, count, "notes.renaming")
                .writing(Decision.done().put(NOTE, new Note("n" + next, "ann", "new")));
    }
    // end::step[]

    private static WorkStep<Place> unname(WorkContext<Renaming> work, @Nullable Place from) {
        return WorkStep.end(null);
    }

    @Test
    void work_begun_isDoneInStepsWithProgress() {
        Jobs jobs = new Jobs(store, JOBS, clock);
        Changes changes = new Changes(jobs, new Random());
        Principal caller = ANN;
        // tag::work[]
        LongWorks works = new LongWorks(store, WORKS, jobs, clock).of(RENAMING);
        WorkRunner runner = new WorkRunner(works, changes, WorkRunner.Options.standard(), new Random()).start();

        WorkView begun = changes.run(store, () -> {
            LongWork work = works.prepare(caller, RENAMING, "all notes", new Renaming(3));
            return works.begin(Decision.of(works.view(work)), work);
        });
        // end::work[]
        WorkView done = await().atMost(Duration.ofSeconds(60))
                .until(() -> works.get(caller, begun.workId()), work -> work.state() == LongWork.State.DONE);
        assertThat(done.done()).isEqualTo(3);
        assertThat(store.get(NOTE_BY_ID.of("n2"))).isPresent();
        runner.close();
    }

    private static S3Client s3(URI endpoint) {
        return S3Client.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
                .forcePathStyle(true)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    private static S3Presigner presigner(URI endpoint) {
        return S3Presigner.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
                .serviceConfiguration(
                        S3Configuration.builder().pathStyleAccessEnabled(true).build())
                .build();
    }

    record NoteEvent(String change, String id) {}

    @Test
    void events_ofATable_areTold() throws Exception {
        Api api = Api.of("events", PlatformGuideTest.class.getResource("events.yaml"), Shapes.plain());
        // tag::events[]
        Events<Principal> events = new Events<Principal>()
                .event(
                        "note",
                        NOTE,
                        change -> new NoteEvent(change.kind(), change.latest().id()),
                        (who, note) -> who.subject().equals(note.owner()));
        EventHub<Principal> hub =
                new EventHub<>(Deployment.of(MODEL, db.client()), db.streamsClient(), store, events).start();
        api.handle(
                "events",
                None.class,
                (call, request) ->
                        Reply.events(sink -> hub.listen(call.principal(), call.header("last-event-id"), sink)));
        // end::events[]
        try (PlatformServer server =
                PlatformServer.start(HttpOptions.loopback(0), Hosting.of(List.of(api), authenticators))) {
            HttpResponse<Stream<String>> stream = http.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/events/v1/events"))
                            .header("authorization", "Bearer ann")
                            .build(),
                    BodyHandlers.ofLines());
            var lines = stream.body().iterator();
            while (!lines.next().equals("event: ready")) {
                assertThat(lines.hasNext()).isTrue();
            }
            store.put(NOTE, new Note("n9", "ann", "hello"));
            while (!lines.next().equals("event: note")) {
                assertThat(lines.hasNext()).isTrue();
            }
            assertThat(lines.next()).isEqualTo("data: {\"change\":\"created\",\"id\":\"n9\"}");
            hub.close();
        }
    }
}

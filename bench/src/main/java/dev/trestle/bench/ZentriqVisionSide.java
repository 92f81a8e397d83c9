package dev.trestle.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.systems.zentriqvision.ZentriqVision;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.ZentriqVisionModel;
import dev.trestle.systems.zentriqvision.people.Organizations;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** ZentriqVision on an engine on disk, whole and at work: detections come in and are searched through its operations, without HTTP. */
final class ZentriqVisionSide implements AutoCloseable {
    private static final String ACME = "acme";
    private static final int NIGHT_HOURS = 8;
    private static final int KINDS = 8;

    private final TrestleDb db;
    private final ItemStore store;
    private final ZentriqVision system;
    private final InProcess operations;
    private final Principal operator = new Principal(
            "https://bench.example",
            "otto",
            Principal.Proof.TOKEN,
            ACME,
            Set.of("zentriqvision-operator"),
            Map.of("email", "otto@bench.example"));
    private int videos;

    /** {@code seen} may look at what the system writes. */
    ZentriqVisionSide(Path directory, UnaryOperator<DynamoDbClient> seen) {
        db = open(directory);
        ItemStore accounts = ItemStore.builder(db.client(), PlatformTable.MODEL).build();
        accounts.createTables();
        store = ItemStore.builder(seen.apply(db.client()), ZentriqVisionModel.MODEL)
                .build();
        store.createTables();
        Identity identity = Identity.open(
                accounts,
                IdentityOptions.of("http://bench.example/auth/v1", new byte[32], Clock.systemUTC()),
                List.of());
        MemoryObjects objects = new MemoryObjects();
        Environment<ZentriqVisionSettings> environment = Environment.of(
                        ZentriqVision.SYSTEM,
                        store,
                        new Deployment(ZentriqVisionModel.MODEL, db.client(), Table::name, Clock.systemUTC()),
                        db.streamsClient(),
                        identity)
                .withBuckets(Map.of(
                        ZentriqVision.VIDEOS,
                        new Bucket("videos", () -> objects, ZentriqVisionSide::noPages, List.of())))
                .withDirectory(directory.resolve("local"));
        if (identity.tenants().find(ACME).isEmpty()) {
            var unused = Organizations.of(environment).tell(identity.tenants().create(ACME, "Acme"));
        }
        system = new ZentriqVision(environment);
        operations = new InProcess(system.api());
    }

    /** The engine as a server has it. */
    static TrestleDb open(Path directory) {
        return TrestleDb.open(EngineOptions.directory(directory.resolve("items")));
    }

    /** The tables alone, for what is written without the system. */
    static void createTables(DynamoDbClient client) {
        ItemStore.builder(client, ZentriqVisionModel.MODEL).build().createTables();
    }

    private static S3Presigner noPages() {
        throw new IllegalStateException("No URL is signed here.");
    }

    /** So many appearances, as an outside analyzer sends them. What was there before is answered, and not written again. */
    ZentriqVisionSide load(int appearances, IntConsumer progress) {
        videos = appearances / AppearanceLoad.A_BATCH;
        for (int video = 0; video < videos; video++) {
            announce(video);
            long unused = send(video, AppearanceLoad.batch(video, AppearanceLoad.A_BATCH), AppearanceLoad.A_BATCH);
            progress.accept((video + 1) * AppearanceLoad.A_BATCH);
        }
        return this;
    }

    /** The video that a batch is about. */
    void announce(int video) {
        Instant at = AppearanceLoad.recordedAt(video);
        String id = AppearanceLoad.video(video);
        ItemStore acme = store.within(ACME);
        if (acme.get(DataTable.VIDEO_METADATA.of(id)).isEmpty()) {
            acme.put(
                    DataTable.VIDEO,
                    Video.uploading(id, id + ".mp4", at, ACME + "/videos/" + id + ".mp4")
                            .withStatus(VideoStatus.PROCESSED)
                            .withCamera(AppearanceLoad.camera(video))
                            .withRecordedAt(at));
        }
    }

    /** Gives how many of the detections the system has now. */
    long send(int video, Map<String, Object> batch, int detections) {
        JsonNode answer = call("addDetections", Map.of("id", AppearanceLoad.video(video), "body", batch));
        long taken = answer.path("accepted").asLong() + answer.path("repeated").asLong();
        if (taken != detections) {
            throw new IllegalStateException("Not all detections were taken: " + answer);
        }
        return taken;
    }

    /** A first page of fifty, of what people look for: in all there is, in a night, in a video, in every night, of a person. */
    long search(Random random) {
        int kind = random.nextInt(KINDS);
        int video = random.nextInt(videos);
        List<String> upper = List.of(AppearanceLoad.color(random));
        List<String> lower = List.of(AppearanceLoad.color(random));
        Instant from = AppearanceLoad.recordedAt(video);
        String to = from.plus(Duration.ofHours(NIGHT_HOURS)).toString();
        List<String> cameras = List.of(AppearanceLoad.camera(video));
        List<String> person = List.of(AppearanceLoad.person(video, random.nextInt(100)));
        Map<String, Object> asked = switch (kind) {
            case 0 -> Map.of("limit", 50);
            case 1 -> Map.of("limit", 50, "upperColor", upper);
            case 2 -> Map.of("limit", 50, "color", upper, "timeOfDay", "22:00-05:00");
            case 3 -> Map.of("limit", 50, "upperColor", upper, "lowerColor", lower, "start", from, "end", to);
            case 4 -> Map.of("limit", 50, "upperColor", upper, "camera", cameras, "start", from, "end", to);
            case 5 -> Map.of("limit", 50, "color", upper, "object", List.of("bag"), "start", from, "end", to);
            case 6 -> Map.of("limit", 50, "videoId", List.of(AppearanceLoad.video(video)), "color", upper);
            default -> Map.of("limit", 50, "personId", person);
        };
        return call("search", asked).path("count").asLong();
    }

    private JsonNode call(String operation, Map<String, ?> arguments) {
        try {
            return operations.call(operator, operation, arguments);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(operation + " failed.", e);
        }
    }

    @Override
    public void close() {
        system.close();
        db.close();
    }
}

package dev.trestle.platform.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.TooManyItemsException;
import dev.trestle.platform.LoopbackS3;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.system.Bucket;
import dev.trestle.sdk.TrestleDb;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Orphans go, whatever else happens; what a row names, or comes to name, stays. */
class OrphanSweepTest {
    /** A photo in an album, which names an object. */
    record Photo(String album, String path) {}

    record Tombstone(String path, Instant until) {}

    private static final Table TABLE = Table.named("photos").key("PK", "SK");
    private static final Table SUPPORT = Support.table("photos");
    private static final Entity<Photo> PHOTO = TABLE.entity(Photo.class).key("ALBUM#{album}", "PHOTO#{path}");
    private static final Pattern<Photo> PHOTOS =
            PHOTO.query("Photos of an album").beginsWith("PHOTO#");
    private static final Entity<Tombstone> TOMBSTONE =
            SUPPORT.entity(Tombstone.class).key("TOMBSTONE#{path}", "TOMBSTONE");
    private static final Pattern<Tombstone> TOMBSTONE_OF = TOMBSTONE.get("A tombstone");
    private static final String PREFIX = "photos/";
    private static final int PHOTOS_MAX = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final TrestleDb db = TrestleDb.open(EngineOptions.inMemory());

    @SuppressWarnings("NullAway.Init")
    private LoopbackS3 s3;

    @SuppressWarnings("NullAway.Init")
    private ItemStore store;

    /** What is done before each request of the sweep. */
    private Runnable beforeRequest = () -> {};

    private boolean isUnknown;

    private final class Albums implements ObjectNames<String> {
        private final ItemStore read = ItemStore.builder(hooked(DynamoDbClient.class, db.client()), MODEL)
                .build()
                .consistent();

        @Override
        public @Nullable String ownerOf(String key) {
            String[] parts = key.split("/", -1);
            return parts.length == 3 ? parts[1] : null;
        }

        @Override
        public Optional<Set<String>> namedBy(String album) {
            Set<String> named = new HashSet<>();
            read.all(PHOTOS.of(album), PHOTOS_MAX).forEach(photo -> named.add(photo.path()));
            return isUnknown ? Optional.empty() : Optional.of(named);
        }

        @Override
        public void bury(String album, List<String> keys, Instant until) {
            read.putAll(
                    TOMBSTONE,
                    keys.stream().map(key -> new Tombstone(key, until)).toList());
        }
    }

    private static final Model MODEL = Model.of("photos", TABLE).with(SUPPORT);

    private <C> C hooked(Class<C> type, C client) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            beforeRequest.run();
            try {
                return method.invoke(client, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    @BeforeEach
    void open() {
        s3 = new LoopbackS3(directory, Clock.systemUTC());
        store = ItemStore.builder(db.client(), MODEL).build();
        store.createTables();
    }

    @AfterEach
    void close() {
        s3.close();
        db.close();
    }

    private String put(String key) {
        s3.client.putObject(r -> r.bucket(LoopbackS3.BUCKET).key(key), RequestBody.fromString("x"));
        return key;
    }

    private List<String> keys() {
        return s3.client.listObjectsV2(r -> r.bucket(LoopbackS3.BUCKET)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    /** {@code later} is how long after the objects were stored. */
    private int sweep(Duration later) {
        ObjectBucket bucket = new ObjectBucket(
                new Bucket(LoopbackS3.BUCKET, () -> hooked(S3Client.class, s3.client), () -> s3.presigner, List.of()));
        try (OrphanSweep<String> sweep =
                new OrphanSweep<>(bucket, PREFIX, new Albums(), Clock.offset(Clock.systemUTC(), later))) {
            return sweep.run();
        }
    }

    /** Whether a photo was added; if not, its sender was told so. */
    private boolean isAdded(String album, String path) {
        Decision<String> decision = Decision.of(path).create(PHOTO, new Photo(album, path));
        try {
            String unused = new Changes(null, new Random(7))
                    .run(store, () -> OrphanSweep.unlessSwept(decision, TOMBSTONE_OF.of(path)));
            return true;
        } catch (ApiException e) {
            assertThat(e.problem().kind()).isEqualTo(Kind.UNAVAILABLE);
            return false;
        }
    }

    @Test
    void run_amongOthers_removesOldOrphansOnly() {
        String named = put("photos/summer/1");
        assertThat(isAdded("summer", named)).isTrue();
        put("photos/summer/orphan");
        put("photos/gone/orphan");
        String foreign = put("photos/of another program");
        String elsewhere = put("videos/summer/1");

        assertThat(sweep(Duration.ofMinutes(59))).as("too young").isZero();
        assertThat(sweep(Duration.ofHours(2))).isEqualTo(2);
        assertThat(keys()).containsExactlyInAnyOrder(named, foreign, elsewhere);
    }

    @Test
    void run_ownerOfWhichNotAllIsKnown_keepsItsObjects() {
        put("photos/summer/orphan");
        isUnknown = true;
        assertThat(sweep(Duration.ofHours(2))).isZero();
        isUnknown = false;
        for (int i = 0; i <= PHOTOS_MAX; i++) {
            store.put(PHOTO, new Photo("summer", "photos/summer/" + i));
        }
        assertThatThrownBy(() -> new Albums().namedBy("summer")).isInstanceOf(TooManyItemsException.class);
        assertThat(sweep(Duration.ofHours(2))).isZero();
        assertThat(keys()).containsExactly("photos/summer/orphan");
    }

    /** A request that stored its object long ago commits before each request of a sweep: it is done or refused, never half done. */
    @Test
    @Tag("once")
    void run_whileARequestIsHeldUpBeforeItsTransaction_losesNothingThatIsNamed() {
        List<Boolean> added = new ArrayList<>();
        for (int place = 0; added.size() == place; place++) {
            String path = put("photos/a" + place + "/1");
            int[] left = {place};
            beforeRequest = () -> {
                if (left[0]-- == 0) {
                    added.add(isAdded(path.split("/", -1)[1], path));
                }
            };
            sweep(Duration.ofHours(2));
            beforeRequest = () -> {};
            if (added.size() > place) {
                assertThat(keys().contains(path)).as("at %s", place).isEqualTo(added.get(place));
            }
        }
        assertThat(added).as("done before the tombstone, refused after it").contains(true, false);
        assertThat(added.indexOf(false)).isGreaterThan(added.lastIndexOf(true));
    }
}

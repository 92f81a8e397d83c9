package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.ByteRange;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.FileRegion;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.ObjectHead;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.ReadCondition;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.WriteCondition;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects in a bucket without versions: put, got, deleted. */
class ObjectsTest extends ObjectStoreTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, INLINE_MAX - 1, INLINE_MAX, INLINE_MAX + 1, 100_000})
    void put_anySize_isReadBackAlsoAfterReopening(int size) throws Exception {
        byte[] content = randomBytes(size, size);
        StoredObject stored = put(new PutObject(BUCKET, "k"), content);
        assertThat(stored.size()).isEqualTo(size);
        assertThat(stored.versionId()).isNull();
        assertThat(blobFiles()).isEqualTo(size > INLINE_MAX ? 1 : 0);
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(content);
        reopen();
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(content);
        assertThat(store.head(new GetObject(BUCKET, "k")).object().etag()).isEqualTo(stored.etag());
    }

    @Test
    void put_inPieces_isOneObject() {
        byte[] content = randomBytes(10_000, 3);
        try (Upload<StoredObject> upload = store.beginPut(new PutObject(BUCKET, "k"))) {
            for (int at = 0; at < content.length; at += 777) {
                ByteBuffer direct = ByteBuffer.allocateDirect(777);
                direct.put(content, at, Math.min(777, content.length - at));
                upload.write(direct.flip());
                assertThat(direct.hasRemaining()).isFalse();
            }
            assertThat(upload.length()).isEqualTo(content.length);
            upload.finish(null);
        }
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(content);
    }

    @Test
    void put_notFinished_leavesNothing() throws Exception {
        try (Upload<StoredObject> upload = store.beginPut(new PutObject(BUCKET, "k"))) {
            upload.write(ByteBuffer.wrap(randomBytes(50_000, 1)));
            assertThat(blobFiles()).isEqualTo(1);
            assertThat(tryGet("k")).isNull();
        }
        assertThat(blobFiles()).isZero();
        assertThat(tryGet("k")).isNull();
    }

    @Test
    void put_overAnother_replacesItAndItsFile() throws Exception {
        put(new PutObject(BUCKET, "k"), randomBytes(50_000, 1));
        put(new PutObject(BUCKET, "k"), randomBytes(60_000, 2));
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(randomBytes(60_000, 2));
        awaitNoGarbage();
        assertThat(blobFiles()).isEqualTo(1);
        put("k", "small");
        awaitNoGarbage();
        assertThat(blobFiles()).isZero();
        assertThat(get("k")).isEqualTo("small");
    }

    @Test
    void put_withAllThatCanBeSaid_givesItBack() {
        ContentHeaders headers = new ContentHeaders(
                "text/x; charset=utf-8",
                "gzip",
                "attachment",
                "de",
                "no-cache",
                "Thu, 01 Dec 1994 16:00:00 GMT",
                Map.of("a", "1", "empty", "", "umlaut", "ü"));
        put(
                new PutObject(
                        BUCKET,
                        "k",
                        headers,
                        Map.of("t", "1", "u", "2"),
                        "STANDARD_IA",
                        Promise.NONE,
                        WriteCondition.NONE),
                bytes("x"));
        reopen();
        ObjectHead head = store.head(new GetObject(BUCKET, "k"));
        assertThat(head.object().headers()).isEqualTo(headers);
        assertThat(head.object().tagCount()).isEqualTo(2);
        assertThat(head.object().storageClass()).isEqualTo("STANDARD_IA");
        assertThat(head.object().lastModified()).isEqualTo(clock.instant());
        assertThat(head.object().partsCount()).isNull();
        assertThat(head.object().checksum()).isNotNull();
        assertThat(head.object().checksum().type()).isEqualTo(ChecksumType.FULL_OBJECT);
    }

    @Test
    void put_tooMuchMetadata_isRefused() {
        put(described(Map.of("k", "v".repeat(2047))), bytes("x"));
        assertThat(refused(S3Error.METADATA_TOO_LARGE, () -> store.beginPut(described(Map.of("k", "v".repeat(2048)))))
                        .details())
                .containsEntry("Size", "2049");
    }

    @Test
    void put_metadataWithoutAName_isRefused() {
        refused(S3Error.INVALID_ARGUMENT, () -> store.beginPut(described(Map.of("", "v"))));
    }

    private static PutObject described(Map<String, String> metadata) {
        ContentHeaders headers = new ContentHeaders(null, null, null, null, null, null, metadata);
        return new PutObject(BUCKET, "k", headers, Map.of(), null, Promise.NONE, WriteCondition.NONE);
    }

    @Test
    void put_unknownStorageClass_isRefused() {
        refused(
                S3Error.INVALID_STORAGE_CLASS,
                () -> store.beginPut(new PutObject(
                        BUCKET, "k", ContentHeaders.NONE, Map.of(), "COLD", Promise.NONE, WriteCondition.NONE)));
    }

    @Test
    void put_keysOfAllKinds_areApart() {
        String longest = "k".repeat(1024);
        for (String key : Set.of("a", "a/", "a//b", "../../etc/passwd", "\u0000", "ü", "\uD83D\uDE00", " ", longest)) {
            put(key, "of " + key);
        }
        for (String key : Set.of("a", "a/", "a//b", "../../etc/passwd", "\u0000", "ü", "\uD83D\uDE00", " ", longest)) {
            assertThat(get(key)).isEqualTo("of " + key);
        }
        assertThat(refused(S3Error.KEY_TOO_LONG, () -> put("ü".repeat(512) + "x", ""))
                        .details())
                .containsEntry("Size", "1025");
        refused(S3Error.INVALID_URI, () -> put("\uD83D", ""));
        refused(S3Error.INVALID_ARGUMENT, () -> put("", ""));
    }

    @Test
    void put_largerThanAllowed_isRefusedBeforehand() {
        Promise promise = Promise.ofLength((5L << 30) + 1);
        refused(
                S3Error.ENTITY_TOO_LARGE,
                () -> store.beginPut(
                        new PutObject(BUCKET, "k", ContentHeaders.NONE, Map.of(), null, promise, WriteCondition.NONE)));
    }

    @Test
    void put_fewerOrMoreBytesThanPromised_isRefused() {
        PutObject request = new PutObject(
                BUCKET, "k", ContentHeaders.NONE, Map.of(), null, Promise.ofLength(3), WriteCondition.NONE);
        refused(S3Error.INCOMPLETE_BODY, () -> put(request, bytes("ab")));
        refused(S3Error.INCOMPLETE_BODY, () -> put(request, bytes("abcd")));
        assertThat(tryGet("k")).isNull();
    }

    @Test
    void put_moreAtOnceThanAllowed_isToldToSlowDown() {
        store.close();
        store = ObjectStore.open(options().withConcurrency(1, 1));
        try (Upload<StoredObject> one = store.beginPut(new PutObject(BUCKET, "k"))) {
            refused(S3Error.SLOW_DOWN, () -> store.beginPut(new PutObject(BUCKET, "l")));
            one.finish(null);
        }
        put("l", "x");
        try (ObjectContent one = store.get(new GetObject(BUCKET, "l"))) {
            assertThat(one.length()).isEqualTo(1);
            refused(S3Error.SLOW_DOWN, () -> store.get(new GetObject(BUCKET, "l")));
        }
        assertThat(get("l")).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "bytes=0-0,      0,   1",
                "bytes=10-19,   10,  10",
                "bytes=90-,     90,  10",
                "bytes=90-500,  90,  10",
                "bytes=-5,      95,   5",
                "bytes=-500,     0, 100",
                "bytes=0-99999999999999999999, 0, 100",
                "bytes=5-4,      -,   -",
                "bytes=a-b,      -,   -",
                "'bytes=1-2,4-5', -,  -",
                "items=1-2,      -,   -",
                "bytes=-,        -,   -"
            })
    void get_range_givesThoseBytes(String range, @Nullable Integer offset, @Nullable Integer length) {
        for (int inlineOrFile : new int[] {100, 100 + 2 * INLINE_MAX}) {
            byte[] content = Arrays.copyOf(randomBytes(inlineOrFile, 5), inlineOrFile);
            put(new PutObject(BUCKET, "k"), content);
            GetObject request = new GetObject(BUCKET, "k", null, range, null, ReadCondition.NONE);
            if (inlineOrFile != 100 && !range.equals("bytes=10-19")) {
                continue;
            }
            try (ObjectContent got = store.get(request)) {
                ByteRange expected = offset == null || length == null
                        ? new ByteRange(0, inlineOrFile)
                        : new ByteRange(offset, length);
                assertThat(got.head().range()).isEqualTo(expected);
                assertThat(got.head().partial()).isEqualTo(offset != null);
                int from = (int) expected.offset();
                assertThat(read(got)).isEqualTo(Arrays.copyOfRange(content, from, from + (int) expected.length()));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"bytes=100-, 100", "bytes=-0, 100", "bytes=0-, 0", "bytes=-1, 0"})
    void get_rangeOutside_isRefused(String range, int size) {
        put(new PutObject(BUCKET, "k"), randomBytes(size, 1));
        GetObject request = new GetObject(BUCKET, "k", null, range, null, ReadCondition.NONE);
        assertThat(refused(S3Error.INVALID_RANGE, () -> store.get(request)).details())
                .containsEntry("RangeRequested", range)
                .containsEntry("ActualObjectSize", Integer.toString(size));
    }

    @Test
    void get_partNumberOfAPlainObject_isAllOfIt() {
        put("k", "whole");
        GetObject first = new GetObject(BUCKET, "k", null, null, 1, ReadCondition.NONE);
        assertThat(text(read(first))).isEqualTo("whole");
        assertThat(store.head(first).partial()).isTrue();
        refused(
                S3Error.INVALID_PART_NUMBER,
                () -> store.head(new GetObject(BUCKET, "k", null, null, 2, ReadCondition.NONE)));
        refused(
                S3Error.INVALID_REQUEST,
                () -> store.get(new GetObject(BUCKET, "k", null, "bytes=0-1", 1, ReadCondition.NONE)));
    }

    @Test
    void fileRegion_ofAFile_pointsAtTheBytes() throws Exception {
        byte[] content = randomBytes(10_000, 9);
        put(new PutObject(BUCKET, "k"), content);
        try (ObjectContent got =
                store.get(new GetObject(BUCKET, "k", null, "bytes=1000-1999", null, ReadCondition.NONE))) {
            FileRegion region = got.fileRegion(100);
            assertThat(region).isNotNull();
            assertThat(region.offset()).isEqualTo(1100);
            assertThat(region.length()).isEqualTo(900);
            assertThat(Files.readAllBytes(region.file())).isEqualTo(content);
            assertThat(got.fileRegion(1000)).isNull();
            assertThat(region.file().getFileName().toString()).doesNotContain("k");
        }
        put("small", "x");
        try (ObjectContent got = store.get(new GetObject(BUCKET, "small"))) {
            assertThat(got.fileRegion(0)).isNull();
        }
    }

    @Test
    @Tag("once")
    void get_whileReplacedAndDeleted_readsWhatItOpened() throws Exception {
        byte[] content = randomBytes(50_000, 1);
        put(new PutObject(BUCKET, "k"), content);
        try (ObjectContent got = store.get(new GetObject(BUCKET, "k"))) {
            put("k", "other");
            store.delete(new DeleteObject(BUCKET, "k"));
            FileRegion region = got.fileRegion(0);
            assertThat(region).isNotNull();
            put(new PutObject(BUCKET, "gone"), randomBytes(50_000, 2));
            store.delete(new DeleteObject(BUCKET, "gone"));
            org.awaitility.Awaitility.await().until(() -> store.core().index.garbageRows() == 1);
            assertThat(Files.readAllBytes(region.file())).isEqualTo(content);
            assertThat(read(got)).isEqualTo(content);
        }
        awaitNoGarbage();
        assertThat(blobFiles()).isZero();
    }

    @Test
    void get_readCondition_decides() {
        StoredObject stored = put("k", "x");
        String etag = "\"" + stored.etag() + "\"";
        Instant time = stored.lastModified();
        Instant before = time.minus(Duration.ofSeconds(1));
        Instant sameSecond = Instant.ofEpochSecond(time.getEpochSecond());
        assertThat(outcome(etag, null, null, null)).isEqualTo(200);
        assertThat(outcome("\"other\", " + etag, null, null, null)).isEqualTo(200);
        assertThat(outcome("*", null, null, null)).isEqualTo(200);
        assertThat(outcome("\"other\"", null, null, null)).isEqualTo(412);
        assertThat(outcome(null, etag, null, null)).isEqualTo(304);
        assertThat(outcome(null, "W/" + etag, null, null)).isEqualTo(304);
        assertThat(outcome(null, "*", null, null)).isEqualTo(304);
        assertThat(outcome(null, "\"other\"", null, null)).isEqualTo(200);
        assertThat(outcome(null, null, before, null)).isEqualTo(200);
        assertThat(outcome(null, null, sameSecond, null)).isEqualTo(304);
        assertThat(outcome(null, null, null, before)).isEqualTo(412);
        assertThat(outcome(null, null, null, sameSecond)).isEqualTo(200);
        assertThat(outcome(etag, null, null, before)).isEqualTo(200);
        assertThat(outcome(null, "\"other\"", sameSecond, null)).isEqualTo(200);
    }

    private int outcome(
            @Nullable String match, @Nullable String noneMatch, @Nullable Instant since, @Nullable Instant until) {
        ReadCondition condition = new ReadCondition(match, noneMatch, since, until);
        try (ObjectContent got = store.get(new GetObject(BUCKET, "k", null, null, null, condition))) {
            assertThat(got.length()).isEqualTo(got.head().notModified() ? 0 : 1);
            return got.head().notModified() ? 304 : 200;
        } catch (ObjectStoreException e) {
            assertThat(e.details()).containsKey("Condition");
            return e.error().httpStatus();
        }
    }

    @Test
    void put_writeCondition_decides() {
        refused(S3Error.NO_SUCH_KEY, () -> put(conditional("*", null), bytes("a")));
        put(conditional(null, "*"), bytes("first"));
        assertThat(refused(S3Error.PRECONDITION_FAILED, () -> put(conditional(null, "*"), bytes("b")))
                        .details())
                .containsEntry("Condition", "If-None-Match");
        String etag = put(conditional("*", null), bytes("second")).etag();
        put(conditional("\"" + etag + "\"", null), randomBytes(5000, 1));
        assertThat(refused(S3Error.PRECONDITION_FAILED, () -> put(conditional(etag, null), randomBytes(5000, 2)))
                        .details())
                .containsEntry("Condition", "If-Match");
        refused(S3Error.NOT_IMPLEMENTED, () -> store.beginPut(conditional(null, "\"x\"")));
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(randomBytes(5000, 1));
    }

    private static PutObject conditional(@Nullable String match, @Nullable String noneMatch) {
        return new PutObject(
                BUCKET, "k", ContentHeaders.NONE, Map.of(), null, Promise.NONE, new WriteCondition(match, noneMatch));
    }

    @Test
    void delete_thereOrNot_succeeds() throws Exception {
        put(new PutObject(BUCKET, "k"), randomBytes(5000, 1));
        assertThat(store.delete(new DeleteObject(BUCKET, "k"))).isEqualTo(new DeleteObject.Result(false, null));
        assertThat(tryGet("k")).isNull();
        assertThat(store.delete(new DeleteObject(BUCKET, "k"))).isEqualTo(new DeleteObject.Result(false, null));
        awaitNoGarbage();
        assertThat(blobFiles()).isZero();
        refused(S3Error.NO_SUCH_KEY, () -> store.delete(new DeleteObject(BUCKET, "k", null, "\"x\"")));
        String etag = put("k", "x").etag();
        refused(S3Error.PRECONDITION_FAILED, () -> store.delete(new DeleteObject(BUCKET, "k", null, "\"x\"")));
        store.delete(new DeleteObject(BUCKET, "k", null, etag));
        assertThat(tryGet("k")).isNull();
    }

    @Test
    void get_missing_namesTheKey() {
        assertThat(refused(S3Error.NO_SUCH_KEY, () -> store.get(new GetObject(BUCKET, "nothing")))
                        .details())
                .containsEntry("Key", "nothing");
        assertThat(refused(S3Error.NO_SUCH_KEY, () -> store.get(new GetObject(BUCKET, "nothing")))
                        .marker())
                .isNull();
    }
}

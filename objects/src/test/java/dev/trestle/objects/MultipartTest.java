package dev.trestle.objects;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.CompleteUpload;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.CopyPart;
import dev.trestle.objects.api.CopySource;
import dev.trestle.objects.api.CreateUpload;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.FileRegion;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ListParts;
import dev.trestle.objects.api.ListUploads;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.ObjectInfo;
import dev.trestle.objects.api.ObjectParts;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.ReadCondition;
import dev.trestle.objects.api.StoredChecksum;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.UploadPart;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.objects.api.WriteCondition;
import dev.trestle.objects.checksum.Digest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Uploads in parts. */
class MultipartTest extends ObjectStoreTest {

    @Test
    void complete_partsOfAllSizes_areOneObjectWithoutCopies() throws Exception {
        byte[][] contents = {randomBytes(PART_MIN, 1), randomBytes(70_000, 2), randomBytes(INLINE_MAX, 3), bytes("end")
        };
        UploadRef upload = createUpload("k");
        UploadedPart[] parts = new UploadedPart[contents.length];
        for (int i = contents.length - 1; i >= 0; i--) {
            parts[i] = putPart(upload, 3 * i + 1, contents[i]);
        }
        assertThat(tryGet("k")).isNull();
        StoredObject stored = complete(upload, parts);
        byte[] whole = joined(contents);
        assertThat(stored.size()).isEqualTo(whole.length);
        assertThat(stored.etag()).isEqualTo(etag(contents));
        assertThat(blobFiles()).isEqualTo(1);
        for (int again = 0; again < 2; again++) {
            assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(whole);
            for (String range :
                    List.of("bytes=0-0", "bytes=50-200", "bytes=99-70200", "bytes=-4", "bytes=70099-70100")) {
                try (ObjectContent got = store.get(new GetObject(BUCKET, "k", null, range, null, ReadCondition.NONE))) {
                    int from = (int) got.head().range().offset();
                    int to = from + (int) got.length();
                    assertThat(read(got)).as(range).isEqualTo(Arrays.copyOfRange(whole, from, to));
                }
            }
            awaitNoGarbage();
            reopen();
        }
        ObjectInfo info = store.head(new GetObject(BUCKET, "k")).object();
        assertThat(info.partsCount()).isEqualTo(4);
        assertThat(read(new GetObject(BUCKET, "k", null, null, 4, ReadCondition.NONE)))
                .isEqualTo(contents[1]);
        assertThat(read(new GetObject(BUCKET, "k", null, null, 10, ReadCondition.NONE)))
                .isEqualTo(contents[3]);
        refused(
                S3Error.INVALID_PART_NUMBER,
                () -> store.get(new GetObject(BUCKET, "k", null, null, 2, ReadCondition.NONE)));
        store.delete(new DeleteObject(BUCKET, "k"));
        awaitNoGarbage();
        assertThat(blobFiles()).isZero();
    }

    private static byte[] joined(byte[]... contents) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] content : contents) {
            all.writeBytes(content);
        }
        return all.toByteArray();
    }

    private static String etag(byte[]... contents) throws Exception {
        MessageDigest outer = MessageDigest.getInstance("MD5");
        for (byte[] content : contents) {
            outer.update(MessageDigest.getInstance("MD5").digest(content));
        }
        return HexFormat.of().formatHex(outer.digest()) + "-" + contents.length;
    }

    @Test
    void fileRegions_oneBehindTheOther_areTheObject() throws Exception {
        byte[][] contents = {randomBytes(5000, 1), randomBytes(200, 2), randomBytes(6000, 3)};
        UploadRef upload = createUpload("k");
        complete(
                upload,
                putPart(upload, 1, contents[0]),
                putPart(upload, 2, contents[1]),
                putPart(upload, 3, contents[2]));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (ObjectContent got = store.get(new GetObject(BUCKET, "k"))) {
            while (all.size() < got.length()) {
                FileRegion region = got.fileRegion(all.size());
                if (region != null) {
                    byte[] file = java.nio.file.Files.readAllBytes(region.file());
                    all.write(file, (int) region.offset(), (int) region.length());
                } else {
                    ByteBuffer some = ByteBuffer.allocate(64);
                    got.read(all.size(), some);
                    all.write(some.array(), 0, some.position());
                }
            }
        }
        assertThat(all.toByteArray()).isEqualTo(joined(contents));
    }

    @Test
    void complete_tenThousandParts_isOneObject() {
        store.close();
        store = ObjectStore.open(options().withPartBytesMin(1));
        UploadRef upload = createUpload("k");
        List<CompleteUpload.Part> parts = new ArrayList<>();
        java.util.stream.IntStream.rangeClosed(1, 10_000)
                .parallel()
                .forEach(number -> putPart(upload, number, new byte[] {(byte) number, (byte) (number >> 8)}));
        int marker = 0;
        for (int page = 0; page < 10; page++) {
            ListParts.Result listed = store.listParts(new ListParts(upload, marker, 1000));
            listed.parts().forEach(part -> parts.add(new CompleteUpload.Part(part.partNumber(), part.etag())));
            marker = listed.nextMarker() == null ? 0 : listed.nextMarker();
        }
        assertThat(marker).isZero();
        StoredObject stored = store.completeUpload(new CompleteUpload(upload, parts));
        assertThat(stored.size()).isEqualTo(20_000);
        byte[] content = read(new GetObject(BUCKET, "k"));
        for (int number = 1; number <= 10_000; number++) {
            assertThat(content[2 * number - 2]).isEqualTo((byte) number);
            assertThat(content[2 * number - 1]).isEqualTo((byte) (number >> 8));
        }
        // What the upload has left over is removed in the background meanwhile, and counts too; a small range is small
        // once that is done.
        long rows = Long.MAX_VALUE;
        for (long end = System.nanoTime() + 30_000_000_000L; rows >= 10 && System.nanoTime() < end; ) {
            long before = store.core().index.rowsRead();
            read(new GetObject(BUCKET, "k", null, "bytes=15000-15001", null, ReadCondition.NONE));
            rows = store.core().index.rowsRead() - before;
        }
        assertThat(rows).as("rows for a small range").isLessThan(10);
        ObjectParts shown = store.parts(new GetObject(BUCKET, "k"), 9_990, 5);
        assertThat(shown.parts()).extracting(ObjectParts.Part::number).containsExactly(9991, 9992, 9993, 9994, 9995);
        assertThat(shown.nextMarker()).isEqualTo(9995);
        store.delete(new DeleteObject(BUCKET, "k"));
    }

    @Test
    void complete_oneEmptyPart_isAnEmptyObject() {
        UploadRef upload = createUpload("k");
        complete(upload, putPart(upload, 7, new byte[0]));
        assertThat(read(new GetObject(BUCKET, "k"))).isEmpty();
        assertThat(read(new GetObject(BUCKET, "k", null, null, 7, ReadCondition.NONE)))
                .isEmpty();
        store.copy(new dev.trestle.objects.api.CopyObject(new CopySource(BUCKET, "k"), BUCKET, "copy"));
        assertThat(get("copy")).isEmpty();
    }

    @Test
    void complete_notAllParts_dropsTheOthers() throws Exception {
        UploadRef upload = createUpload("k");
        putPart(upload, 1, randomBytes(5000, 1));
        UploadedPart second = putPart(upload, 2, randomBytes(5000, 2));
        UploadedPart again = putPart(upload, 2, randomBytes(6000, 3));
        putPart(upload, 3, randomBytes(5000, 4));
        refused(S3Error.INVALID_PART, () -> complete(upload, second));
        complete(upload, again);
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(randomBytes(6000, 3));
        awaitNoGarbage();
        assertThat(blobFiles()).isEqualTo(1);
    }

    @Test
    void complete_partsNotAsTheyShouldBe_isRefused() {
        UploadRef upload = createUpload("k");
        UploadedPart one = putPart(upload, 1, randomBytes(PART_MIN - 1, 1));
        UploadedPart two = putPart(upload, 2, randomBytes(PART_MIN, 2));
        refused(S3Error.MALFORMED_XML, () -> complete(upload));
        refused(S3Error.INVALID_PART_ORDER, () -> complete(upload, two, one));
        refused(S3Error.INVALID_PART_ORDER, () -> complete(upload, one, one));
        assertThat(refused(S3Error.ENTITY_TOO_SMALL, () -> complete(upload, one, two))
                        .details())
                .containsEntry("ProposedSize", Integer.toString(PART_MIN - 1))
                .containsEntry("PartNumber", "1");
        assertThat(refused(
                                S3Error.INVALID_PART,
                                () -> store.completeUpload(
                                        new CompleteUpload(upload, List.of(new CompleteUpload.Part(3, one.etag())))))
                        .details())
                .containsEntry("PartNumber", "3");
        refused(
                S3Error.INVALID_PART,
                () -> store.completeUpload(
                        new CompleteUpload(upload, List.of(new CompleteUpload.Part(1, "\"wrong\"")))));
        refused(
                S3Error.INVALID_REQUEST,
                () -> store.completeUpload(
                        new CompleteUpload(upload, named(two), null, null, 5L, WriteCondition.NONE)));
        refused(
                S3Error.NO_SUCH_KEY,
                () -> store.completeUpload(
                        new CompleteUpload(upload, named(two), null, null, null, new WriteCondition("*", null))));
        complete(upload, two);
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(randomBytes(PART_MIN, 2));
    }

    @Test
    void complete_again_givesTheSameAnswerWhileItsObjectIsCurrent() {
        UploadRef upload = createUpload("k");
        UploadedPart part = putPart(upload, 1, bytes("x"));
        StoredObject stored = complete(upload, part);
        assertThat(complete(upload, part)).isEqualTo(stored);
        put("k", "other");
        refused(S3Error.NO_SUCH_UPLOAD, () -> complete(upload, part));
    }

    @Test
    void upload_unknownOrOfAnotherKey_isRefused() {
        UploadRef upload = createUpload("k");
        UploadRef other = new UploadRef(BUCKET, "other", upload.uploadId());
        refused(S3Error.NO_SUCH_UPLOAD, () -> store.beginPart(new UploadPart(other, 1)));
        refused(S3Error.NO_SUCH_UPLOAD, () -> store.abortUpload(other));
        refused(S3Error.NO_SUCH_UPLOAD, () -> store.listParts(new ListParts(other)));
        refused(S3Error.NO_SUCH_UPLOAD, () -> store.abortUpload(new UploadRef(BUCKET, "k", "nonsense")));
        refused(S3Error.INVALID_ARGUMENT, () -> store.beginPart(new UploadPart(upload, 0)));
        refused(S3Error.INVALID_ARGUMENT, () -> store.beginPart(new UploadPart(upload, 10_001)));
        store.abortUpload(upload);
        refused(S3Error.NO_SUCH_UPLOAD, () -> store.abortUpload(upload));
    }

    @Test
    @Tag("once")
    void abort_whileAPartComesIn_leavesNothing() throws Exception {
        UploadRef upload = createUpload("k");
        putPart(upload, 1, randomBytes(5000, 1));
        try (var part = store.beginPart(new UploadPart(upload, 2))) {
            part.write(ByteBuffer.wrap(randomBytes(5000, 2)));
            store.abortUpload(upload);
            refused(S3Error.NO_SUCH_UPLOAD, () -> part.finish(null));
        }
        awaitNoGarbage();
        assertThat(blobFiles()).isZero();
        assertThat(store.listUploads(new ListUploads(BUCKET)).uploads()).isEmpty();
    }

    @Test
    void complete_whatWasSaidAtTheBeginning_isKept() {
        ContentHeaders headers = new ContentHeaders("t/x", null, null, null, null, null, Map.of("a", "b"));
        CreateUpload.Result created =
                store.createUpload(new CreateUpload(BUCKET, "k", headers, Map.of("t", "u"), "GLACIER_IR", null, null));
        assertThat(created.algorithm()).isNull();
        UploadRef upload = new UploadRef(BUCKET, "k", created.uploadId());
        reopen();
        complete(upload, putPart(upload, 1, bytes("x")));
        ObjectInfo info = store.head(new GetObject(BUCKET, "k")).object();
        assertThat(info.headers()).isEqualTo(headers);
        assertThat(info.storageClass()).isEqualTo("GLACIER_IR");
        assertThat(store.getTags(BUCKET, "k", null).tags()).isEqualTo(Map.of("t", "u"));
    }

    @ParameterizedTest
    @CsvSource({
        "CRC32, COMPOSITE",
        "CRC32, FULL_OBJECT",
        "CRC32C, COMPOSITE",
        "CRC32C, FULL_OBJECT",
        "CRC64NVME, FULL_OBJECT",
        "SHA1, COMPOSITE",
        "SHA256, COMPOSITE"
    })
    void complete_checksumOfTheWhole_isThatOfItsBytesOrItsParts(ChecksumAlgorithm algorithm, ChecksumType type) {
        UploadRef upload = created(algorithm, type);
        byte[][] contents = {randomBytes(5000, 1), randomBytes(300, 2), randomBytes(7, 3)};
        UploadedPart[] parts = new UploadedPart[3];
        for (int i = 0; i < 3; i++) {
            String checksum = Base64.getEncoder().encodeToString(Digest.of(algorithm, contents[i]));
            parts[i] =
                    putPart(new UploadPart(upload, i + 1, new Promise(null, null, algorithm, checksum)), contents[i]);
            assertThat(parts[i].checksum()).isEqualTo(new Checksum(algorithm, checksum));
        }
        byte[] expected = type == ChecksumType.FULL_OBJECT
                ? Digest.of(algorithm, joined(contents))
                : Digest.of(
                        algorithm,
                        joined(
                                Digest.of(algorithm, contents[0]),
                                Digest.of(algorithm, contents[1]),
                                Digest.of(algorithm, contents[2])));
        String text = Base64.getEncoder().encodeToString(expected);
        refused(
                S3Error.BAD_DIGEST,
                () -> store.completeUpload(new CompleteUpload(
                        upload,
                        named(parts),
                        new Checksum(algorithm, Base64.getEncoder().encodeToString(new byte[algorithm.bytes()])),
                        type,
                        null,
                        WriteCondition.NONE)));
        StoredObject stored = store.completeUpload(new CompleteUpload(
                upload, named(parts), new Checksum(algorithm, text), type, 5307L, WriteCondition.NONE));
        assertThat(stored.checksum())
                .isEqualTo(new StoredChecksum(algorithm, type == ChecksumType.COMPOSITE ? text + "-3" : text, type));
        assertThat(store.parts(new GetObject(BUCKET, "k"), 0, 10).parts())
                .extracting(ObjectParts.Part::checksum)
                .containsExactly(parts[0].checksum(), parts[1].checksum(), parts[2].checksum());
    }

    private UploadRef created(@Nullable ChecksumAlgorithm algorithm, @Nullable ChecksumType type) {
        CreateUpload.Result created =
                store.createUpload(new CreateUpload(BUCKET, "k", ContentHeaders.NONE, Map.of(), null, algorithm, type));
        return new UploadRef(BUCKET, "k", created.uploadId());
    }

    @Test
    void checksums_thatDoNotGoTogether_areRefused() {
        refused(S3Error.INVALID_REQUEST, () -> created(ChecksumAlgorithm.SHA256, ChecksumType.FULL_OBJECT));
        refused(S3Error.INVALID_REQUEST, () -> created(ChecksumAlgorithm.CRC64NVME, ChecksumType.COMPOSITE));
        refused(S3Error.INVALID_REQUEST, () -> created(null, ChecksumType.COMPOSITE));
        UploadRef upload = created(ChecksumAlgorithm.CRC32, null);
        assertThat(refused(
                                S3Error.INVALID_REQUEST,
                                () -> store.beginPart(new UploadPart(
                                        upload, 1, new Promise(null, null, ChecksumAlgorithm.SHA1, null))))
                        .getMessage())
                .contains("expected checksum Type: crc32, actual checksum Type: sha1");
        UploadedPart part = putPart(upload, 1, bytes("x"));
        assertThat(refused(
                                S3Error.INVALID_REQUEST,
                                () -> store.completeUpload(
                                        new CompleteUpload(upload, List.of(new CompleteUpload.Part(1, part.etag())))))
                        .getMessage())
                .contains("crc32", "missing for part 1");
        refused(
                S3Error.INVALID_PART,
                () -> store.completeUpload(new CompleteUpload(
                        upload,
                        List.of(new CompleteUpload.Part(
                                1, part.etag(), new Checksum(ChecksumAlgorithm.CRC32, "AAAAAA=="))))));
        complete(upload, part);
    }

    @Test
    void copyPart_rangesOfObjects_becomeParts() {
        byte[] source = randomBytes(9000, 1);
        put(new PutObject(BUCKET, "source"), source);
        UploadRef upload = createUpload("k");
        CopyPart.Result one =
                store.copyPart(new CopyPart(upload, 1, new CopySource(BUCKET, "source"), "bytes=1000-6999"));
        CopyPart.Result two = store.copyPart(new CopyPart(upload, 2, new CopySource(BUCKET, "source"), null));
        assertThat(one.part().size()).isEqualTo(6000);
        complete(upload, one.part(), two.part());
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(joined(Arrays.copyOfRange(source, 1000, 7000), source));
        UploadRef next = createUpload("l");
        for (String range : List.of("bytes=0-9000", "bytes=-5", "bytes=5-", "bytes=6-5", "x")) {
            refused(
                    S3Error.INVALID_ARGUMENT,
                    () -> store.copyPart(new CopyPart(next, 1, new CopySource(BUCKET, "source"), range)));
        }
        CopyPart.Result ofParts = store.copyPart(new CopyPart(next, 1, new CopySource(BUCKET, "k"), "bytes=5990-6009"));
        complete(next, ofParts.part());
        assertThat(read(new GetObject(BUCKET, "l")))
                .isEqualTo(joined(Arrays.copyOfRange(source, 6990, 7000), Arrays.copyOf(source, 10)));
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "1000"})
    void listUploads_byPages_givesEachOnceInOrder(int pageSize) {
        List<String> ids = new ArrayList<>();
        for (String key : List.of("a", "a", "b/1", "b/2", "c", "a")) {
            ids.add(createUpload(key).uploadId());
            clock.advance(Duration.ofMillis(1));
        }
        assertThat(listed(null, null, pageSize))
                .containsExactly(
                        "a " + ids.get(0),
                        "a " + ids.get(1),
                        "a " + ids.get(5),
                        "b/1 " + ids.get(2),
                        "b/2 " + ids.get(3),
                        "c " + ids.get(4));
        assertThat(listed("b/", "/", pageSize)).containsExactly("b/1 " + ids.get(2), "b/2 " + ids.get(3));
        assertThat(listed("b", "/", pageSize)).containsExactly("b/");
        assertThat(store.listUploads(new ListUploads(BUCKET, null, null, "a", null, 1000))
                        .uploads())
                .hasSize(3);
    }

    private List<String> listed(@Nullable String prefix, @Nullable String delimiter, int pageSize) {
        List<String> found = new ArrayList<>();
        String key = null;
        String upload = null;
        for (int page = 0; page < 20; page++) {
            ListUploads.Result result =
                    store.listUploads(new ListUploads(BUCKET, prefix, delimiter, key, upload, pageSize));
            result.uploads().forEach(entry -> found.add(entry.key() + " " + entry.uploadId()));
            found.addAll(result.commonPrefixes());
            if (!result.truncated()) {
                return found;
            }
            key = requireNonNull(result.nextKeyMarker());
            upload = result.nextUploadIdMarker();
        }
        throw new AssertionError("the listing does not end: " + found);
    }
}

package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ListObjects;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.index.Changes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Directories, backups, damage, and what is left when something goes wrong. */
class CareTest extends ObjectStoreTest {

    @Test
    void open_twice_isRefused() {
        ObjectStoreException refused = refused(
                S3Error.INTERNAL_ERROR, () -> ObjectStore.open(options()).close());
        assertThat(refused.getMessage()).contains("is in use by this process").contains("store");
        assertThat(tryGet("k")).isNull();
    }

    @Test
    void open_directoryOfSomebodyElse_isRefusedAndUntouched() throws Exception {
        Path foreign = Files.createDirectory(temporary.resolve("foreign"));
        Files.writeString(foreign.resolve("letter.txt"), "dear");
        ObjectStoreException refused =
                refused(S3Error.INTERNAL_ERROR, () -> ObjectStore.open(ObjectStoreOptions.directory(foreign)));
        assertThat(refused.getMessage()).contains("letter.txt").contains("Choose an empty directory");
        try (Stream<Path> files = Files.list(foreign)) {
            assertThat(files).containsExactly(foreign.resolve("letter.txt"));
        }
    }

    @Test
    void open_formatOfAnother_isRefused() throws Exception {
        store.close();
        Path format = temporary.resolve("store/FORMAT");
        String good = Files.readString(format);
        assertThat(good).isEqualTo("trestle objects 1\n");
        for (String bad : List.of("trestle 2\n", "", "trestle objects 0\n")) {
            Files.writeString(format, bad);
            assertThat(refused(S3Error.INTERNAL_ERROR, () -> ObjectStore.open(options()))
                            .getMessage())
                    .contains("FORMAT");
        }
        Files.writeString(format, "trestle objects 2\n");
        assertThat(refused(S3Error.INTERNAL_ERROR, () -> ObjectStore.open(options()))
                        .getMessage())
                .contains("format 2")
                .contains("newer Trestle");
        Files.writeString(format, good);
        store = ObjectStore.open(options());
    }

    @Test
    void open_blobsThatNothingNames_areRemovedAndOthersStay() throws Exception {
        put(new PutObject(BUCKET, "k"), randomBytes(5000, 1));
        store.close();
        Path directory = Files.createDirectories(temporary.resolve("store/blobs/ab"));
        Path stray = directory.resolve("0".repeat(30));
        Files.write(stray, randomBytes(100, 1));
        Path note = directory.resolve("note.txt");
        Files.writeString(note, "not ours");
        store = ObjectStore.open(options());
        assertThat(store.sweep().removed().join()).isEqualTo(1);
        assertThat(stray).doesNotExist();
        assertThat(note).exists();
        assertThat(store.verify(false).problems()).singleElement().asString().contains("note.txt");
        Files.delete(note);
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(randomBytes(5000, 1));
    }

    /** The search never takes an object on its way in for one that was lost. */
    @Test
    @Tag("once")
    void open_uploadsDuringTheSearch_areKept() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (Upload<StoredObject> upload = store.beginPut(new PutObject(BUCKET, "k" + round))) {
                upload.write(ByteBuffer.wrap(randomBytes(5000, round)));
                dev.trestle.objects.care.Sweep again =
                        new dev.trestle.objects.care.Sweep(store.core().index, store.core().files);
                again.start();
                again.close();
                assertThat(again.removed().join()).isZero();
                upload.finish(null);
            }
            assertThat(read(new GetObject(BUCKET, "k" + round))).isEqualTo(randomBytes(5000, round));
        }
    }

    @Test
    void garbage_leftByAClosedStore_isRemovedByTheNext() throws Exception {
        put(new PutObject(BUCKET, "k"), randomBytes(5000, 1));
        UploadRef upload = createUpload("l");
        complete(upload, putPart(upload, 1, randomBytes(3000, 1)), putPart(upload, 2, randomBytes(3000, 2)));
        try (ObjectContent one = store.get(new GetObject(BUCKET, "k"));
                ObjectContent other = store.get(new GetObject(BUCKET, "l"))) {
            store.delete(new DeleteObject(BUCKET, "k"));
            store.delete(new DeleteObject(BUCKET, "l"));
            store.close();
            assertThat(one.length() + other.length()).isEqualTo(11_000);
        }
        assertThat(blobFiles()).isEqualTo(3);
        store = ObjectStore.open(options());
        awaitNoGarbage();
        assertThat(blobFiles()).isZero();
    }

    @Test
    @Tag("once")
    void backup_whileWritten_isAStoreOfItsOwn() throws Exception {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        put(new PutObject(BUCKET, "file"), randomBytes(50_000, 1));
        put("inline", "small");
        UploadRef upload = createUpload("parts");
        complete(upload, putPart(upload, 1, randomBytes(3000, 1)), putPart(upload, 2, randomBytes(3000, 2)));
        UploadRef unfinished = createUpload("unfinished");
        putPart(unfinished, 1, randomBytes(3000, 3));
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<?> writer = thread.submit(() -> {
            for (int i = 0; !stop.get(); i++) {
                put(new PutObject(BUCKET, "passing" + i % 5), randomBytes(2000, i));
                store.delete(new DeleteObject(BUCKET, "passing" + i % 5));
            }
        });
        Path copy = temporary.resolve("copy");
        store.backup(copy);
        stop.set(true);
        writer.get();
        thread.shutdown();
        store.delete(new DeleteObject(BUCKET, "file"));
        put("inline", "changed");
        assertThat(refused(S3Error.INTERNAL_ERROR, () -> store.backup(copy)).getMessage())
                .contains("exists already");

        closeStore();
        store = ObjectStore.open(ObjectStoreOptions.directory(copy)
                .withInlineBytesMax(INLINE_MAX)
                .withPartBytesMin(PART_MIN));
        store.sweep().removed().join();
        assertThat(read(new GetObject(BUCKET, "file"))).isEqualTo(randomBytes(50_000, 1));
        assertThat(get("inline")).isEqualTo("small");
        assertThat(read(new GetObject(BUCKET, "parts"))).hasSize(6000);
        putPart(unfinished, 2, bytes("x"));
        assertThat(store.verify(true).problems()).isEmpty();
        assertThat(store.verify(true).strayFiles()).isZero();
        assertThat(copy.resolveSibling("copy.partial")).doesNotExist();
    }

    @Test
    void restore_ofABackup_isAStoreOfItsOwn() throws Exception {
        put(new PutObject(BUCKET, "file"), randomBytes(50_000, 1));
        put("inline", "small");
        Path copy = temporary.resolve("copy");
        Path restored = temporary.resolve("restored");
        store.backup(copy);
        ObjectStore.restore(copy, restored);
        assertThat(refused(S3Error.INTERNAL_ERROR, () -> ObjectStore.restore(copy, restored))
                        .getMessage())
                .contains("exists already");
        assertThat(refused(S3Error.INTERNAL_ERROR, () -> ObjectStore.restore(temporary.resolve("absent"), restored))
                        .getMessage())
                .contains("there is no object store in");
        closeStore();
        store = ObjectStore.open(ObjectStoreOptions.directory(restored).withInlineBytesMax(INLINE_MAX));
        store.delete(new DeleteObject(BUCKET, "file"));
        put("inline", "changed");
        assertThat(store.verify(true).problems()).isEmpty();
        closeStore();
        store = ObjectStore.open(ObjectStoreOptions.directory(copy).withInlineBytesMax(INLINE_MAX));
        assertThat(read(new GetObject(BUCKET, "file"))).isEqualTo(randomBytes(50_000, 1));
        assertThat(get("inline")).isEqualTo("small");
    }

    @Test
    void backup_leftHalfDone_isMadeAnew() throws Exception {
        Path partial = Files.createDirectories(temporary.resolve("copy.partial/blobs/00"));
        Files.writeString(partial.resolve("old"), "old");
        put(new PutObject(BUCKET, "k"), randomBytes(5000, 1));
        store.backup(temporary.resolve("copy"));
        assertThat(temporary.resolve("copy/blobs/00/old")).doesNotExist();
        assertThat(temporary.resolve("copy.partial")).doesNotExist();
    }

    @Test
    @Tag("once")
    void verify_damage_isFound() throws Exception {
        put(new PutObject(BUCKET, "flipped"), randomBytes(5000, 1));
        Path flipped = onlyBlob();
        byte[] content = Files.readAllBytes(flipped);
        byte[] wrong = content.clone();
        wrong[4000] ^= 1;
        Files.write(flipped, wrong);
        assertThat(store.verify(false).problems()).isEmpty();
        assertThat(store.verify(true).problems())
                .singleElement()
                .asString()
                .contains("flipped")
                .contains("have changed");
        Files.write(flipped, new byte[100], StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(store.verify(false).problems()).singleElement().asString().contains("has 100 bytes, not 5000");
        Files.delete(flipped);
        assertThat(store.verify(false).problems()).singleElement().asString().contains("is missing");
        assertThat(refused(S3Error.INTERNAL_ERROR, () -> get("flipped")).getMessage())
                .contains("is missing: run verify");
        Files.write(flipped, content);
        assertThat(store.verify(true).isClean()).isTrue();

        Bytes blob = Objects.requireNonNull(store.core().files.id(flipped));
        store.core().index.commit(new Changes().deleteBlob(blob));
        assertThat(store.verify(false).problems()).anyMatch(problem -> problem.contains("not in the index"));
        store.core().index.commit(new Changes().putBlob(blob, 5000, null));
        Bytes nobodys = store.core().ids.plain();
        store.core().index.commit(new Changes().putBlob(nobodys, 1, Bytes.of(new byte[1])));
        assertThat(store.verify(false).problems()).singleElement().asString().contains("some belong to nothing");
        store.core().index.commit(new Changes().deleteBlob(nobodys));
    }

    private Path onlyBlob() throws IOException {
        try (Stream<Path> files = Files.walk(temporary.resolve("store/blobs"))) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }

    /** Where no file can be made, what needs one is refused, and nothing of it is left. */
    @Test
    void put_filesCannotBeWritten_isRefusedAndLeavesNothing() throws Exception {
        put(new PutObject(BUCKET, "before"), randomBytes(5000, 1));
        Path blobs = temporary.resolve("store/blobs");
        Path away = temporary.resolve("away");
        Files.move(blobs, away);
        assertThat(refused(S3Error.INTERNAL_ERROR, () -> put(new PutObject(BUCKET, "k"), randomBytes(5000, 2)))
                        .getMessage())
                .contains("cannot be written");
        UploadRef upload = createUpload("k");
        refused(S3Error.INTERNAL_ERROR, () -> putPart(upload, 1, randomBytes(5000, 2)));
        put("small", "fits into the index");
        Files.move(away, blobs);
        assertThat(store.list(new ListObjects(BUCKET)).objects())
                .extracting(ListObjects.Entry::key)
                .containsExactly("before", "small");
        assertThat(blobFiles()).isEqualTo(1);
        put(new PutObject(BUCKET, "k"), randomBytes(5000, 2));
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(randomBytes(5000, 2));
    }

    @Test
    void put_lessRoomThanTheFloor_isRefused() throws Exception {
        store.close();
        store = ObjectStore.open(options().withFreeSpaceFloorBytes(Long.MAX_VALUE));
        assertThat(refused(S3Error.STORAGE_FULL, () -> put(new PutObject(BUCKET, "k"), randomBytes(5000, 2)))
                        .getMessage())
                .contains("the disk is full");
        assertThat(blobFiles()).isZero();
    }

    @Test
    @Tag("once")
    void close_withAnUploadUnderWay_leavesNothingAfterTheNextOpening() throws Exception {
        Upload<StoredObject> upload = store.beginPut(new PutObject(BUCKET, "k"));
        upload.write(ByteBuffer.wrap(randomBytes(5000, 1)));
        store.close();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> upload.finish(null))
                .isInstanceOf(IllegalStateException.class);
        store = ObjectStore.open(options());
        store.sweep().removed().join();
        assertThat(tryGet("k")).isNull();
        assertThat(blobFiles()).isZero();
    }
}

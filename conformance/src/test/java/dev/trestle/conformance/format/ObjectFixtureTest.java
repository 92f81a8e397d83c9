package dev.trestle.conformance.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.BucketInfo;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ListBuckets;
import dev.trestle.objects.api.ListParts;
import dev.trestle.objects.api.ListUploads;
import dev.trestle.objects.api.ListVersions;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.VerifyResult;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Object stores of every format are opened, and have in them what was in them when they were written. */
class ObjectFixtureTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void open_storesOfAllFormats_haveAllThatWasStored() throws Exception {
        for (int format = 1; Files.exists(packed(format)); format++) {
            Path directory = Fixtures.unpack(packed(format), temporary.resolve("store-" + format));
            try (ObjectStore store = ObjectFixtureWriter.open(directory)) {
                assertThat(describe(store)).isEqualTo(Files.readAllLines(listing(format)));
                VerifyResult verified = store.verify(true);
                assertThat(verified.problems()).isEmpty();
                assertThat(verified.objects()).isGreaterThan(3);
                store.delete(new DeleteObject("plain", "parts"));
            }
        }
        assertThat(packed(1)).exists();
    }

    static Path packed(int format) {
        return Fixtures.FOLDER.resolve("objects-" + format + ".zip");
    }

    static Path listing(int format) {
        return Fixtures.FOLDER.resolve("objects-" + format + ".txt");
    }

    /** All that can be read, a line for each thing. */
    static List<String> describe(ObjectStore store) {
        List<String> lines = new ArrayList<>();
        for (BucketInfo bucket : store.listBuckets(ListBuckets.ALL).buckets()) {
            String name = bucket.name();
            lines.add(bucket + " " + store.getVersioning(name));
            for (ListVersions.Entry entry :
                    store.listVersions(new ListVersions(name)).entries()) {
                lines.add(entry.toString());
                if (!entry.deleteMarker()) {
                    lines.add(content(store, new GetObject(name, entry.key(), entry.versionId())));
                    lines.add(
                            store.getTags(name, entry.key(), entry.versionId()).toString());
                }
            }
            for (ListUploads.Entry upload :
                    store.listUploads(new ListUploads(name)).uploads()) {
                lines.add(upload.toString());
                lines.add(store.listParts(new ListParts(new UploadRef(name, upload.key(), upload.uploadId())))
                        .toString());
            }
        }
        lines.add(store.getCors("plain") + " " + store.getBucketTags("plain"));
        return lines;
    }

    private static String content(ObjectStore store, GetObject request) {
        try (ObjectContent content = store.get(request)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) content.length());
            while (bytes.hasRemaining()) {
                content.read(bytes.position(), bytes);
            }
            // Written before parts told their checksums; a whole has none.
            return content.head().toString().replace(", partChecksum=null", "") + " " + Arrays.hashCode(bytes.array());
        }
    }
}

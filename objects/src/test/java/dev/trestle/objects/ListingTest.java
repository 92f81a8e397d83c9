package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.ListObjects;
import dev.trestle.objects.api.Versioning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listings of current objects, in both versions of the operation, and what they cost. */
class ListingTest extends ObjectStoreTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 1000})
    void list_byPages_givesEachOnceInTheOrderOfUtf8(int pageSize) {
        for (String key :
                List.of("b", "a", "a/1", "a/2", "a0", "ab/x/y", "z/", "z/1", "\uFFFD", "\uD83D\uDE00", "ü/1")) {
            put(key, key);
        }
        assertThat(listed(null, null, pageSize))
                .containsExactly("a", "a/1", "a/2", "a0", "ab/x/y", "b", "z/", "z/1", "ü/1", "\uFFFD", "\uD83D\uDE00");
        assertThat(listed(null, "/", pageSize))
                .containsExactly("a", "[a/]", "a0", "[ab/]", "b", "[z/]", "[ü/]", "\uFFFD", "\uD83D\uDE00");
        assertThat(listed("a", null, pageSize)).containsExactly("a", "a/1", "a/2", "a0", "ab/x/y");
        assertThat(listed("a/", "/", pageSize)).containsExactly("a/1", "a/2");
        assertThat(listed("ab/", "/", pageSize)).containsExactly("[ab/x/]");
        assertThat(listed("z/", "/", pageSize)).containsExactly("z/", "z/1");
        assertThat(listed("a", "0", pageSize)).containsExactly("a", "a/1", "a/2", "[a0]", "ab/x/y");
        assertThat(listed("nothing", "/", pageSize)).isEmpty();
        assertThat(listed("x".repeat(1025), "/", pageSize)).isEmpty();
        assertThat(listed(null, "/1", pageSize)).contains("[a/1]", "[z/1]", "[ü/1]");
    }

    /** Through tokens, and through markers, which must give the same. */
    private List<String> listed(@Nullable String prefix, @Nullable String delimiter, int pageSize) {
        List<String> byToken = new ArrayList<>();
        List<String> byMarker = new ArrayList<>();
        String token = null;
        String marker = null;
        for (int page = 0; page < 100; page++) {
            ListObjects.Result result = store.list(new ListObjects(BUCKET, prefix, delimiter, null, token, pageSize));
            add(result, byToken);
            ListObjects.Result other = store.list(new ListObjects(BUCKET, prefix, delimiter, marker, null, pageSize));
            add(other, byMarker);
            assertThat(other.truncated()).isEqualTo(result.truncated());
            token = result.nextToken();
            marker = other.nextMarker();
            if (token == null) {
                assertThat(byMarker).isEqualTo(byToken);
                return byToken;
            }
        }
        throw new AssertionError("the listing does not end: " + byToken);
    }

    private static void add(ListObjects.Result result, List<String> into) {
        List<String> page = new ArrayList<>();
        result.objects().forEach(object -> page.add(object.key()));
        result.commonPrefixes().forEach(prefix -> page.add("[" + prefix + "]"));
        page.sort((a, b) -> java.util.Arrays.compareUnsigned(
                bytes(a.startsWith("[") ? a.substring(1) : a), bytes(b.startsWith("[") ? b.substring(1) : b)));
        into.addAll(page);
    }

    @Test
    void list_startAfter_beginsBehindIt() {
        for (String key : List.of("a", "b", "c/1", "c/2", "d")) {
            put(key, "");
        }
        assertThat(keysAfter("a", null)).containsExactly("b", "c/1", "c/2", "d");
        assertThat(keysAfter("bb", null)).containsExactly("c/1", "c/2", "d");
        assertThat(keysAfter("zzz", null)).isEmpty();
        assertThat(keysAfter("c/1", "/")).containsExactly("[c/]", "d");
        assertThat(keysAfter("c/", "/")).containsExactly("d");
        assertThat(keysAfter("b" + "x".repeat(2000), null)).containsExactly("c/1", "c/2", "d");
    }

    private List<String> keysAfter(String startAfter, @Nullable String delimiter) {
        List<String> found = new ArrayList<>();
        add(store.list(new ListObjects(BUCKET, null, delimiter, startAfter, null, 1000)), found);
        return found;
    }

    @Test
    void list_maxKeys_isKept() {
        put("a", "");
        ListObjects.Result none = store.list(new ListObjects(BUCKET, null, null, null, null, 0));
        assertThat(none.objects()).isEmpty();
        assertThat(none.truncated()).isFalse();
        refused(S3Error.INVALID_ARGUMENT, () -> store.list(new ListObjects(BUCKET, null, null, null, null, -1)));
        refused(S3Error.INVALID_ARGUMENT, () -> store.list(new ListObjects(BUCKET, null, null, null, "%%", 1)));
        refused(S3Error.INVALID_ARGUMENT, () -> store.list(new ListObjects(BUCKET, null, null, null, "", 1)));
    }

    @Test
    void list_entry_tellsWhatIsKnown() {
        ListObjects.Entry expected;
        var stored = put("k", "content");
        expected = new ListObjects.Entry(
                "k",
                stored.lastModified(),
                stored.etag(),
                7,
                "STANDARD",
                dev.trestle.objects.api.ChecksumAlgorithm.CRC64NVME,
                dev.trestle.objects.api.ChecksumType.FULL_OBJECT);
        assertThat(store.list(new ListObjects(BUCKET)).objects()).containsExactly(expected);
    }

    @Test
    void list_longestKeys_areFoundBehindEachOther() {
        String stem = "p/".repeat(511);
        put(stem + "/a", "");
        put(stem + "//", "");
        put(stem + "/b", "");
        assertThat(listed(null, null, 1)).hasSize(3);
        assertThat(listed(stem, "/", 1)).containsExactly("[" + stem + "/]");
        assertThat(listed(stem + "/", "/", 1)).containsExactly("[" + stem + "//]", stem + "/a", stem + "/b");
    }

    /** What is outside the page, deleted or old does not count. */
    @Test
    void list_aPage_readsLittleMoreThanIt() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        for (int i = 0; i < 300; i++) {
            put("dir-%03d/file".formatted(i % 3), "");
            put("gone-%03d".formatted(i), "");
            put("plain-%03d".formatted(i), "");
            store.delete(new DeleteObject(BUCKET, "gone-%03d".formatted(i)));
            put("dir-%03d/%03d".formatted(i % 3, i), "");
        }
        long before = store.core().index.rowsRead();
        ListObjects.Result page = store.list(new ListObjects(BUCKET, "plain-", null, null, null, 10));
        assertThat(page.objects()).hasSize(10);
        assertThat(store.core().index.rowsRead() - before)
                .as("rows for ten objects")
                .isLessThanOrEqualTo(11);

        before = store.core().index.rowsRead();
        page = store.list(new ListObjects(BUCKET, null, "/", null, null, 4));
        assertThat(page.commonPrefixes()).containsExactly("dir-000/", "dir-001/", "dir-002/");
        assertThat(page.objects()).hasSize(1);
        assertThat(store.core().index.rowsRead() - before)
                .as("rows for three prefixes of a hundred keys each")
                .isLessThanOrEqualTo(50);
    }
}

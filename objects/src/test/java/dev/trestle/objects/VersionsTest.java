package dev.trestle.objects;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.DeleteMarker;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.DeleteObjects;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ListVersions;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.Versioning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions and delete markers, with versioning on and suspended. */
class VersionsTest extends ObjectStoreTest {

    @Test
    void put_enabled_keepsEachVersion() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String one = putVersion("k", "one");
        String two = putVersion("k", "two");
        assertThat(one).isNotEqualTo(two).hasSize(32);
        assertThat(get("k")).isEqualTo("two");
        assertThat(get("k", one)).isEqualTo("one");
        assertThat(get("k", two)).isEqualTo("two");
        assertThat(shown()).isEqualTo("k:two* k:one");
        reopen();
        assertThat(shown()).isEqualTo("k:two* k:one");
    }

    @Test
    void put_beforeVersioning_becomesTheNullVersion() {
        put("k", "old");
        store.putVersioning(BUCKET, Versioning.ENABLED);
        assertThat(store.head(new GetObject(BUCKET, "k")).object().versionId()).isEqualTo("null");
        assertThat(shown()).isEqualTo("k:old*(null)");
        putVersion("k", "new");
        assertThat(shown()).isEqualTo("k:new* k:old(null)");
        assertThat(get("k", "null")).isEqualTo("old");
        store.delete(new DeleteObject(BUCKET, "k", "null", null));
        assertThat(shown()).isEqualTo("k:new*");
        refused(S3Error.NO_SUCH_VERSION, () -> get("k", "null"));
    }

    @Test
    void put_suspended_replacesOnlyTheNullVersion() throws Exception {
        put(new PutObject(BUCKET, "k"), randomBytes(5000, 1));
        store.putVersioning(BUCKET, Versioning.ENABLED);
        putVersion("k", "kept");
        store.putVersioning(BUCKET, Versioning.SUSPENDED);
        assertThat(put("k", "null 1").versionId()).isEqualTo("null");
        assertThat(shown()).isEqualTo("k:null 1*(null) k:kept");
        awaitNoGarbage();
        assertThat(blobFiles()).as("the first null version is gone").isZero();
        put("k", "null 2");
        assertThat(shown()).isEqualTo("k:null 2*(null) k:kept");
        store.putVersioning(BUCKET, Versioning.ENABLED);
        putVersion("k", "newest");
        assertThat(shown()).isEqualTo("k:newest* k:null 2(null) k:kept");
        store.putVersioning(BUCKET, Versioning.SUSPENDED);
        put("k", "null 3");
        assertThat(shown()).isEqualTo("k:null 3*(null) k:newest k:kept");
    }

    @Test
    void delete_enabled_putsAMarkerInFront() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String one = putVersion("k", "one");
        DeleteObject.Result deleted = store.delete(new DeleteObject(BUCKET, "k"));
        assertThat(deleted.deleteMarker()).isTrue();
        ObjectStoreException missing = refused(S3Error.NO_SUCH_KEY, () -> get("k"));
        assertThat(missing.marker()).isEqualTo(new DeleteMarker(requireNonNull(deleted.versionId()), clock.instant()));
        assertThat(get("k", one)).isEqualTo("one");
        assertThat(shown()).isEqualTo("k:X* k:one");
        ObjectStoreException marker = refused(S3Error.METHOD_NOT_ALLOWED, () -> get("k", deleted.versionId()));
        assertThat(marker.marker()).isNotNull();

        DeleteObject.Result undeleted = store.delete(new DeleteObject(BUCKET, "k", deleted.versionId(), null));
        assertThat(undeleted).isEqualTo(new DeleteObject.Result(true, deleted.versionId()));
        assertThat(get("k")).isEqualTo("one");
        assertThat(shown()).isEqualTo("k:one*");
    }

    @Test
    void delete_nothing_putsAMarkerToo() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        store.delete(new DeleteObject(BUCKET, "k"));
        store.delete(new DeleteObject(BUCKET, "k"));
        assertThat(shown()).isEqualTo("k:X* k:X");
        assertThat(store.list(new dev.trestle.objects.api.ListObjects(BUCKET)).objects())
                .isEmpty();
    }

    @Test
    void delete_suspended_replacesTheNullVersionByAMarker() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        putVersion("k", "kept");
        store.putVersioning(BUCKET, Versioning.SUSPENDED);
        put("k", "null");
        assertThat(store.delete(new DeleteObject(BUCKET, "k"))).isEqualTo(new DeleteObject.Result(true, "null"));
        assertThat(shown()).isEqualTo("k:X*(null) k:kept");
        store.delete(new DeleteObject(BUCKET, "k"));
        assertThat(shown()).isEqualTo("k:X*(null) k:kept");
        put("k", "again");
        assertThat(shown()).isEqualTo("k:again*(null) k:kept");
        store.delete(new DeleteObject(BUCKET, "k"));
        store.delete(new DeleteObject(BUCKET, "k", "null", null));
        assertThat(shown()).isEqualTo("k:kept*");
        assertThat(get("k")).isEqualTo("kept");
    }

    @Test
    void delete_theCurrentVersion_bringsTheNextOlderBack() {
        put(new PutObject(BUCKET, "k"), randomBytes(3000, 1));
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String two = putVersion("k", "two");
        String three = putVersion("k", "three");
        store.delete(new DeleteObject(BUCKET, "k", three, null));
        assertThat(get("k")).isEqualTo("two");
        store.delete(new DeleteObject(BUCKET, "k", two, null));
        assertThat(read(new GetObject(BUCKET, "k"))).isEqualTo(randomBytes(3000, 1));
        assertThat(get("k", "null")).hasSameSizeAs(get("k"));
        putVersion("k", "four");
        assertThat(read(new GetObject(BUCKET, "k", "null"))).isEqualTo(randomBytes(3000, 1));
    }

    @Test
    void delete_anOldVersion_leavesTheOthers() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        putVersion("k", "one");
        String two = putVersion("k", "two");
        putVersion("k", "three");
        store.delete(new DeleteObject(BUCKET, "k"));
        store.delete(new DeleteObject(BUCKET, "k", two, null));
        assertThat(shown()).isEqualTo("k:X* k:three k:one");
        store.delete(new DeleteObject(BUCKET, "k", two, null));
        assertThat(shown()).isEqualTo("k:X* k:three k:one");
    }

    @Test
    void versionId_ofAnotherKeyOrForm_isNotFound() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String id = putVersion("k", "x");
        putVersion("k", "y");
        putVersion("other", "z");
        refused(S3Error.NO_SUCH_VERSION, () -> get("other", id));
        assertThat(refused(S3Error.INVALID_ARGUMENT, () -> get("k", "nonsense")).getMessage())
                .isEqualTo("Invalid version id specified");
        store.delete(new DeleteObject(BUCKET, "other", id, null));
        assertThat(get("k", id)).isEqualTo("x");
    }

    @Test
    void clock_goingBack_keepsTheOrderOfWrites() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        for (int i = 0; i < 5; i++) {
            putVersion("k", "v" + i);
            clock.advance(Duration.ofHours(-1));
        }
        store.delete(new DeleteObject(BUCKET, "k"));
        clock.advance(Duration.ofHours(-1));
        putVersion("k", "v5");
        assertThat(shown()).isEqualTo("k:v5* k:X k:v4 k:v3 k:v2 k:v1 k:v0");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void listVersions_byPages_givesEachOnceInOrder(int pageSize) {
        put("a", "0");
        store.putVersioning(BUCKET, Versioning.ENABLED);
        for (String key : List.of("a", "b", "dir/x", "dir/y", "e")) {
            putVersion(key, "1");
            putVersion(key, "2");
        }
        store.delete(new DeleteObject(BUCKET, "b"));
        store.delete(new DeleteObject(BUCKET, "dir/x"));
        String all = "a:2* a:1 a:0(null) b:X* b:2 b:1 dir/x:X* dir/x:2 dir/x:1 dir/y:2* dir/y:1 e:2* e:1";
        assertThat(shown(null, null, pageSize)).isEqualTo(all);
        assertThat(shown("dir/", null, pageSize)).isEqualTo("dir/x:X* dir/x:2 dir/x:1 dir/y:2* dir/y:1");
        assertThat(shown(null, "/", pageSize)).isEqualTo("a:2* a:1 a:0(null) b:X* b:2 b:1 dir/ e:2* e:1");
        assertThat(shown("x", null, pageSize)).isEmpty();
    }

    @Test
    void listVersions_theMarkersVersionDeletedMeanwhile_goesOnBehindIt() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        putVersion("k", "1");
        putVersion("k", "2");
        String three = putVersion("k", "3");
        ListVersions.Result first = store.listVersions(new ListVersions(BUCKET, null, null, null, null, 1));
        assertThat(first.nextVersionIdMarker()).isEqualTo(three);
        store.delete(new DeleteObject(BUCKET, "k", three, null));
        ListVersions.Result rest = store.listVersions(
                new ListVersions(BUCKET, null, null, first.nextKeyMarker(), first.nextVersionIdMarker(), 10));
        assertThat(rest.entries().stream().map(this::show).collect(Collectors.joining(" ")))
                .isEqualTo("k:2* k:1");
        refused(
                S3Error.INVALID_ARGUMENT,
                () -> store.listVersions(new ListVersions(BUCKET, null, null, null, three, 10)));
    }

    @Test
    void listVersions_markersThatCannotBe_areTakenAsPlaces() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String id = putVersion("k", "1");
        putVersion("z", "2");
        for (String marker : List.of("k", "a" + "x".repeat(2000))) {
            assertThat(store.listVersions(new ListVersions(BUCKET, null, null, marker, null, 10))
                            .entries())
                    .hasSize(marker.equals("k") ? 1 : 2);
        }
        assertThat(store.listVersions(new ListVersions(BUCKET, null, null, "a".repeat(2000), id, 10))
                        .entries())
                .hasSize(2);
        assertThat(store.listVersions(new ListVersions(BUCKET, null, null, "", id, 10))
                        .entries())
                .hasSize(2);
        refused(
                S3Error.INVALID_ARGUMENT,
                () -> store.listVersions(new ListVersions(BUCKET, null, null, "k", "nonsense", 10)));
    }

    @Test
    void deleteAll_severalVersionsOfOneKey_deletesEach() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String one = putVersion("k", "1");
        String two = putVersion("k", "2");
        putVersion("other", "3");
        List<DeleteObjects.Outcome> outcomes = store.deleteAll(new DeleteObjects(
                BUCKET,
                List.of(
                        new DeleteObjects.Entry("k", one, null),
                        new DeleteObjects.Entry("k", two, null),
                        new DeleteObjects.Entry("other", null, null),
                        new DeleteObjects.Entry("other", "bad", null),
                        new DeleteObjects.Entry("x".repeat(1025), null, null))));
        assertThat(outcomes.subList(0, 3)).allMatch(outcome -> outcome.error() == null);
        assertThat(requireNonNull(outcomes.get(3).error()).error()).isEqualTo(S3Error.INVALID_ARGUMENT);
        assertThat(requireNonNull(outcomes.get(4).error()).error()).isEqualTo(S3Error.KEY_TOO_LONG);
        assertThat(shown()).isEqualTo("other:X* other:3");
    }

    private String putVersion(String key, String content) {
        return requireNonNull(put(key, content).versionId());
    }

    private String shown() {
        return shown(null, null, 1000);
    }

    /** Each as key:content, a star if it is the latest, X for a marker. */
    private String shown(
            @org.jspecify.annotations.Nullable String prefix,
            @org.jspecify.annotations.Nullable String delimiter,
            int pageSize) {
        List<String> shown = new ArrayList<>();
        String key = null;
        String version = null;
        for (int page = 0; page < 100; page++) {
            ListVersions.Result result =
                    store.listVersions(new ListVersions(BUCKET, prefix, delimiter, key, version, pageSize));
            assertThat(result.entries().size() + result.commonPrefixes().size()).isLessThanOrEqualTo(pageSize);
            List<String> both = new ArrayList<>(result.commonPrefixes());
            result.entries().forEach(entry -> both.add(show(entry)));
            both.sort(java.util.Comparator.comparing(
                    text -> text.contains(":") ? text.substring(0, text.indexOf(':')) : text));
            shown.addAll(both);
            if (!result.truncated()) {
                return String.join(" ", shown);
            }
            key = result.nextKeyMarker();
            version = result.nextVersionIdMarker();
        }
        throw new AssertionError("the listing does not end: " + shown);
    }

    private String show(ListVersions.Entry entry) {
        String content = entry.deleteMarker() ? "X" : get(entry.key(), entry.versionId());
        return entry.key() + ":" + content + (entry.latest() ? "*" : "")
                + (entry.versionId().equals("null") ? "(null)" : "");
    }
}

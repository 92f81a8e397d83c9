package dev.trestle.systems.holdthatthought.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Media are found by id, by their bytes, and by category, with one request each. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class MediaPatternsTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private TestStore tables;

    @SuppressWarnings("NullAway.Init")
    private ItemStore store;

    @BeforeEach
    void createTables() {
        tables = TestStore.open(target, HoldThatThoughtModel.MODEL, Clock.fixed(Samples.TEN, ZoneOffset.UTC));
        store = tables.store();
    }

    @AfterEach
    void deleteTables() {
        tables.close();
    }

    private static MediaItem item(String id, MediaCategory category, Instant at) {
        return new MediaItem(
                id,
                category,
                category.prefix() + id + "/a.jpg",
                "a.jpg",
                "image/jpeg",
                7,
                "00",
                "u1",
                null,
                null,
                at,
                at);
    }

    @Test
    void media_ofEachKind_areOneRequest() {
        MediaItem first = item("m1", MediaCategory.PICTURES, Samples.TEN);
        MediaItem second = item("m2", MediaCategory.PICTURES, Samples.LATER);
        store.create(SupportTable.MEDIA_ITEM, first);
        store.create(SupportTable.MEDIA_ITEM, second);
        store.create(SupportTable.MEDIA_ITEM, item("m3", MediaCategory.VIDEOS, Samples.LATER));
        MediaChecksum sum = new MediaChecksum("00", "m1");
        MediaGone gone = new MediaGone("m4", "media/pictures/m4/a.jpg", "m1", Samples.TEN);
        store.create(SupportTable.MEDIA_CHECKSUM, sum);
        store.create(SupportTable.MEDIA_GONE, gone);
        tables.takeCalls();

        assertThat(store.get(SupportTable.MEDIA_BY_ID.of("m1"))).contains(first);
        assertThat(store.all(
                        SupportTable.MEDIA_OF_CATEGORY
                                .of(MediaCategory.PICTURES)
                                .to(Samples.LATER),
                        10))
                .containsExactly(second, first);
        assertThat(store.get(SupportTable.MEDIA_BY_CHECKSUM.of("00"))).contains(sum);
        assertThat(store.get(SupportTable.GONE_MEDIA.of("m4"))).contains(gone);
        assertThat(tables.takeCalls()).containsExactly("getItem", "query", "getItem", "getItem");
    }
}

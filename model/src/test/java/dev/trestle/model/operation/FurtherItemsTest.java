package dev.trestle.model.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.error.DeclarationException;
import dev.trestle.sdk.TrestleDb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Records with any number of further items, components that stand in an index key alone, and documented filters. */
class FurtherItemsTest {
    private static final Table TABLE = Table.named("photos").index("GSI1", "GSI1PK", "GSI1SK");
    private static final Table SUPPORT = Support.table("photos", Scope.inKeys("album"));

    record Tagged(String tag, String photoId) {}

    private static final Entity<Tagged> TAGGED = TABLE.entity(Tagged.class).key("TAG#{tag}", "PHOTO#{photoId}");

    record Photo(
            String photoId,
            String owner,
            List<String> tags,
            @KeyOnly @Nullable String mainTag) {
        List<Tagged> tagged() {
            return tags.stream().map(tag -> new Tagged(tag, photoId)).toList();
        }
    }

    private static final Entity<Photo> PHOTO = TABLE.entity(Photo.class)
            .key("PHOTOS", "PHOTO#{photoId}")
            .index("GSI1", "MAIN#{mainTag}", "PHOTO#{photoId}")
            .alsoEach(TAGGED, Photo::tagged);

    private static final Pattern<Photo> BY_ID = PHOTO.get("Photo");
    private static final Pattern<Photo> BY_MAIN_TAG = PHOTO.query("By main tag").on("GSI1");
    private static final Pattern<Photo> OF_OWNER =
            PHOTO.query("Of owner").beginsWith("PHOTO#").filter("owner");
    private static final Pattern<Photo> SCANNED = PHOTO.scan("Scanned").filter("owner");

    record Album(String title) {}

    private static final Entity<Album> ALBUM = SUPPORT.entity(Album.class).key("ALBUM#{album}", "ALBUM");
    private static final Pattern<Album> ALBUM_OF_CALLER = ALBUM.get("Album");

    private static final Model MODEL = Model.of("photos", TABLE).with(SUPPORT);

    private final TrestleDb db = TrestleDb.inMemory();
    private final ItemStore store = ItemStore.builder(db.client(), MODEL).build();

    @BeforeEach
    void createTables() {
        store.createTables();
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void alsoEach_changedAndDeleted_keepsItemsInStep() {
        store.create(PHOTO, photo("1", "ann", List.of("sea", "boat"), null));
        assertThat(partitions()).containsExactlyInAnyOrder("PHOTOS", "TAG#sea", "TAG#boat");

        store.put(PHOTO, photo("1", "ann", List.of("boat", "sky"), null));
        assertThat(partitions()).containsExactlyInAnyOrder("PHOTOS", "TAG#boat", "TAG#sky");

        store.put(PHOTO, photo("1", "ann", List.of(), null));
        assertThat(partitions()).containsExactly("PHOTOS");

        store.put(PHOTO, photo("1", "ann", List.of("sea"), null));
        store.delete(PHOTO, photo("1", "ann", List.of(), null));
        assertThat(partitions()).isEmpty();
    }

    @Test
    void alsoEach_anotherProgramsAttribute_staysOnItsItem() {
        store.create(PHOTO, photo("1", "ann", List.of("sea", "boat"), null));
        Map<String, AttributeValue> boat = new HashMap<>(TAGGED.toItem(new Tagged("boat", "1"), TABLE.scoping(null)));
        boat.put("votes", AttributeValue.fromN("7"));
        db.client().putItem(request -> request.tableName("photos").item(boat));

        store.put(PHOTO, photo("1", "bob", List.of("sky", "boat"), null));

        assertThat(items()).filteredOn(item -> item.containsKey("votes")).containsExactly(boat);
    }

    @Test
    void keyOnly_inAnIndexKey_isReadBackFromThere() {
        Photo main = photo("1", "ann", List.of(), "sea");
        Photo without = photo("2", "ann", List.of(), null);
        store.create(PHOTO, main);
        store.create(PHOTO, without);

        assertThat(store.get(BY_ID.of("1"))).contains(main);
        assertThat(store.get(BY_ID.of("2"))).contains(without);
        assertThat(store.all(BY_MAIN_TAG.of("sea"), 10)).containsExactly(main);
        assertThat(items()).noneMatch(item -> item.containsKey("mainTag"));
    }

    @Test
    void filter_ofQueryAndScan_keepsWhatItAsksFor() {
        for (int i = 0; i < 6; i++) {
            store.create(PHOTO, photo("" + i, i % 3 == 2 ? "bob" : "ann", List.of("sea"), null));
        }

        assertThat(OF_OWNER.parameters()).containsExactly("owner");
        assertThat(store.all(OF_OWNER.of("bob"), 2)).extracting(Photo::photoId).containsExactly("2", "5");
        assertThat(store.all(SCANNED.of("bob"), 2)).extracting(Photo::photoId).containsExactlyInAnyOrder("2", "5");
        Page<Photo> page = store.page(OF_OWNER.of("bob"), 1, null);
        assertThat(page.items()).extracting(Photo::photoId).containsExactly("2");
        String next = page.next().orElseThrow();
        assertThat(store.page(OF_OWNER.of("bob"), 1, next).items())
                .extracting(Photo::photoId)
                .containsExactly("5");
        assertThatThrownBy(() -> store.page(OF_OWNER.of("ann"), 1, next)).isInstanceOf(CursorException.class);
    }

    @Test
    void filter_byWhatNoEntityHas_isRefused() {
        Table table = Table.named("other");
        Entity<Album> entity = table.entity(Album.class).key("ALBUMS", "{title}");
        Pattern<Album> unknown = entity.query("Unknown").filter("owner");
        Pattern<Album> inKey = entity.get("In key").filter("title");

        assertThatThrownBy(unknown::parameters)
                .isInstanceOf(DeclarationException.class)
                .hasMessageContaining("filter");
        assertThatThrownBy(inKey::parameters).isInstanceOf(DeclarationException.class);
    }

    @Test
    void support_ofTenants_isBoundToTheCaller() {
        store.within("a").create(ALBUM, new Album("A"));

        assertThat(store.within("a").get(ALBUM_OF_CALLER.of())).contains(new Album("A"));
        assertThat(store.within("b").get(ALBUM_OF_CALLER.of())).isEmpty();
    }

    private static Photo photo(String id, String owner, List<String> tags, @Nullable String mainTag) {
        return new Photo(id, owner, tags, mainTag);
    }

    private List<Map<String, AttributeValue>> items() {
        return db.client().scan(request -> request.tableName("photos")).items();
    }

    private List<String> partitions() {
        return items().stream().map(item -> item.get("PK").s()).toList();
    }
}

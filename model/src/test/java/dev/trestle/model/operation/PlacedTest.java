package dev.trestle.model.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.sdk.TrestleDb;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists that end in the middle of what was read, and tokens that a system signs itself. */
class PlacedTest {
    private final TrestleDb db = TrestleDb.inMemory();
    private final ItemStore store =
            ItemStore.builder(db.client(), SitesTable.MODEL).build();

    @BeforeEach
    void createTables() {
        store.createTables();
        for (String id : List.of("a", "b", "c", "d")) {
            store.put(SitesTable.SITE, new SitesTable.Site(id, id, "ACTIVE"));
        }
    }

    @AfterEach
    void close() {
        db.close();
    }

    private List<String> ids(List<Placed<SitesTable.Site>> placed) {
        return placed.stream().map(each -> each.record().siteId()).toList();
    }

    @Test
    void placed_behindAnyRecord_goesOnThere() {
        List<Placed<SitesTable.Site>> all = store.within("x").placed(SitesTable.SITES.of(), 10, null);

        assertThat(ids(all)).containsExactly("a", "b", "c", "d");
        assertThat(ids(store.within("x")
                        .placed(SitesTable.SITES.of(), 10, all.get(1).place())))
                .containsExactly("c", "d");
        assertThat(store.within("x")
                        .placed(SitesTable.SITES.of(), 10, all.get(3).place()))
                .isEmpty();
    }

    @Test
    void open_ofAnotherList_isRefused() {
        String sealed = store.seal(List.of("here"), List.of("one list"));

        assertThat(store.open(sealed, List.of("one list"))).containsExactly("here");
        assertThatThrownBy(() -> store.open(sealed, List.of("another"))).isInstanceOf(CursorException.class);
    }
}

package dev.trestle.model.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.UnreadableItem;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.sdk.TrestleDb;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class MadeItemsTest {
    record Letter(String id, String title, List<String> readers) {}

    record Reader(String name, String letterId, String title) {}

    private final Table letters = Table.named("letters").key("PK", "SK");
    private final Table support = Support.table("post");
    private final Entity<Letter> letter =
            letters.entity(Letter.class).key("LETTER#{id}", "LETTER").accept("ITEM_GROWTH", "few read a letter");
    private final Pattern<Letter> byId = letter.get("A letter");
    private final Entity<Reader> reader = support.entity(Reader.class)
            .key("READER#{name}", "{letterId}")
            .madeOf(letter, MadeItemsTest::readers, each -> byId.of(each.letterId()));

    record Title(String title) {}

    private final Entity<Title> title = support.entity(Title.class)
            .key("TITLES", "{title}")
            .accept("HOT_PARTITION", "few titles")
            .sharedBy(letter, each -> List.of(new Title(each.title())));
    private final Model model = Model.of("post", letters).with(support);

    private final TrestleDb db = TrestleDb.inMemory();
    private final Deployment deployment = Deployment.of(model, db.client());
    private final ItemStore store = ItemStore.builder(db.client(), model).build();

    private static List<Reader> readers(Letter letter) {
        return letter.readers().stream()
                .map(name -> new Reader(name, letter.id(), letter.title()))
                .toList();
    }

    @BeforeEach
    void createTables() {
        store.createTables();
    }

    @AfterEach
    void close() {
        db.close();
    }

    private List<Reader> rows() {
        return db.client().scan(request -> request.tableName("post-support")).items().stream()
                .filter(item -> reader.owns(item, Scoping.NONE))
                .map(item -> reader.toRecord(item, Scoping.NONE))
                .toList();
    }

    @Test
    void run_rowsThatAreMissingOldOrOfNothing_areRebuilt() {
        Letter now = new Letter("1", "new", List.of("ann", "bob"));
        store.put(letter, now);
        store.put(reader, new Reader("ann", "1", "old"));
        store.put(reader, new Reader("carl", "1", "new"));
        store.put(reader, new Reader("ann", "2", "of no letter"));

        Outcome outcome = new Repair(deployment).run(page -> {});

        assertThat(outcome.isClean()).isTrue();
        assertThat(outcome.changed()).isEqualTo(3);
        assertThat(rows()).containsExactlyInAnyOrderElementsOf(readers(now));
        assertThat(new Repair(deployment).run(page -> {}).changed()).isZero();
    }

    @Test
    void run_itemThatCannotBeRead_isReportedAndItsRowsStay() {
        Map<String, AttributeValue> odd =
                new HashMap<>(letter.toItem(new Letter("1", "odd", List.of("ann")), Scoping.NONE));
        odd.put("readers", AttributeValue.fromS("ann"));
        db.client().putItem(request -> request.tableName("letters").item(odd));
        store.put(reader, new Reader("ann", "1", "odd"));

        Outcome outcome = new Repair(deployment).run(page -> {});

        assertThat(outcome.unreadableCount()).isEqualTo(1);
        assertThat(outcome.unreadable())
                .containsExactly(new UnreadableItem(
                        "post",
                        "letters",
                        "Letter",
                        odd.get("PK").s(),
                        odd.get("SK").s(),
                        "the attribute readers is not a list"));
        assertThat(outcome.conflicts()).isEmpty();
        assertThat(rows()).hasSize(1);
    }

    @Test
    void changed_rowThatSeveralItemsShare_isWrittenOnceAndStays() {
        Letter one = new Letter("1", "same", List.of());
        Letter two = new Letter("2", "same", List.of());
        Repair repair = new Repair(deployment);
        store.put(letter, one);
        repair.changed(letters, Map.of(), letter.toItem(one, Scoping.NONE));
        store.put(letter, two);
        repair.changed(letters, Map.of(), letter.toItem(two, Scoping.NONE));
        store.delete(letter, one);
        repair.changed(letters, letter.toItem(one, Scoping.NONE), Map.of());

        assertThat(new Repair(deployment).run(page -> {}).changed()).isZero();
        assertThat(db.client()
                        .scan(request -> request.tableName("post-support"))
                        .items())
                .filteredOn(item -> title.owns(item, Scoping.NONE))
                .hasSize(1);
    }

    @Test
    void changed_itemWithOtherRowsThanBefore_hasTheNewOnesOnly() {
        Letter before = new Letter("1", "a letter", List.of("ann", "bob"));
        Letter after = new Letter("1", "a letter", List.of("bob", "carl"));
        Map<String, AttributeValue> former = letter.toItem(before, Scoping.NONE);
        Map<String, AttributeValue> current = letter.toItem(after, Scoping.NONE);
        Repair repair = new Repair(deployment);
        store.put(letter, before);
        assertThat(repair.changed(letters, Map.of(), former)).isTrue();
        assertThat(rows()).containsExactlyInAnyOrderElementsOf(readers(before));

        store.put(letter, after);
        assertThat(repair.changed(letters, former, current)).isTrue();
        assertThat(rows()).containsExactlyInAnyOrderElementsOf(readers(after));
        // Told late, of what was before: what there is now decides.
        repair.changed(letters, current, former);
        assertThat(rows()).containsExactlyInAnyOrderElementsOf(readers(after));

        store.delete(letter, after);
        assertThat(repair.changed(letters, current, Map.of())).isTrue();
        assertThat(rows()).isEmpty();
    }
}

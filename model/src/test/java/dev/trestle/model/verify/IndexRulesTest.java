package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.OrNull;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IndexRulesTest {
    record Person(
            String id,
            @Nullable String color,
            @Nullable String emotion,
            int age,
            @OrNull @Nullable String owner,
            @KeyOnly @Nullable String indexed) {
        @Derived({"color", "emotion"})
        public @Nullable String searched() {
            return color == null ? emotion : color;
        }
    }

    private static Entity<Person> person() {
        return Checked.table().entity(Person.class).key("P#{id}", "PERSON");
    }

    @Test
    void oneIndexKey_valueOutOfSeveralAttributes_isFound() {
        Checked.assertOne(
                Checked.find(
                        Code.ONE_INDEX_KEY,
                        person().index("GSI1", "ATTR#{searched}", "{id}").table()),
                Severity.WARNING,
                "{searched} from one of several attributes",
                "one item per value");
        assertThat(Checked.find(
                        Code.ONE_INDEX_KEY,
                        person().index("GSI1", "ATTR#{indexed}", "{id}").table()))
                .hasSize(1);
    }

    @Test
    void oneIndexKey_twoKeysThatAnItemMayBothHave_isFound() {
        Checked.assertOne(
                Checked.find(
                        Code.ONE_INDEX_KEY,
                        person().index("GSI1", "color#{color}", "{id}", When.present("color"))
                                .index("GSI1", "emotion#{emotion}", "{id}", When.present("emotion"))
                                .table()),
                Severity.WARNING,
                "`color#{color}` and `emotion#{emotion}`");
    }

    @Test
    void oneIndexKey_oneAttributeOrKeysThatExclude_isNone() {
        assertThat(Checked.find(
                        Code.ONE_INDEX_KEY,
                        person().index("GSI1", "color#{color}", "{id}", When.present("color"))
                                .index("GSI1", "emotion#{emotion}", "{id}", When.absent("color"))
                                .table()))
                .isEmpty();
    }

    @Test
    void oneIndexKey_secondItemOfAnother_isTheRemedy() {
        Table table = Checked.table();
        Entity<Person> entry =
                table.entity("Entry", Person.class).key("E#{id}", "{age:000}").index("GSI1", "ATTR#{indexed}", "{id}");
        table.entity(Person.class).key("P#{id}", "PERSON").also(entry, person -> person);
        assertThat(Checked.find(Code.ONE_INDEX_KEY, table)).isEmpty();
    }

    @Test
    void sparseCondition_onAnAttributeOutsideOfTheKey_isFound() {
        Checked.assertOne(
                Checked.find(
                        Code.SPARSE_CONDITION,
                        person().index("GSI1", "P#{id}", "X", When.present("color"))
                                .table()),
                Severity.WARNING,
                "only if color is there",
                "leaves the key behind");
        assertThat(Checked.find(
                        Code.SPARSE_CONDITION,
                        person().index("GSI1", "{color}", "{id}", When.present("color"))
                                .table()))
                .isEmpty();
    }

    @Test
    void keyType_numberOrNull_isFound() {
        Table table =
                Table.named("t").key("PK", "SK").index("byAge", "age", "SK").index("byOwner", "owner", "SK");
        table.entity(Person.class).key("P#{id}", "PERSON").index("byAge").index("byOwner");
        assertThat(Checked.find(Code.KEY_TYPE, table))
                .extracting(Finding::reason)
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("age is a Number"),
                        reason -> assertThat(reason).contains("owner is NULL at times"));
        Table text = Table.named("t").key("PK", "SK").index("byColor", "color", "SK");
        text.entity(Person.class).key("P#{id}", "PERSON").index("byColor");
        assertThat(Checked.find(Code.KEY_TYPE, text)).isEmpty();
    }

    @Test
    void hiddenIndex_entityThatHasTheAttributesAnyway_isFound() {
        Table table = Table.named("t").key("PK", "SK").index("byColor", "color", "SK");
        table.entity(Person.class).key("P#{id}", "PERSON");
        Checked.assertOne(
                Checked.find(Code.HIDDEN_INDEX, table), Severity.ERROR, "have color and SK", "index(\"byColor\")");
        assertThat(Checked.find(Code.HIDDEN_INDEX, person().table())).isEmpty();
    }

    @Test
    void indexUnused_withoutKeysOrPatterns_isFound() {
        Checked.assertOne(
                Checked.find(Code.INDEX_UNUSED, person().table()), Severity.WARNING, "No entity has a key in it");
        Entity<Person> keyed = person().index("GSI1", "{color}", "{id}");
        Checked.assertOne(Checked.find(Code.INDEX_UNUSED, keyed.table()), Severity.NOTE, "No pattern asks it");
        Entity<Person> asked = person().index("GSI1", "{color}", "{id}");
        asked.query("By color").on("GSI1");
        assertThat(Checked.find(Code.INDEX_UNUSED, asked.table())).isEmpty();
    }
}

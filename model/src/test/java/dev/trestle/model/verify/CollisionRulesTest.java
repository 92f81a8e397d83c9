package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CollisionRulesTest {
    enum Kind {
        A,
        B
    }

    record One(String id, String name) {}

    record Other(String id, String name) {}

    record Dated(String id, Instant at, UUID uuid, int number, Kind kind) {}

    record Several(
            String id,
            @Nullable String first,
            @Nullable String second,
            @Nullable String third) {}

    private static Table two(String mine, String mySort, String theirs, String theirSort) {
        Table table = Checked.table();
        table.entity(One.class).key(mine, mySort);
        table.entity(Other.class).key(theirs, theirSort);
        return table;
    }

    @Test
    void sameKey_templatesThatMeet_showsAKeyOfBoth() {
        Checked.assertOne(
                Checked.find(Code.SAME_KEY, two("A#{id}", "X", "A#{name}", "X")),
                Severity.ERROR,
                "entity One and entity Other",
                "\"A#a\", \"X\"");
    }

    @Test
    void sameKey_lastPartRunsIntoTheOther_isFound() {
        Checked.assertOne(
                Checked.find(Code.SAME_KEY, two("P#{id}", "tags#{name}", "P#{id}", "tags#{id}#idx{name}")),
                Severity.ERROR,
                "\"tags#a#idxa\"");
    }

    @Test
    void sameKey_lastPartThatRefusesTheDelimiter_isNone() {
        Table table = Checked.table();
        table.entity(One.class).key("P#{id}", "tags#{name}").refuse("#", "name");
        table.entity(Other.class).key("P#{id}", "tags#{id}#idx{name}");
        assertThat(Checked.find(Code.SAME_KEY, table)).isEmpty();
    }

    @Test
    void sameKey_otherPartitionOrOtherSort_isNone() {
        assertThat(Checked.find(Code.SAME_KEY, two("A#{id}", "X", "B#{id}", "X")))
                .isEmpty();
        assertThat(Checked.find(Code.SAME_KEY, two("A#{id}", "X", "A#{id}", "Y")))
                .isEmpty();
        assertThat(Checked.find(Code.SAME_KEY, two("A#{id}", "X#{name}", "A#{id}", "XY#{name}")))
                .isEmpty();
    }

    @Test
    void sameKey_typedPartsThatLookAlike_areToldByTheirTexts() {
        assertThat(Checked.find(Code.SAME_KEY, dated("{at}", "{uuid}"))).isEmpty();
        assertThat(Checked.find(Code.SAME_KEY, dated("{at}", "{kind}"))).isEmpty();
        assertThat(Checked.find(Code.SAME_KEY, dated("{number:000}", "{number:0000}")))
                .isEmpty();
        assertThat(Checked.find(Code.SAME_KEY, dated("{number:000}", "{number}")))
                .hasSize(1);
        assertThat(Checked.find(Code.SAME_KEY, dated("{at:yyyy-MM-dd}", "{id}")))
                .hasSize(1);
    }

    private static Table dated(String mine, String theirs) {
        Table table = Checked.table();
        table.entity("Mine", Dated.class).key("P#{id}", mine);
        table.entity("Theirs", Dated.class).key("P#{id}", theirs);
        return table;
    }

    @Test
    void sameKey_shapesOfOneEntity_areComparedToo() {
        Table table = Checked.table();
        table.entity(Several.class)
                .key("P", "{id}#{first}", When.present("first"))
                .key("P", "{id}#{second}#{third}", When.absent("first"));
        Checked.assertOne(Checked.find(Code.SAME_KEY, table), Severity.ERROR, "entity Several", "\"a#a#a\"");

        Table refusing = Checked.table();
        refusing.entity(Several.class)
                .key("P", "{id}#{first}", When.present("first"))
                .key("P", "{id}#{second}#{third}", When.absent("first"))
                .refuse("#", "first");
        assertThat(Checked.find(Code.SAME_KEY, refusing)).isEmpty();
    }

    @Test
    void sameKey_conditionsThatFixAPart_keepShapesApart() {
        Table table = Checked.table();
        table.entity("First", Dated.class).key("P", "{kind}#{id}", When.is("kind", Kind.A));
        table.entity("Second", Dated.class).key("P", "{kind}#{id}", When.is("kind", Kind.B));
        assertThat(Checked.find(Code.SAME_KEY, table)).isEmpty();
        Checked.assertOne(Checked.find(Code.INDISTINCT, table), Severity.ERROR, "taken for either", "conditions");
    }

    @Test
    void indistinct_constantsThatDiffer_tellThemApart() {
        Table table = Checked.table();
        table.entity("First", Dated.class)
                .key("P", "{kind}#{id}", When.is("kind", Kind.A))
                .constant("type", "First");
        table.entity("Second", Dated.class)
                .key("P", "{kind}#{id}", When.is("kind", Kind.B))
                .constant("type", "Second");
        assertThat(Checked.find(Code.INDISTINCT, table)).isEmpty();
    }

    @Test
    void emptyPart_keyThatIsAnothersWithoutAValue_isNoted() {
        Checked.assertOne(
                Checked.find(Code.EMPTY_PART, two("ruleset#{id}", "X", "ruleset#", "X")),
                Severity.NOTE,
                "\"ruleset#\", \"X\"");
        assertThat(Checked.find(Code.EMPTY_PART, two("ruleset#{id}", "X", "rulesets", "X")))
                .isEmpty();
    }

    @Test
    void sameKey_tenantInFront_comparesWithinOneTenant() {
        assertThat(Checked.find(Code.SAME_KEY, scoped("docs#{id}", "schemas#{id}")))
                .isEmpty();
        assertThat(Checked.find(Code.SAME_KEY, scoped("docs#{id}", "docs#{name}")))
                .hasSize(1);
    }

    private static Table scoped(String mine, String theirs) {
        Table table = Checked.table()
                .scope(Scope.prefix("site", "/").leavingOut("default").refusing("#"));
        table.entity(One.class).key(mine, "X");
        table.entity(Other.class).key(theirs, "X");
        return table;
    }
}

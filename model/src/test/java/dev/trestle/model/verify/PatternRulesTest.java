package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PatternRulesTest {
    enum Kind {
        A,
        B
    }

    record User(String id, String email, Kind kind, Instant at) {}

    private final Table table = Checked.table();
    private final Entity<User> user =
            table.entity(User.class).key("USER#{id}", "PROFILE").index("GSI1", "EMAIL#{email}", "{at}#{id}");

    @Test
    void scan_isFound() {
        user.scan("All users");
        Checked.assertOne(Checked.find(Code.SCAN, table), Severity.WARNING, "reads all of the table", "support table");
    }

    @Test
    void filter_isFound() {
        user.query("By kind").filter("kind");
        Checked.assertOne(Checked.find(Code.FILTER, table), Severity.WARNING, "whose kind", "put kind into a key");
    }

    @Test
    void query_withoutScanOrFilter_isNeither() {
        user.query("One");
        assertThat(Checked.find(Code.SCAN, table)).isEmpty();
        assertThat(Checked.find(Code.FILTER, table)).isEmpty();
    }

    @Test
    void getOnIndex_isFound() {
        user.get("By email").on("GSI1");
        Checked.assertOne(Checked.find(Code.GET_ON_INDEX, table), Severity.ERROR, "find(…)");
    }

    @Test
    void get_byThePrimaryKey_isNone() {
        user.get("By id");
        assertThat(Checked.find(Code.GET_ON_INDEX, table)).isEmpty();
    }

    @Test
    void findNotUnique_indexOverAnUnguardedAttribute_isFound() {
        Table plain = Checked.table();
        plain.entity(User.class)
                .key("USER#{id}", "PROFILE")
                .index("GSI1", "EMAIL#{email}", "PROFILE")
                .find("By email")
                .on("GSI1");
        Checked.assertOne(
                Checked.find(Code.FIND_NOT_UNIQUE, plain), Severity.WARNING, "two User", "unique(…) over [email]");
    }

    @Test
    void findNotUnique_guardedOrIdentified_isNone() {
        Table guarded = Checked.table();
        guarded.entity(User.class)
                .key("USER#{id}", "PROFILE")
                .index("GSI1", "EMAIL#{email}", "PROFILE")
                .unique("email")
                .find("By email")
                .on("GSI1");
        assertThat(Checked.find(Code.FIND_NOT_UNIQUE, Model.of("small", guarded).with(Support.table("small"))))
                .isEmpty();
        user.find("By email and id").on("GSI1");
        assertThat(Checked.find(Code.FIND_NOT_UNIQUE, table)).isEmpty();
    }

    @Test
    void momentPrefix_wholeTime_isFound() {
        user.query("Latest").on("GSI1").beginsWith("{at}");
        Checked.assertOne(
                Checked.find(Code.MOMENT_PREFIX, table), Severity.WARNING, "the design cannot list with it", "between");
    }

    @Test
    void momentPrefix_dayOrText_isNone() {
        Table days = Checked.table();
        days.entity(User.class)
                .key("USER#{kind}", "{at:yyyy-MM-dd}#{id}")
                .query("Of a day")
                .beginsWith("{at:yyyy-MM-dd}");
        assertThat(Checked.find(Code.MOMENT_PREFIX, days)).isEmpty();
    }

    @Test
    void manyRequests_eachDay_isNoted() {
        Table days = Checked.table();
        days.entity(User.class)
                .key("DAY#{at:yyyy-MM-dd}", "{at}#{id}")
                .query("Window")
                .between("at")
                .eachDay();
        Checked.assertOne(Checked.find(Code.MANY_REQUESTS, days), Severity.NOTE, "once for each day");
    }

    @Test
    void partialShapes_partitionsThatDiffer_areFoundUnlessNamed() {
        Checked.assertOne(
                Checked.find(Code.PARTIAL_SHAPES, shapes(false)), Severity.WARNING, "also stored under `B#{id}`");
        assertThat(Checked.find(Code.PARTIAL_SHAPES, shapes(true))).isEmpty();
    }

    private static Table shapes(boolean named) {
        Table shapes = Checked.table();
        var query = shapes.entity(User.class)
                .key("A#{id}", "{at}", When.is("kind", Kind.A))
                .key("B#{id}", "{at}", When.is("kind", Kind.B))
                .query("List");
        if (named) {
            query.in("A#{id}");
        }
        return shapes;
    }

    @Test
    void declarations_thatDoNotCompile_areReportedTogether() {
        Table broken = Checked.table();
        Entity<User> fine = broken.entity(User.class).key("USER#{id}", "PROFILE");
        fine.query("By email").on("GSI1");
        fine.query("By name").beginsWith("NAME#");
        assertThat(Verifier.declarations("small", broken).findings())
                .extracting(Finding::code, Finding::place)
                .containsExactly(
                        tuple(Code.UNSERVED, "table t, pattern \"By email\""),
                        tuple(Code.UNSERVED, "table t, pattern \"By name\""));
        Table wrong = Checked.table();
        wrong.entity(User.class).key("USER#{nobody}", "PROFILE");
        wrong.entity("Second", User.class).key("USER#{id", "PROFILE");
        assertThat(Verifier.declarations("small", wrong).findings())
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.code()).isEqualTo(Code.DECLARATION));
        assertThat(Verifier.declarations("small", table).findings()).isEmpty();
    }
}

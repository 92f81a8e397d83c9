package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class KeyTextRulesTest {
    record Version(String id, String name, int version, Instant at) {}

    private static Entity<Version> entity(String sort) {
        return Checked.table().entity(Version.class).key("D#{id}", sort);
    }

    @Test
    void textOrder_numberInAListedSortKey_isFound() {
        Entity<Version> entity = entity("v{version}");
        entity.query("List versions").beginsWith("v");
        Checked.assertOne(
                Checked.find(Code.TEXT_ORDER, entity.table()),
                Severity.ERROR,
                "`v{version}` orders {version} as text, 10 before 2",
                "\"List versions\"",
                "{version:00000}");
    }

    @Test
    void textOrder_neverListed_isANote() {
        Entity<Version> entity = entity("v{version}");
        entity.get("One");
        Checked.assertOne(Checked.find(Code.TEXT_ORDER, entity.table()), Severity.NOTE, "v{version}");
    }

    @Test
    void textOrder_paddedSortableOrInThePartition_isNone() {
        Entity<Version> padded = entity("v{version:0000}");
        padded.query("List");
        assertThat(Checked.find(Code.TEXT_ORDER, padded.table())).isEmpty();
        Entity<Version> sortable = entity("{version:sortable}");
        sortable.query("List");
        assertThat(Checked.find(Code.TEXT_ORDER, sortable.table())).isEmpty();
        Entity<Version> partition = Checked.table().entity(Version.class).key("D#{version}", "{id}");
        partition.query("List");
        assertThat(Checked.find(Code.TEXT_ORDER, partition.table())).isEmpty();
    }

    @Test
    void timeOrder_dayFirst_isFound() {
        Entity<Version> entity = entity("{at:dd.MM.yyyy}");
        entity.query("List");
        Checked.assertOne(Checked.find(Code.TIME_ORDER, entity.table()), Severity.ERROR, "dd.MM.yyyy", "year first");
        Entity<Version> sorted = entity("{at:yyyy-MM-dd}");
        sorted.query("List");
        assertThat(Checked.find(Code.TIME_ORDER, sorted.table())).isEmpty();
    }

    @Test
    void ambiguousKey_partsSideBySide_areFound() {
        Checked.assertOne(
                Checked.find(Code.AMBIGUOUS_KEY, entity("{name}{id}").table()),
                Severity.ERROR,
                "nothing between {name} and {id}",
                "delimiter");
        assertThat(Checked.find(Code.AMBIGUOUS_KEY, entity("{name}#{id}").table()))
                .isEmpty();
        assertThat(Checked.find(Code.AMBIGUOUS_KEY, entity("{version:000}{id}").table()))
                .isEmpty();
    }

    @Test
    void keyLength_freeText_saysWhatIsLeft() {
        Table table = entity("NOTE#{name}").table();
        assertThat(Checked.find(Code.KEY_LENGTH, table))
                .extracting(Finding::severity, Finding::reason)
                .contains(tuple(
                        Severity.NOTE,
                        "`NOTE#{name}` leaves 1019 bytes to {name}; a longer value is refused when it is written"));
        assertThat(Checked.find(
                        Code.KEY_LENGTH,
                        Checked.table()
                                .entity(Version.class)
                                .key("D#{version}", "NOTE#{name:cut}")
                                .table()))
                .isEmpty();
    }

    @Test
    void keyLength_textThatIsTooLongByItself_isAnError() {
        Table table =
                Checked.table().entity(Version.class).key("D", "x".repeat(1024)).table();
        Checked.assertOne(Checked.find(Code.KEY_LENGTH, table), Severity.ERROR, "1024 bytes");
    }
}

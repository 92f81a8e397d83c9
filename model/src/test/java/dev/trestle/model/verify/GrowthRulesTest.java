package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GrowthRulesTest {
    enum Area {
        NORTH,
        SOUTH
    }

    record Thing(String id, Area area, Instant at) {}

    record Inner(List<String> entries, Map<Area, String> byArea) {}

    record Holder(
            String id, List<String> names, Map<String, Integer> counts, Set<String> tags, Optional<Inner> inner) {}

    private static Table keyed(String partition, String sort) {
        return Checked.table().entity(Thing.class).key(partition, sort).table();
    }

    @Test
    void hotPartition_constantWithManyItems_isFound() {
        Checked.assertOne(
                Checked.find(Code.HOT_PARTITION, keyed("ALL", "{id}")),
                Severity.WARNING,
                "share the partition `ALL`",
                "1,000 writes");
        assertThat(Checked.find(Code.HOT_PARTITION, keyed("ALL", "ONE"))).isEmpty();
        assertThat(Checked.find(Code.HOT_PARTITION, keyed("T#{id}", "ONE"))).isEmpty();
    }

    @Test
    void hotPartition_fewValuesTimesOrTenants_isNoted() {
        Checked.assertOne(Checked.find(Code.HOT_PARTITION, keyed("AREA#{area}", "{id}")), Severity.NOTE, "enumeration");
        Checked.assertOne(
                Checked.find(Code.HOT_PARTITION, keyed("DAY#{at:yyyy-MM-dd}", "{id}")), Severity.NOTE, "at one time");
        Table scoped = Checked.table().scope(Scope.prefix("site", "/"));
        scoped.entity(Thing.class).key("ALL", "{id}");
        Checked.assertOne(Checked.find(Code.HOT_PARTITION, scoped), Severity.NOTE, "of a tenant");
    }

    @Test
    void itemGrowth_listsSetsAndMapsByText_areFoundAtAnyDepth() {
        Table table = Checked.table().entity(Holder.class).key("H#{id}", "X").table();
        assertThat(Checked.find(Code.ITEM_GROWTH, table))
                .extracting(Finding::place)
                .containsExactly(
                        "table t, entity Holder, attribute names",
                        "table t, entity Holder, attribute counts",
                        "table t, entity Holder, attribute tags",
                        "table t, entity Holder, attribute inner.entries");
        assertThat(Checked.find(Code.ITEM_GROWTH, keyed("T#{id}", "X"))).isEmpty();
    }

    @Test
    void itemGrowth_secondItemOfAnother_isTheFirsts() {
        Table table = Checked.table();
        Entity<Holder> second = table.entity("Second", Holder.class).key("S#{id}", "X");
        table.entity(Holder.class).key("H#{id}", "X").also(second, holder -> holder);
        assertThat(Checked.find(Code.ITEM_GROWTH, table))
                .allSatisfy(finding -> assertThat(finding.place()).contains("entity Holder"));
    }

    @Test
    void partitionGrowth_localIndex_hasALimit() {
        Table table = Table.named("t").key("PK", "SK").localIndex("LSI1", "LSK");
        table.entity(Thing.class).key("T", "{id}");
        Checked.assertOne(Checked.find(Code.PARTITION_GROWTH, table), Severity.WARNING, "10 GB");
    }

    @Test
    void partitionGrowth_aLogWithoutExpiry_isNoted() {
        Checked.assertOne(
                Checked.find(Code.PARTITION_GROWTH, keyed("T#{area}", "{at}#{id}")), Severity.NOTE, "none expires");
        assertThat(Checked.find(Code.PARTITION_GROWTH, keyed("T#{area}", "{id}")))
                .isEmpty();
    }
}

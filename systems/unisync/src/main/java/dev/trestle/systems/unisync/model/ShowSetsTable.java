package dev.trestle.systems.unisync.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;

/** {@code unisync-showsets}: ShowSets and how far they are. */
public final class ShowSetsTable {
    public static final Table TABLE = Table.named("unisync-showsets")
            .about("ShowSet configurations and stage tracking")
            .key("PK", "SK")
            .index("GSI1-area-index", "GSI1PK", "GSI1SK");

    public static final Entity<ShowSet> SHOWSET = TABLE.entity(ShowSet.class)
            .key("SHOWSET#{showSetId}", "DETAILS")
            .index("GSI1-area-index", "AREA#{area}", "SHOWSET#{showSetId}")
            .accept(
                    "ITEM_GROWTH",
                    "documented so; 200 VMs and the newest 100 versions at most, older ones are moved out");

    public static final Pattern<ShowSet> SHOWSET_BY_ID = SHOWSET.get("Get ShowSet by ID");

    public static final Pattern<ShowSet> SHOWSETS_BY_AREA =
            SHOWSET.query("List ShowSets by area").on("GSI1-area-index");

    public static final Pattern<ShowSet> ALL_SHOWSETS = SHOWSET.scan("List all ShowSets")
            .accept("SCAN", "documented as a scan; UniSync itself lists ShowSets by their two areas");

    private ShowSetsTable() {}
}

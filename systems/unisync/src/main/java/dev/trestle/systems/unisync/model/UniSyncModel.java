package dev.trestle.systems.unisync.model;

import dev.trestle.model.Model;
import dev.trestle.model.Support;
import dev.trestle.model.Table;

/** All of UniSync's tables. */
public final class UniSyncModel {
    public static final Table SUPPORT = Support.table("unisync");

    public static final Model MODEL = Model.of(
                    "unisync",
                    UsersTable.TABLE,
                    ShowSetsTable.TABLE,
                    NotesTable.TABLE,
                    ActivityTable.TABLE,
                    SessionsTable.TABLE)
            .with(SUPPORT);

    private UniSyncModel() {}
}

package dev.trestle.systems.unisync.model;

import dev.trestle.model.Model;

/** All of UniSync's tables. */
public final class UniSyncModel {
    public static final Model MODEL = Model.of(
                    "unisync",
                    UsersTable.TABLE,
                    ShowSetsTable.TABLE,
                    NotesTable.TABLE,
                    ActivityTable.TABLE,
                    SessionsTable.TABLE)
            .with(SupportTable.TABLE);

    private UniSyncModel() {}
}

package dev.trestle.systems.docstore.model;

import dev.trestle.model.Model;

/** All of the Document Store's tables. */
public final class DocstoreModel {
    public static final Model MODEL = Model.of("docstore", DocumentsTable.TABLE).with(SupportTable.TABLE);

    private DocstoreModel() {}
}

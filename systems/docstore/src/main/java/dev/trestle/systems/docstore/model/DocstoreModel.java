package dev.trestle.systems.docstore.model;

import dev.trestle.model.Model;
import dev.trestle.model.Support;
import dev.trestle.model.Table;

/** All of the Document Store's tables. */
public final class DocstoreModel {
    public static final Table SUPPORT = Support.table("docstore");

    public static final Model MODEL = Model.of("docstore", DocumentsTable.TABLE).with(SUPPORT);

    private DocstoreModel() {}
}

package dev.trestle.systems.formkiq.search;

import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.documents.Showing;
import dev.trestle.systems.formkiq.folders.IndexKeys;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;
import dev.trestle.systems.formkiq.search.SearchViews.FoundDocument;

/** Documents and folders as searches show them. */
public final class Found {
    private Found() {}

    public static FoundDocument document(String site, Document document) {
        return SearchViewsFoundDocumentBuilder.builder()
                .siteId(site)
                .path(document.path())
                .width(document.width())
                .height(document.height())
                .deepLinkPath(document.deepLinkPath())
                .insertedDate(Dates.text(document.inserteddate()))
                .lastModifiedDate(Showing.changed(document))
                .checksum(document.checksum())
                .checksumType(document.checksumType())
                .documentId(document.documentId())
                .contentType(document.contentType())
                .userId(document.userId())
                .contentLength(Showing.length(document))
                .versionId(document.s3version())
                .belongsToDocumentId(document.belongsToDocumentId())
                .metadata(Showing.metadata(document.metadata()))
                .build();
    }

    public static FoundDocument folder(String site, FolderEntry entry) {
        return SearchViewsFoundDocumentBuilder.builder()
                .siteId(site)
                .path(entry.path())
                .insertedDate(Dates.text(entry.inserteddate()))
                .lastModifiedDate(Dates.text(entry.lastModifiedDate()))
                .folder(true)
                .indexKey(IndexKeys.of(entry))
                .documentId(entry.documentId())
                .userId(entry.userId())
                .build();
    }
}

package dev.trestle.systems.formkiq.documents;

import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.documents.DocumentViews.ChildView;
import dev.trestle.systems.formkiq.documents.DocumentViews.DocumentView;
import dev.trestle.systems.formkiq.documents.DocumentViews.ListedDocument;
import dev.trestle.systems.formkiq.documents.DocumentViews.Metadata;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Documents.SoftDeletedDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Documents as the API shows them. A link to something elsewhere shows neither its last change nor a length. */
public final class Showing {
    private Showing() {}

    public static @Nullable List<Metadata> metadata(Map<String, AttributeValue> stored) {
        List<Metadata> shown = new ArrayList<>();
        new TreeMap<>(stored).forEach((key, value) -> {
            if (value.hasL()) {
                shown.add(new Metadata(
                        key, null, value.l().stream().map(AttributeValue::s).toList()));
            } else if (value.s() != null) {
                shown.add(new Metadata(key, value.s(), null));
            }
        });
        return shown.isEmpty() ? null : shown;
    }

    public static @Nullable Integer length(Document document) {
        Long length = document.contentLength();
        return length == null || length > Integer.MAX_VALUE || document.deepLinkPath() != null
                ? null
                : Integer.valueOf(length.intValue());
    }

    public static @Nullable String changed(Document document) {
        return document.deepLinkPath() == null ? Dates.text(document.lastModifiedDate()) : null;
    }

    public static ListedDocument listed(String site, Document document) {
        return new ListedDocument(
                site,
                document.path(),
                document.width(),
                document.height(),
                document.deepLinkPath(),
                Dates.text(document.inserteddate()),
                changed(document),
                document.checksum(),
                document.checksumType(),
                document.documentId(),
                document.contentType(),
                document.userId(),
                length(document),
                document.s3version(),
                document.belongsToDocumentId(),
                metadata(document.metadata()));
    }

    static ChildView child(Document document, String parent) {
        return new ChildView(
                document.path(),
                document.width(),
                document.height(),
                document.deepLinkPath(),
                Dates.text(document.inserteddate()),
                changed(document),
                document.checksum(),
                document.documentId(),
                document.contentType(),
                document.userId(),
                length(document),
                document.s3version(),
                parent);
    }

    static DocumentView view(String site, Document document, List<ChildView> children) {
        return new DocumentView(
                site,
                document.path(),
                document.width(),
                document.height(),
                document.deepLinkPath(),
                Dates.text(document.inserteddate()),
                changed(document),
                document.checksum(),
                document.checksumType(),
                document.documentId(),
                document.contentType(),
                document.userId(),
                length(document),
                document.s3version(),
                children.isEmpty() ? null : children,
                document.belongsToDocumentId(),
                metadata(document.metadata()));
    }

    static SoftDeletedDocument deleted(Document document) {
        return new SoftDeletedDocument(
                document.documentId(),
                document.inserteddate(),
                document.lastModifiedDate(),
                document.userId(),
                document.path(),
                document.deepLinkPath(),
                document.metadata(),
                document.contentType(),
                document.contentLength(),
                document.checksum(),
                document.checksumType(),
                document.s3version(),
                document.belongsToDocumentId(),
                null,
                document.width(),
                document.height());
    }

    public static Document restored(SoftDeletedDocument document) {
        return new Document(
                document.documentId(),
                document.inserteddate(),
                document.lastModifiedDate(),
                document.userId(),
                document.path(),
                document.deepLinkPath(),
                document.metadata(),
                document.contentType(),
                document.contentLength(),
                document.checksum(),
                document.checksumType(),
                document.s3version(),
                document.belongsToDocumentId(),
                document.width(),
                document.height());
    }
}

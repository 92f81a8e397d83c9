package dev.trestle.systems.formkiq.documents;

import dev.trestle.systems.formkiq.actions.ActionViews.AddAction;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the operations on documents take and give. */
public final class DocumentViews {
    /** A piece of metadata: one text, or several. */
    public record Metadata(
            String key, @Nullable String value, @Nullable List<String> values) {}

    public record NewMetadata(
            @Nullable String key,
            @Nullable String value,
            @Nullable List<String> values) {}

    /** A document in a list. */
    public record ListedDocument(
            String siteId,
            @Nullable String path,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            String insertedDate,
            @Nullable String lastModifiedDate,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            String documentId,
            @Nullable String contentType,
            String userId,
            @Nullable Integer contentLength,
            @Nullable String s3version,
            @Nullable String belongsToDocumentId,
            @Nullable List<Metadata> metadata) {}

    record DocumentsView(@Nullable String next, @Nullable String previous, List<ListedDocument> documents) {}

    /** A document in its parent. */
    public record ChildView(
            @Nullable String path,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            String insertedDate,
            @Nullable String lastModifiedDate,
            @Nullable String checksum,
            String documentId,
            @Nullable String contentType,
            String userId,
            @Nullable Integer contentLength,
            @Nullable String versionId,
            String belongsToDocumentId) {}

    /** A document by itself. */
    public record DocumentView(
            String siteId,
            @Nullable String path,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            String insertedDate,
            @Nullable String lastModifiedDate,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            String documentId,
            @Nullable String contentType,
            String userId,
            @Nullable Integer contentLength,
            @Nullable String versionId,
            @Nullable List<ChildView> documents,
            @Nullable String belongsToDocumentId,
            @Nullable List<Metadata> metadata) {}

    record NewChild(
            @Nullable String path,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            @Nullable String contentType,
            @Nullable ChecksumType checksumType,
            @Nullable String checksum,
            @Nullable Boolean isBase64,
            @Nullable String content,
            @Nullable List<NewTag> tags,
            @Nullable List<NewMetadata> metadata) {
        NewDocument asDocument() {
            return new NewDocument(
                    null,
                    path,
                    checksumType,
                    checksum,
                    width,
                    height,
                    deepLinkPath,
                    contentType,
                    isBase64,
                    content,
                    tags,
                    metadata,
                    null,
                    null,
                    null);
        }
    }

    /** A document that is to be made, or what is to be changed about one. */
    public record NewDocument(
            @Nullable String documentId,
            @Nullable String path,
            @Nullable ChecksumType checksumType,
            @Nullable String checksum,
            @Nullable String width,
            @Nullable String height,
            @Nullable String deepLinkPath,
            @Nullable String contentType,
            @Nullable Boolean isBase64,
            @Nullable String content,
            @Nullable List<NewTag> tags,
            @Nullable List<NewMetadata> metadata,
            @Nullable List<AddAction> actions,
            @Nullable List<NewAttribute> attributes,
            @Nullable List<NewChild> documents) {
        /** The content may be anything, and long. */
        @Override
        public String toString() {
            return "NewDocument[" + documentId + ", " + path + "]";
        }
    }

    record AddDocument(@Nullable String siteId, @Nullable String shareKey, NewDocument body) implements OnSite {}

    record UpdateDocument(
            String documentId,
            @Nullable String siteId,
            @Nullable String shareKey,
            NewDocument body) implements OnSite {}

    record AddedChild(
            String documentId,
            @Nullable String uploadUrl,
            @Nullable Map<String, String> headers) {}

    record AddedDocument(
            @Nullable String documentId,
            String siteId,
            @Nullable String uploadUrl,
            @Nullable Map<String, String> headers,
            @Nullable List<AddedChild> documents) {}

    record ByDocument(
            String documentId,
            @Nullable String siteId,
            @Nullable String shareKey) implements OnSite {}

    record DeleteDocument(
            String documentId,
            @Nullable String siteId,
            @Nullable String softDelete) implements OnSite {}

    record ListDocuments(
            @Nullable String siteId,
            @Nullable String actionStatus,
            @Nullable String syncStatus,
            @Nullable String deleted,
            @Nullable String date,
            @Nullable String tz,
            @Nullable String next,
            @Nullable String previous,
            @Nullable String limit)
            implements OnSite {}

    record GetContent(
            String documentId,
            @Nullable String siteId,
            @Nullable String versionKey,
            @Nullable String shareKey) implements OnSite {}

    record ContentView(
            @Nullable String content,
            @Nullable String contentUrl,
            @Nullable String contentType,
            @Nullable Boolean isBase64) {}

    record GetUrl(
            String documentId,
            @Nullable String siteId,
            @Nullable String versionKey,
            @Nullable String duration,
            @Nullable String shareKey,
            @Nullable String inline,
            @Nullable String bypassWatermark)
            implements OnSite {}

    record UrlView(String documentId, String url, @Nullable Map<String, String> headers) {}

    record GetUpload(
            @Nullable String path,
            @Nullable String siteId,
            @Nullable ChecksumType checksumType,
            @Nullable String checksum,
            @Nullable String contentLength,
            @Nullable String duration,
            @Nullable String shareKey)
            implements OnSite {}

    record AddUpload(
            @Nullable String siteId,
            @Nullable String contentLength,
            @Nullable String duration,
            @Nullable String shareKey,
            NewDocument body)
            implements OnSite {}

    record GetIdUpload(
            String documentId,
            @Nullable String siteId,
            @Nullable ChecksumType checksumType,
            @Nullable String checksum,
            @Nullable String contentLength,
            @Nullable String duration,
            @Nullable String shareKey)
            implements OnSite {}

    record CompressBody(@Nullable List<String> documentIds) {}

    record Compress(@Nullable String siteId, CompressBody body) implements OnSite {}

    record Compressed(String downloadUrl) {}

    private DocumentViews() {}
}

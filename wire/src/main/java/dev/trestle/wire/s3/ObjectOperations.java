package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.CopyObject;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.DeleteObjects;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.ObjectHead;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.xml.XmlElement;
import dev.trestle.wire.xml.XmlInput;
import dev.trestle.wire.xml.XmlOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects: stored, read, copied and deleted. */
final class ObjectOperations {
    private static final int PARTIAL = 206;
    private static final int NOT_MODIFIED = 304;
    private static final int DELETED_MAX = 1000;

    private final ObjectStore store;

    ObjectOperations(ObjectStore store) {
        this.store = store;
    }

    S3Upload put(S3Request request, @Nullable Long length) {
        Upload<StoredObject> upload = store.beginPut(new PutObject(
                request.bucket(),
                request.key(),
                HeaderInput.contentHeaders(request),
                HeaderInput.tags(request),
                request.first("x-amz-storage-class"),
                ChecksumInput.promise(request, length),
                HeaderInput.writeCondition(request)));
        return new S3Upload(upload, trailers -> {
            StoredObject stored = upload.finish(ChecksumInput.trailer(trailers));
            return ObjectOutput.stored(S3Answer.ok().with("ETag", ObjectOutput.quoted(stored.etag())), stored);
        });
    }

    S3Answer get(S3Call call) {
        S3Request request = call.request();
        ObjectContent content = store.get(getObject(request));
        try {
            ObjectHead head = content.head();
            if (head.notModified()) {
                content.close();
                return ObjectOutput.head(S3Answer.empty(NOT_MODIFIED), request, head);
            }
            S3Answer answer = S3Answer.of(head.partial() ? PARTIAL : 200, content);
            return ObjectOutput.head(answer, request, head).with("Content-Length", Long.toString(content.length()));
        } catch (RuntimeException | Error e) {
            content.close();
            throw e;
        }
    }

    S3Answer head(S3Call call) {
        S3Request request = call.request();
        ObjectHead head = store.head(getObject(request));
        if (head.notModified()) {
            return ObjectOutput.head(S3Answer.empty(NOT_MODIFIED), request, head);
        }
        S3Answer answer = S3Answer.empty(head.partial() ? PARTIAL : 200);
        return ObjectOutput.head(answer, request, head)
                .with("Content-Length", Long.toString(head.range().length()));
    }

    private static GetObject getObject(S3Request request) {
        Integer part = request.query().has("partNumber") ? (Integer) request.number("partNumber", 1, 1) : null;
        return new GetObject(
                request.bucket(),
                request.key(),
                request.versionId(),
                request.first("range"),
                part,
                HeaderInput.readCondition(request));
    }

    S3Answer copy(S3Call call) {
        S3Request request = call.request();
        ContentHeaders headers =
                HeaderInput.replaces(request, "x-amz-metadata-directive") ? HeaderInput.contentHeaders(request) : null;
        Map<String, String> tags =
                HeaderInput.replaces(request, "x-amz-tagging-directive") ? HeaderInput.tags(request) : null;
        CopyObject.Result result = store.copy(new CopyObject(
                HeaderInput.copySource(request),
                request.bucket(),
                request.key(),
                headers,
                tags,
                request.first("x-amz-storage-class"),
                ChecksumInput.algorithm(request),
                HeaderInput.writeCondition(request)));
        StoredObject stored = result.object();
        XmlOutput out = new XmlOutput("CopyObjectResult", S3Answer.NAMESPACE)
                .element("LastModified", Times.document(stored.lastModified()))
                .element("ETag", ObjectOutput.quoted(stored.etag()));
        ObjectOutput.checksumElements(out, stored.checksum());
        return S3Answer.xml(out)
                .with("x-amz-version-id", stored.versionId())
                .with("x-amz-copy-source-version-id", result.sourceVersionId());
    }

    S3Answer delete(S3Call call) {
        S3Request request = call.request();
        DeleteObject.Result result = store.delete(
                new DeleteObject(request.bucket(), request.key(), request.versionId(), request.first("if-match")));
        return S3Answer.noContent()
                .with("x-amz-delete-marker", result.deleteMarker() ? "true" : null)
                .with("x-amz-version-id", result.versionId());
    }

    S3Answer deleteAll(S3Call call) {
        XmlElement document = XmlInput.parse(call.body(), "Delete");
        boolean quiet = "true".equals(document.textOf("Quiet"));
        List<DeleteObjects.Entry> entries = new ArrayList<>();
        for (XmlElement object : document.children("Object")) {
            String key = object.textOf("Key");
            if (key == null) {
                throw S3Refusal.malformedXml();
            }
            entries.add(new DeleteObjects.Entry(key, object.textOf("VersionId"), object.textOf("ETag")));
        }
        if (entries.isEmpty() || entries.size() > DELETED_MAX) {
            throw S3Refusal.malformedXml();
        }
        XmlOutput out = new XmlOutput("DeleteResult", S3Answer.NAMESPACE);
        for (DeleteObjects.Outcome outcome : store.deleteAll(new DeleteObjects(call.bucket(), entries))) {
            write(out, outcome, quiet);
        }
        return S3Answer.xml(out);
    }

    private static void write(XmlOutput out, DeleteObjects.Outcome outcome, boolean quiet) {
        DeleteObjects.Entry entry = outcome.entry();
        ObjectStoreException error = outcome.error();
        DeleteObject.Result result = outcome.result();
        if (error != null) {
            out.open("Error")
                    .element("Key", entry.key())
                    .element("VersionId", entry.versionId())
                    .element("Code", error.error().wireName())
                    .element("Message", error.getMessage())
                    .close();
        } else if (!quiet && result != null) {
            out.open("Deleted").element("Key", entry.key()).element("VersionId", entry.versionId());
            if (result.deleteMarker()) {
                out.element("DeleteMarker", true).element("DeleteMarkerVersionId", result.versionId());
            }
            out.close();
        }
    }
}

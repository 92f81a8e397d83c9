package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.ListObjects;
import dev.trestle.objects.api.ListUploads;
import dev.trestle.objects.api.ListVersions;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.xml.XmlOutput;

/** Pages of what is in a bucket: objects, in both versions of the operation, versions of objects, and unfinished uploads. */
final class ListOperations {
    private static final int PAGE_MAX = 1000;

    private final ObjectStore store;

    ListOperations(ObjectStore store) {
        this.store = store;
    }

    S3Answer objects(S3Call call) {
        String type = call.request().parameter("list-type");
        if (type == null) {
            return firstVersion(call.request());
        }
        if (!type.equals("2")) {
            throw S3Refusal.invalidArgument("Invalid List Type", "list-type", type);
        }
        return secondVersion(call.request());
    }

    private S3Answer firstVersion(S3Request request) {
        Naming naming = Naming.of(request);
        String delimiter = request.parameter("delimiter");
        String marker = request.parameter("marker");
        int max = page(request, "max-keys");
        ListObjects.Result page = store.list(
                new ListObjects(request.bucket(), request.parameter("prefix"), delimiter, marker, null, max));
        XmlOutput out = listing(request, naming, "ListBucketResult", "MaxKeys", max, page.truncated());
        naming.writeAlways(out, "Marker", marker);
        naming.write(out, "NextMarker", delimiter == null ? null : page.nextMarker());
        page.objects().forEach(object -> write(out, naming, object, true));
        naming.writePrefixes(out, page.commonPrefixes());
        return S3Answer.xml(out);
    }

    private S3Answer secondVersion(S3Request request) {
        Naming naming = Naming.of(request);
        String token = request.parameter("continuation-token");
        String startAfter = request.parameter("start-after");
        int max = page(request, "max-keys");
        ListObjects.Result page = store.list(new ListObjects(
                request.bucket(), request.parameter("prefix"), request.parameter("delimiter"), startAfter, token, max));
        XmlOutput out = listing(request, naming, "ListBucketResult", "MaxKeys", max, page.truncated());
        out.element("KeyCount", page.objects().size() + page.commonPrefixes().size())
                .element("ContinuationToken", token)
                .element("NextContinuationToken", page.nextToken());
        naming.write(out, "StartAfter", startAfter);
        boolean owner = "true".equals(request.parameter("fetch-owner"));
        page.objects().forEach(object -> write(out, naming, object, owner));
        naming.writePrefixes(out, page.commonPrefixes());
        return S3Answer.xml(out);
    }

    private static void write(XmlOutput out, Naming naming, ListObjects.Entry object, boolean owner) {
        out.open("Contents");
        naming.write(out, "Key", object.key());
        out.element("LastModified", Times.document(object.lastModified()))
                .element("ETag", ObjectOutput.quoted(object.etag()))
                .element("ChecksumAlgorithm", object.checksumAlgorithm())
                .element("ChecksumType", object.checksumType())
                .element("Size", object.size());
        if (owner) {
            Owner.write(out, "Owner");
        }
        out.element("StorageClass", object.storageClass()).close();
    }

    S3Answer versions(S3Call call) {
        S3Request request = call.request();
        Naming naming = Naming.of(request);
        String keyMarker = request.parameter("key-marker");
        String versionMarker = request.parameter("version-id-marker");
        if (versionMarker != null && keyMarker == null) {
            throw S3Refusal.invalidArgument(
                    "A version-id marker cannot be specified without a key marker.",
                    "version-id-marker",
                    versionMarker);
        }
        int max = page(request, "max-keys");
        ListVersions.Result page = store.listVersions(new ListVersions(
                request.bucket(),
                request.parameter("prefix"),
                request.parameter("delimiter"),
                keyMarker,
                versionMarker,
                max));
        XmlOutput out = listing(request, naming, "ListVersionsResult", "MaxKeys", max, page.truncated());
        naming.writeAlways(out, "KeyMarker", keyMarker);
        out.element("VersionIdMarker", versionMarker == null ? "" : versionMarker);
        naming.write(out, "NextKeyMarker", page.nextKeyMarker());
        out.element("NextVersionIdMarker", page.nextVersionIdMarker());
        page.entries().forEach(version -> write(out, naming, version));
        naming.writePrefixes(out, page.commonPrefixes());
        return S3Answer.xml(out);
    }

    private static void write(XmlOutput out, Naming naming, ListVersions.Entry version) {
        out.open(version.deleteMarker() ? "DeleteMarker" : "Version");
        naming.write(out, "Key", version.key());
        out.element("VersionId", version.versionId())
                .element("IsLatest", version.latest())
                .element("LastModified", Times.document(version.lastModified()));
        if (!version.deleteMarker()) {
            out.element("ETag", version.etag() == null ? null : ObjectOutput.quoted(version.etag()))
                    .element("ChecksumAlgorithm", version.checksumAlgorithm())
                    .element("ChecksumType", version.checksumType())
                    .element("Size", version.size())
                    .element("StorageClass", version.storageClass());
        }
        Owner.write(out, "Owner");
        out.close();
    }

    S3Answer uploads(S3Call call) {
        S3Request request = call.request();
        Naming naming = Naming.of(request);
        String keyMarker = request.parameter("key-marker");
        String idMarker = request.parameter("upload-id-marker");
        int max = page(request, "max-uploads");
        ListUploads.Result page = store.listUploads(new ListUploads(
                request.bucket(),
                request.parameter("prefix"),
                request.parameter("delimiter"),
                keyMarker,
                idMarker,
                max));
        XmlOutput out = listing(request, naming, "ListMultipartUploadsResult", "MaxUploads", max, page.truncated());
        naming.writeAlways(out, "KeyMarker", keyMarker);
        out.element("UploadIdMarker", idMarker == null ? "" : idMarker);
        naming.write(out, "NextKeyMarker", page.nextKeyMarker());
        out.element("NextUploadIdMarker", page.nextUploadIdMarker());
        for (ListUploads.Entry upload : page.uploads()) {
            out.open("Upload");
            naming.write(out, "Key", upload.key());
            out.element("UploadId", upload.uploadId());
            Owner.write(out, "Initiator");
            Owner.write(out, "Owner");
            out.element("StorageClass", upload.storageClass())
                    .element("Initiated", Times.document(upload.initiated()))
                    .element("ChecksumAlgorithm", upload.algorithm())
                    .element("ChecksumType", upload.checksumType())
                    .close();
        }
        naming.writePrefixes(out, page.commonPrefixes());
        return S3Answer.xml(out);
    }

    /** What all listings begin with. */
    private static XmlOutput listing(
            S3Request request, Naming naming, String root, String maxName, int max, boolean truncated) {
        boolean uploads = maxName.equals("MaxUploads");
        XmlOutput out = new XmlOutput(root, S3Answer.NAMESPACE).element(uploads ? "Bucket" : "Name", request.bucket());
        naming.writeAlways(out, "Prefix", request.parameter("prefix"));
        naming.write(out, "Delimiter", request.parameter("delimiter"));
        out.element(maxName, max).element("IsTruncated", truncated);
        naming.writeType(out);
        return out;
    }

    private static int page(S3Request request, String name) {
        return Math.min(PAGE_MAX, request.number(name, 0, PAGE_MAX));
    }
}

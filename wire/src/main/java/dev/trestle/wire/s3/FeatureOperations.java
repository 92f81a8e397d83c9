package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ObjectHead;
import dev.trestle.objects.api.ObjectInfo;
import dev.trestle.objects.api.ObjectParts;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.xml.XmlOutput;
import java.util.LinkedHashSet;
import java.util.Set;

/** What tools ask of every bucket and object about features that are not there, and what is the same for all. */
final class FeatureOperations {
    private static final String SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
    private static final int PARTS_PAGE_MAX = 1000;

    private final ObjectStore store;

    FeatureOperations(ObjectStore store) {
        this.store = store;
    }

    /** The answer about a feature that a bucket can have and this one has not: an error, as S3 gives it. */
    Route.Handler absent(String code, String text) {
        return call -> {
            store.headBucket(call.bucket());
            throw S3Refusal.of(404, code, text).with("BucketName", call.bucket());
        };
    }

    /** The answer about a feature that is the same for all buckets: a document with at most one element in it. */
    Route.Handler fixed(String root, String... elements) {
        return call -> {
            store.headBucket(call.bucket());
            XmlOutput out = new XmlOutput(root, S3Answer.NAMESPACE);
            for (int i = 0; i < elements.length; i += 2) {
                out.element(elements[i], elements[i + 1]);
            }
            return S3Answer.xml(out);
        };
    }

    S3Answer ownership(S3Call call) {
        store.headBucket(call.bucket());
        return S3Answer.xml(new XmlOutput("OwnershipControls", S3Answer.NAMESPACE)
                .open("Rule")
                .element("ObjectOwnership", "BucketOwnerEnforced"));
    }

    S3Answer bucketAcl(S3Call call) {
        store.headBucket(call.bucket());
        return acl();
    }

    S3Answer objectAcl(S3Call call) {
        ObjectHead head = store.head(
                new GetObject(call.bucket(), call.key(), call.request().versionId()));
        return acl().with("x-amz-version-id", head.object().versionId());
    }

    private static S3Answer acl() {
        XmlOutput out = new XmlOutput("AccessControlPolicy", S3Answer.NAMESPACE);
        Owner.write(out, "Owner");
        out.open("AccessControlList").open("Grant").open("Grantee", "xsi", SCHEMA_INSTANCE, "type", "CanonicalUser");
        Owner.writeMembers(out);
        out.close().element("Permission", "FULL_CONTROL");
        return S3Answer.xml(out);
    }

    /** What everything is anyway may be asked for; {@link Unsupported} has refused all else that a header can say. */
    S3Answer putAcl(S3Call call) {
        if (call.body().length > 0) {
            throw S3Refusal.badRequest("AccessControlListNotSupported", "The bucket does not allow ACLs");
        }
        return call.key().isEmpty() ? bucketAcl(call) : objectAcl(call);
    }

    S3Answer attributes(S3Call call) {
        S3Request request = call.request();
        Set<String> wanted = wanted(request);
        int marker = number(request, "x-amz-part-number-marker", 0);
        int max = Math.min(PARTS_PAGE_MAX, number(request, "x-amz-max-parts", PARTS_PAGE_MAX));
        ObjectParts found =
                store.parts(new GetObject(request.bucket(), request.key(), request.versionId()), marker, max);
        ObjectInfo object = found.object();
        XmlOutput out = new XmlOutput("GetObjectAttributesResponse", S3Answer.NAMESPACE);
        if (wanted.contains("ETag")) {
            out.element("ETag", object.etag());
        }
        if (wanted.contains("Checksum") && object.checksum() != null) {
            out.open("Checksum");
            ObjectOutput.checksumElements(out, object.checksum());
            out.close();
        }
        if (wanted.contains("ObjectParts") && object.partsCount() != null) {
            parts(out, found, object.partsCount(), marker, max);
        }
        if (wanted.contains("StorageClass")) {
            out.element("StorageClass", object.storageClass());
        }
        if (wanted.contains("ObjectSize")) {
            out.element("ObjectSize", object.size());
        }
        return S3Answer.xml(out)
                .with("Last-Modified", Times.header(object.lastModified()))
                .with("x-amz-version-id", object.versionId());
    }

    private static void parts(XmlOutput out, ObjectParts found, int count, int marker, int max) {
        out.open("ObjectParts")
                .element("IsTruncated", found.nextMarker() != null)
                .element("MaxParts", max)
                .element("NextPartNumberMarker", found.nextMarker())
                .element("PartNumberMarker", marker)
                .element("PartsCount", count);
        for (ObjectParts.Part part : found.parts()) {
            out.open("Part").element("PartNumber", part.number()).element("Size", part.size());
            ObjectOutput.checksumElements(out, part.checksum());
            out.close();
        }
        out.close();
    }

    private static Set<String> wanted(S3Request request) {
        Set<String> wanted = new LinkedHashSet<>();
        for (String value : request.header("x-amz-object-attributes")) {
            for (String name : value.split(",", -1)) {
                wanted.add(name.strip());
            }
        }
        Set<String> known = Set.of("ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize");
        if (wanted.isEmpty() || !known.containsAll(wanted)) {
            throw S3Refusal.invalidArgument(
                    "Invalid attribute name specified.", "x-amz-object-attributes", String.join(",", wanted));
        }
        return wanted;
    }

    private static int number(S3Request request, String header, int otherwise) {
        String text = request.first(header);
        try {
            int number = text == null ? otherwise : Integer.parseInt(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw S3Refusal.invalidArgument("Invalid " + header + " value.", header, String.valueOf(text));
        }
        throw S3Refusal.invalidArgument("Invalid " + header + " value.", header, String.valueOf(text));
    }
}

package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.api.BucketInfo;
import dev.trestle.objects.api.ListBuckets;
import dev.trestle.objects.api.Versioning;
import dev.trestle.wire.access.Names;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.xml.XmlElement;
import dev.trestle.wire.xml.XmlInput;
import dev.trestle.wire.xml.XmlOutput;
import java.util.ArrayList;
import java.util.List;

/** Buckets themselves: made, found, listed, deleted, and whether they keep versions. */
final class BucketOperations {
    /** The region that has no name in a location, since it was the first. */
    private static final String FIRST_REGION = "us-east-1";

    private final ObjectStore store;

    BucketOperations(ObjectStore store) {
        this.store = store;
    }

    S3Answer list(S3Call call) {
        S3Request request = call.request();
        String prefix = request.parameter("prefix");
        Integer max = request.query().has("max-buckets") ? (Integer) request.number("max-buckets", 1, 1) : null;
        ListBuckets.Result result = visible(
                new ListBuckets(prefix, max, request.parameter("continuation-token")),
                call.grant().buckets());
        XmlOutput out = new XmlOutput("ListAllMyBucketsResult", S3Answer.NAMESPACE);
        Owner.write(out, "Owner");
        out.open("Buckets");
        for (BucketInfo bucket : result.buckets()) {
            out.open("Bucket").element("Name", bucket.name()).element("CreationDate", Times.document(bucket.created()));
            if (max != null) {
                out.element("BucketRegion", bucket.region());
            }
            out.close();
        }
        out.close();
        out.element("Prefix", prefix).element("ContinuationToken", result.nextToken());
        return S3Answer.xml(out);
    }

    /** As the store's, without what the signer may not reach. */
    private ListBuckets.Result visible(ListBuckets asked, Names buckets) {
        ListBuckets.Result page = store.listBuckets(asked);
        List<BucketInfo> found = new ArrayList<>();
        Integer max = asked.maxBuckets();
        while (true) {
            page.buckets().stream().filter(bucket -> buckets.has(bucket.name())).forEach(found::add);
            String next = page.nextToken();
            if (next == null || max == null || found.size() >= max) {
                return new ListBuckets.Result(found, next);
            }
            page = store.listBuckets(new ListBuckets(asked.prefix(), max - found.size(), next));
        }
    }

    /** Where a client wants the bucket to be makes no difference: there is one place. */
    S3Answer create(S3Call call) {
        if (call.body().length > 0) {
            XmlInput.parse(call.body(), "CreateBucketConfiguration");
        }
        store.createBucket(call.bucket());
        return S3Answer.ok().with("Location", "/" + call.bucket());
    }

    S3Answer head(S3Call call) {
        return S3Answer.ok()
                .with("x-amz-bucket-region", store.headBucket(call.bucket()).region())
                .with("Content-Type", "application/xml");
    }

    S3Answer delete(S3Call call) {
        store.deleteBucket(call.bucket());
        return S3Answer.noContent();
    }

    S3Answer location(S3Call call) {
        String region = store.headBucket(call.bucket()).region();
        XmlOutput out = new XmlOutput("LocationConstraint", S3Answer.NAMESPACE);
        if (!region.equals(FIRST_REGION)) {
            out.text(region);
        }
        return S3Answer.xml(out);
    }

    S3Answer getVersioning(S3Call call) {
        Versioning versioning = store.getVersioning(call.bucket());
        String status = switch (versioning) {
            case OFF -> null;
            case ENABLED -> "Enabled";
            case SUSPENDED -> "Suspended";
        };
        return S3Answer.xml(new XmlOutput("VersioningConfiguration", S3Answer.NAMESPACE).element("Status", status));
    }

    S3Answer putVersioning(S3Call call) {
        XmlElement document = XmlInput.parse(call.body(), "VersioningConfiguration");
        if ("Enabled".equals(document.textOf("MfaDelete"))) {
            throw S3Refusal.notImplemented("MfaDelete is not implemented.");
        }
        String status = String.valueOf(document.textOf("Status"));
        Versioning versioning = switch (status) {
            case "Enabled" -> Versioning.ENABLED;
            case "Suspended" -> Versioning.SUSPENDED;
            default -> throw S3Refusal.malformedXml();
        };
        store.putVersioning(call.bucket(), versioning);
        return S3Answer.ok();
    }
}

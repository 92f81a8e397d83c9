package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStore;
import dev.trestle.wire.error.S3Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation that a request asks for, by its method, by whether it names a bucket and a key, and by the one of its parameters that
 * names a part or property of those. Parameters that S3 does not know are passed over, as S3 does; those that it knows and this server
 * does not are refused, so that nothing is stored or listed in place of what was meant.
 */
final class Routes {
    private static final Set<String> OF_BUCKETS = Set.of(
            "abac",
            "accelerate",
            "acl",
            "analytics",
            "cors",
            "delete",
            "encryption",
            "intelligent-tiering",
            "inventory",
            "lifecycle",
            "location",
            "logging",
            "metadataConfiguration",
            "metadataInventoryTable",
            "metadataJournalTable",
            "metadataTable",
            "metrics",
            "notification",
            "object-lock",
            "ownershipControls",
            "policy",
            "policyStatus",
            "publicAccessBlock",
            "replication",
            "requestPayment",
            "session",
            "tagging",
            "uploads",
            "versioning",
            "versions",
            "website");

    private static final Set<String> OF_OBJECTS = Set.of(
            "acl",
            "attributes",
            "encryption",
            "legal-hold",
            "renameObject",
            "restore",
            "retention",
            "select",
            "tagging",
            "torrent",
            "uploadId",
            "uploads");

    private final Map<String, Route> ofService = new HashMap<>();
    private final Map<String, Route> ofBuckets = new HashMap<>();
    private final Map<String, Route> ofObjects = new HashMap<>();
    private final Route copy;
    private final Route copyPart;

    Routes(ObjectStore store) {
        buckets(new BucketOperations(store));
        listings(new ListOperations(store));
        tags(new TagOperations(store));
        cors(new CorsOperations(store));
        features(new FeatureOperations(store));
        ObjectOperations objects = new ObjectOperations(store);
        objects(objects);
        PartOperations parts = new PartOperations(store);
        parts(parts);
        this.copy = Route.plain(objects::copy);
        this.copyPart = Route.plain(parts::copy);
    }

    private void buckets(BucketOperations buckets) {
        ofService.put("GET", Route.plain(buckets::list));
        ofBuckets.put("PUT", Route.document(buckets::create));
        ofBuckets.put("HEAD", Route.plain(buckets::head));
        ofBuckets.put("DELETE", Route.plain(buckets::delete));
        ofBuckets.put("GET location", Route.plain(buckets::location));
        ofBuckets.put("GET versioning", Route.plain(buckets::getVersioning));
        ofBuckets.put("PUT versioning", Route.document(buckets::putVersioning));
    }

    private void listings(ListOperations lists) {
        ofBuckets.put("GET", Route.plain(lists::objects));
        ofBuckets.put("GET versions", Route.plain(lists::versions));
        ofBuckets.put("GET uploads", Route.plain(lists::uploads));
    }

    private void tags(TagOperations tags) {
        ofBuckets.put("GET tagging", Route.plain(tags::getOfBucket));
        ofBuckets.put("PUT tagging", Route.document(tags::putOfBucket));
        ofBuckets.put("DELETE tagging", Route.plain(tags::deleteOfBucket));
        ofObjects.put("GET tagging", Route.plain(tags::getOfObject));
        ofObjects.put("PUT tagging", Route.document(tags::putOfObject));
        ofObjects.put("DELETE tagging", Route.plain(tags::deleteOfObject));
    }

    private void cors(CorsOperations cors) {
        ofBuckets.put("GET cors", Route.plain(cors::get));
        ofBuckets.put("PUT cors", Route.document(cors::put));
        ofBuckets.put("DELETE cors", Route.plain(cors::delete));
    }

    private void objects(ObjectOperations objects) {
        ofBuckets.put("POST delete", Route.document(objects::deleteAll));
        ofObjects.put("PUT", Route.upload(objects::put));
        ofObjects.put("GET", Route.plain(objects::get));
        ofObjects.put("HEAD", Route.plain(objects::head));
        ofObjects.put("DELETE", Route.plain(objects::delete));
    }

    private void parts(PartOperations parts) {
        ofObjects.put("POST uploads", Route.plain(parts::create));
        ofObjects.put("PUT uploadId", Route.upload(parts::upload));
        ofObjects.put("POST uploadId", Route.document(parts::complete));
        ofObjects.put("DELETE uploadId", Route.plain(parts::abort));
        ofObjects.put("GET uploadId", Route.plain(parts::list));
    }

    private void features(FeatureOperations features) {
        ofBuckets.put("GET acl", Route.plain(features::bucketAcl));
        ofBuckets.put("PUT acl", Route.document(features::putAcl));
        ofObjects.put("GET acl", Route.plain(features::objectAcl));
        ofObjects.put("PUT acl", Route.document(features::putAcl));
        ofObjects.put("GET attributes", Route.plain(features::attributes));
        ofBuckets.put("GET ownershipControls", Route.plain(features::ownership));
        fixed(features, "accelerate", "AccelerateConfiguration");
        fixed(features, "logging", "BucketLoggingStatus");
        fixed(features, "notification", "NotificationConfiguration");
        fixed(features, "requestPayment", "RequestPaymentConfiguration", "Payer", "BucketOwner");
        fixed(
                features,
                "publicAccessBlock",
                "PublicAccessBlockConfiguration",
                "BlockPublicAcls",
                "true",
                "IgnorePublicAcls",
                "true",
                "BlockPublicPolicy",
                "true",
                "RestrictPublicBuckets",
                "true");
        absent(
                features,
                "encryption",
                "ServerSideEncryptionConfigurationNotFoundError",
                "The server side encryption configuration was not found");
        absent(features, "lifecycle", "NoSuchLifecycleConfiguration", "The lifecycle configuration does not exist");
        absent(
                features,
                "object-lock",
                "ObjectLockConfigurationNotFoundError",
                "Object Lock configuration does not exist for this bucket");
        absent(features, "policy", "NoSuchBucketPolicy", "The bucket policy does not exist");
        absent(features, "policyStatus", "NoSuchBucketPolicy", "The bucket policy does not exist");
        absent(
                features,
                "replication",
                "ReplicationConfigurationNotFoundError",
                "The replication configuration was not found");
        absent(
                features,
                "website",
                "NoSuchWebsiteConfiguration",
                "The specified bucket does not have a website configuration");
    }

    private void fixed(FeatureOperations features, String parameter, String root, String... elements) {
        ofBuckets.put("GET " + parameter, Route.plain(features.fixed(root, elements)));
    }

    private void absent(FeatureOperations features, String parameter, String code, String text) {
        ofBuckets.put("GET " + parameter, Route.plain(features.absent(code, text)));
    }

    Route find(S3Request request) {
        if (request.bucket().isEmpty()) {
            if (!request.key().isEmpty()) {
                throw S3Refusal.badRequest("InvalidBucketName", "The specified bucket is not valid.");
            }
            return found(ofService.get(request.method()), null);
        }
        if (request.key().isEmpty()) {
            return find(request, OF_BUCKETS, ofBuckets);
        }
        Route route = find(request, OF_OBJECTS, ofObjects);
        if (route.uploader() == null || request.first(HeaderInput.COPY_SOURCE) == null) {
            return route;
        }
        return request.query().has("uploadId") ? copyPart : copy;
    }

    private static Route find(S3Request request, Set<String> known, Map<String, Route> routes) {
        List<String> named = request.query().names().stream()
                .filter(known::contains)
                .distinct()
                .toList();
        if (named.size() > 1) {
            throw S3Refusal.invalidArgument(
                    "Conflicting query string parameters: " + String.join(", ", named), "ResourceType", named.get(0));
        }
        String name = named.isEmpty() ? null : named.get(0);
        return found(routes.get(name == null ? request.method() : request.method() + " " + name), name);
    }

    private static Route found(@Nullable Route route, @Nullable String parameter) {
        if (route == null && parameter != null) {
            throw S3Refusal.notImplemented("The parameter " + parameter + " asks for what is not implemented.");
        }
        if (route == null) {
            throw S3Refusal.methodNotAllowed();
        }
        return route;
    }
}

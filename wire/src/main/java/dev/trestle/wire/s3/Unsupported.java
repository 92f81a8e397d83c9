package dev.trestle.wire.s3;

import dev.trestle.wire.error.S3Refusal;
import java.util.List;

/** Headers that ask for what this server does not do. To pass over them would be to promise it. */
final class Unsupported {
    private static final List<String> HEADERS = List.of(
            "x-amz-server-side-encryption",
            "x-amz-copy-source-server-side-encryption",
            "x-amz-object-lock-",
            "x-amz-bucket-object-lock-enabled",
            "x-amz-website-redirect-location",
            "x-amz-write-offset-bytes",
            "x-amz-grant-");

    private static final List<String> PRIVATE = List.of("private", "bucket-owner-full-control");
    private static final String ACCOUNT = "000000000000";

    private Unsupported() {}

    static void check(S3Request request) {
        for (String name : request.headerNames()) {
            boolean wanted = request.first(name) != null && !"false".equalsIgnoreCase(request.first(name));
            if (wanted && HEADERS.stream().anyMatch(name::startsWith)) {
                throw S3Refusal.notImplemented("A header you provided implies functionality that is not implemented")
                        .with("Header", name);
            }
        }
        String acl = request.first("x-amz-acl");
        if (acl != null && !PRIVATE.contains(acl)) {
            throw S3Refusal.badRequest("AccessControlListNotSupported", "The bucket does not allow ACLs");
        }
        for (String header : List.of("x-amz-expected-bucket-owner", "x-amz-source-expected-bucket-owner")) {
            String owner = request.first(header);
            if (owner != null && !owner.equals(ACCOUNT)) {
                throw S3Refusal.accessDenied("Access Denied");
            }
        }
    }
}

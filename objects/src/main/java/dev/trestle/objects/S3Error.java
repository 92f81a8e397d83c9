package dev.trestle.objects;

/** The service's error codes, by the names that clients see, each with its HTTP status and what S3 usually says with it. */
public enum S3Error {
    BAD_DIGEST("BadDigest", 400, "The Content-MD5 you specified did not match what we received."),
    BAD_REQUEST("BadRequest", 400, "Bad Request"),
    BUCKET_ALREADY_OWNED_BY_YOU(
            "BucketAlreadyOwnedByYou",
            409,
            "Your previous request to create the named bucket succeeded and you already own it."),
    BUCKET_NOT_EMPTY("BucketNotEmpty", 409, "The bucket you tried to delete is not empty"),
    CONDITIONAL_REQUEST_CONFLICT(
            "ConditionalRequestConflict",
            409,
            "The conditional request cannot succeed due to a conflicting operation against this resource."),
    ENTITY_TOO_LARGE("EntityTooLarge", 400, "Your proposed upload exceeds the maximum allowed size"),
    ENTITY_TOO_SMALL("EntityTooSmall", 400, "Your proposed upload is smaller than the minimum allowed size"),
    INCOMPLETE_BODY(
            "IncompleteBody",
            400,
            "You did not provide the number of bytes specified by the Content-Length HTTP header"),
    INTERNAL_ERROR("InternalError", 500, "We encountered an internal error. Please try again."),
    INVALID_ARGUMENT("InvalidArgument", 400, "Invalid Argument"),
    INVALID_BUCKET_NAME("InvalidBucketName", 400, "The specified bucket is not valid."),
    INVALID_BUCKET_STATE("InvalidBucketState", 409, "The request is not valid with the current state of the bucket."),
    INVALID_DIGEST("InvalidDigest", 400, "The Content-MD5 you specified was invalid."),
    INVALID_OBJECT_STATE("InvalidObjectState", 403, "The operation is not valid for the current state of the object."),
    INVALID_PART(
            "InvalidPart",
            400,
            "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified"
                    + " entity tag may not match the part's entity tag."),
    INVALID_PART_NUMBER("InvalidPartNumber", 416, "The requested partnumber is not satisfiable"),
    INVALID_PART_ORDER(
            "InvalidPartOrder",
            400,
            "The list of parts was not in ascending order. Parts must be ordered by part number."),
    INVALID_RANGE("InvalidRange", 416, "The requested range is not satisfiable"),
    INVALID_REQUEST("InvalidRequest", 400, "Invalid Request"),
    INVALID_STORAGE_CLASS("InvalidStorageClass", 400, "The storage class you specified is not valid"),
    INVALID_URI("InvalidURI", 400, "Couldn't parse the specified URI."),
    INVALID_TAG(
            "InvalidTag",
            400,
            "The tag provided was not a valid tag. This error can occur if the tag did not pass"
                    + " input validation."),
    KEY_TOO_LONG("KeyTooLongError", 400, "Your key is too long"),
    MALFORMED_XML(
            "MalformedXML",
            400,
            "The XML you provided was not well-formed or did not validate against our published schema"),
    METADATA_TOO_LARGE("MetadataTooLarge", 400, "Your metadata headers exceed the maximum allowed metadata size"),
    METHOD_NOT_ALLOWED("MethodNotAllowed", 405, "The specified method is not allowed against this resource."),
    NO_SUCH_BUCKET("NoSuchBucket", 404, "The specified bucket does not exist"),
    NO_SUCH_CORS_CONFIGURATION("NoSuchCORSConfiguration", 404, "The CORS configuration does not exist"),
    NO_SUCH_KEY("NoSuchKey", 404, "The specified key does not exist."),
    NO_SUCH_TAG_SET("NoSuchTagSet", 404, "The TagSet does not exist"),
    NO_SUCH_UPLOAD(
            "NoSuchUpload",
            404,
            "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or"
                    + " completed."),
    NO_SUCH_VERSION("NoSuchVersion", 404, "The specified version does not exist."),
    NOT_IMPLEMENTED("NotImplemented", 501, "A header you provided implies functionality that is not implemented"),
    PRECONDITION_FAILED("PreconditionFailed", 412, "At least one of the pre-conditions you specified did not hold"),
    SLOW_DOWN("SlowDown", 503, "Please reduce your request rate."),
    /** None of S3's own, which never fills up. */
    STORAGE_FULL("StorageFull", 507, "The disk of the server is full."),
    TOO_MANY_BUCKETS("TooManyBuckets", 400, "You have attempted to create more buckets than allowed"),
    XAMZ_CONTENT_SHA256_MISMATCH(
            "XAmzContentSHA256Mismatch",
            400,
            "The provided 'x-amz-content-sha256' header does not match what was computed.");

    private final String wireName;
    private final int httpStatus;
    private final String message;

    S3Error(String wireName, int httpStatus, String message) {
        this.wireName = wireName;
        this.httpStatus = httpStatus;
        this.message = message;
    }

    /** The {@code Code} of the service's error documents. */
    public String wireName() {
        return wireName;
    }

    public int httpStatus() {
        return httpStatus;
    }

    /** What the service says where it has nothing more particular to say. */
    public String message() {
        return message;
    }
}

package dev.trestle.engine;

/** The service's error codes, by the names that clients see. */
public enum ErrorCode {
    VALIDATION("ValidationException", 400),
    RESOURCE_NOT_FOUND("ResourceNotFoundException", 400),
    RESOURCE_IN_USE("ResourceInUseException", 400),
    TABLE_NOT_FOUND("TableNotFoundException", 400),
    TABLE_ALREADY_EXISTS("TableAlreadyExistsException", 400),
    TABLE_IN_USE("TableInUseException", 400),
    BACKUP_NOT_FOUND("BackupNotFoundException", 400),
    BACKUP_IN_USE("BackupInUseException", 400),
    LIMIT_EXCEEDED("LimitExceededException", 400),
    CONDITIONAL_CHECK_FAILED("ConditionalCheckFailedException", 400),
    DUPLICATE_ITEM("DuplicateItemException", 400),
    TRANSACTION_CANCELED("TransactionCanceledException", 400),
    TRANSACTION_CONFLICT("TransactionConflictException", 400),
    TRANSACTION_IN_PROGRESS("TransactionInProgressException", 400),
    IDEMPOTENT_PARAMETER_MISMATCH("IdempotentParameterMismatchException", 400),
    ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED("ItemCollectionSizeLimitExceededException", 400),
    EXPIRED_ITERATOR("ExpiredIteratorException", 400),
    TRIMMED_DATA_ACCESS("TrimmedDataAccessException", 400),
    POLICY_NOT_FOUND("PolicyNotFoundException", 400),
    THROTTLING("ThrottlingException", 400),
    UNKNOWN_OPERATION("UnknownOperationException", 400),
    /** The disk has too little room, or takes no writes; nothing was written. SDKs do not try again upon this status, which would not help. */
    DISK_FULL("InternalServerError", 507),
    INTERNAL("InternalServerError", 500);

    private final String wireName;
    private final int httpStatus;

    ErrorCode(String wireName, int httpStatus) {
        this.wireName = wireName;
        this.httpStatus = httpStatus;
    }

    public String wireName() {
        return wireName;
    }

    public int httpStatus() {
        return httpStatus;
    }
}

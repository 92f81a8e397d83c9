package dev.trestle.sdk;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.BackupInUseException;
import software.amazon.awssdk.services.dynamodb.model.BackupNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DuplicateItemException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableAlreadyExistsException;
import software.amazon.awssdk.services.dynamodb.model.TableInUseException;
import software.amazon.awssdk.services.dynamodb.model.TableNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/** Makes the SDK's exceptions, with all the details that the SDK itself would have read from an answer of the service. */
final class Failures {
    private static final String SERVICE_NAME = "DynamoDb";
    private static final String CLOSED = "This TrestleDb has been closed; open it again to go on.";

    private Failures() {}

    /** What a caller sees for something that the engine, or the way to it, has thrown. */
    static RuntimeException translate(Throwable thrown, boolean closed) {
        Throwable cause = unwrap(thrown);
        if (cause instanceof SdkException known) {
            return known;
        }
        if (closed && !isAnswer(cause)) {
            return closed(cause);
        }
        if (cause instanceof EngineException refused) {
            return of(refused);
        }
        return of(EngineException.internal("Internal server error: " + cause, cause));
    }

    /** The request was answered before the database was closed. */
    private static boolean isAnswer(Throwable cause) {
        return cause instanceof EngineException refused && refused.code() != ErrorCode.INTERNAL;
    }

    private static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown.getCause();
        boolean wrapper = thrown instanceof CompletionException || thrown instanceof ExecutionException;
        return wrapper && cause != null ? cause : thrown;
    }

    static SdkClientException closed() {
        return SdkClientException.create(CLOSED);
    }

    private static SdkClientException closed(Throwable cause) {
        return SdkClientException.create(CLOSED, cause);
    }

    static DynamoDbException unknownOperation(String operation) {
        return of(EngineException.of(
                ErrorCode.UNKNOWN_OPERATION, "Trestle does not have the operation " + operation + " yet."));
    }

    static DynamoDbException throttled(String message) {
        return of(EngineException.of(ErrorCode.THROTTLING, message));
    }

    static DynamoDbException of(EngineException refused) {
        ErrorCode code = refused.code();
        RequestId id = RequestId.next();
        AwsErrorDetails details = AwsErrorDetails.builder()
                .serviceName(SERVICE_NAME)
                .errorCode(code.wireName())
                .errorMessage(refused.getMessage())
                .rawResponse(SdkBytes.fromByteArrayUnsafe(new byte[0]))
                .sdkHttpResponse(new LocalHttpResponse(code.httpStatus(), id))
                .build();
        DynamoDbException.Builder builder = builderFor(refused);
        builder.awsErrorDetails(details)
                .statusCode(code.httpStatus())
                .requestId(id.toString())
                .numAttempts(1);
        Throwable cause = refused.getCause();
        if (cause != null) {
            builder.cause(cause);
        }
        return (DynamoDbException) builder.build();
    }

    private static DynamoDbException.Builder builderFor(EngineException refused) {
        return switch (refused.code()) {
            case VALIDATION, UNKNOWN_OPERATION -> DynamoDbException.builder();
            case RESOURCE_NOT_FOUND -> ResourceNotFoundException.builder();
            case RESOURCE_IN_USE -> ResourceInUseException.builder();
            case TABLE_NOT_FOUND -> TableNotFoundException.builder();
            case TABLE_ALREADY_EXISTS -> TableAlreadyExistsException.builder();
            case TABLE_IN_USE -> TableInUseException.builder();
            case BACKUP_NOT_FOUND -> BackupNotFoundException.builder();
            case BACKUP_IN_USE -> BackupInUseException.builder();
            case LIMIT_EXCEEDED -> LimitExceededException.builder();
            case CONDITIONAL_CHECK_FAILED -> conditionFailed(refused);
            case DUPLICATE_ITEM -> DuplicateItemException.builder();
            case TRANSACTION_CANCELED -> TransactionCanceledException.builder().cancellationReasons(reasons(refused));
            case TRANSACTION_CONFLICT -> TransactionConflictException.builder();
            case TRANSACTION_IN_PROGRESS -> TransactionInProgressException.builder();
            case IDEMPOTENT_PARAMETER_MISMATCH -> IdempotentParameterMismatchException.builder();
            case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED -> ItemCollectionSizeLimitExceededException.builder();
            case EXPIRED_ITERATOR -> ExpiredIteratorException.builder();
            case TRIMMED_DATA_ACCESS -> TrimmedDataAccessException.builder();
            case POLICY_NOT_FOUND -> PolicyNotFoundException.builder();
            case THROTTLING -> ThrottlingException.builder();
            case DISK_FULL, INTERNAL -> InternalServerErrorException.builder();
        };
    }

    private static ConditionalCheckFailedException.Builder conditionFailed(EngineException refused) {
        ConditionalCheckFailedException.Builder builder = ConditionalCheckFailedException.builder();
        return refused.item() == null ? builder : builder.item(ItemDecoder.attributesOf(refused.item()));
    }

    private static List<CancellationReason> reasons(EngineException refused) {
        List<CancellationReason> reasons = new ArrayList<>(refused.reasons().size());
        for (EngineException.CancellationReason reason : refused.reasons()) {
            CancellationReason.Builder builder =
                    CancellationReason.builder().code(reason.code()).message(reason.message());
            if (reason.item() != null) {
                builder.item(ItemDecoder.attributesOf(reason.item()));
            }
            reasons.add(builder.build());
        }
        return reasons;
    }
}

package dev.trestle.conformance.cases;

import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A client of the SDK, called by an operation's name with a request in JSON. */
public final class ClientSide implements Side {
    private static final String MODEL = "software.amazon.awssdk.services.dynamodb.model.";

    private final DynamoDbClient client;

    public ClientSide(DynamoDbClient client) {
        this.client = client;
    }

    @Override
    public Answer call(String operation, Map<String, Object> request) {
        try {
            Class<?> type = Class.forName(MODEL + operation + "Request");
            SdkPojo builder = (SdkPojo) type.getMethod("builder").invoke(null);
            String method = Character.toLowerCase(operation.charAt(0)) + operation.substring(1);
            Object response =
                    DynamoDbClient.class.getMethod(method, type).invoke(client, SdkJson.build(builder, request));
            return Answer.of(SdkJson.of((SdkPojo) response));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof DynamoDbException refused) {
                return refusal(refused);
            }
            throw new IllegalStateException(operation + " failed otherwise than by a refusal", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the SDK has no operation " + operation, e);
        }
    }

    private static Answer refusal(DynamoDbException refused) {
        Map<String, Object> carried = new LinkedHashMap<>();
        if (refused instanceof TransactionCanceledException cancelled && cancelled.hasCancellationReasons()) {
            Object reasons = SdkJson.json(cancelled.cancellationReasons());
            if (reasons != null) {
                carried.put("CancellationReasons", reasons);
            }
        }
        if (refused instanceof ConditionalCheckFailedException failed && failed.hasItem()) {
            Object item = SdkJson.json(failed.item());
            if (item != null) {
                carried.put("Item", item);
            }
        }
        String message = refused.awsErrorDetails().errorMessage();
        return new Answer(refused.awsErrorDetails().errorCode(), message == null ? "" : message, carried);
    }
}

package dev.trestle.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class FailuresTest {
    private static final StoredItem ITEM = StoredItem.of(Map.of("pk", new Value.S("a")));
    private static final Map<String, AttributeValue> ATTRIBUTES = Map.of("pk", AttributeValue.fromS("a"));

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void of_anyCode_hasAllDetails(ErrorCode code) {
        DynamoDbException made = Failures.of(EngineException.of(code, "what went wrong"));

        assertThat(made.awsErrorDetails().errorCode()).isEqualTo(code.wireName());
        assertThat(made.awsErrorDetails().errorMessage()).isEqualTo("what went wrong");
        assertThat(made.awsErrorDetails().serviceName()).isEqualTo("DynamoDb");
        assertThat(made.awsErrorDetails().rawResponse()).isNotNull();
        assertThat(made.awsErrorDetails().sdkHttpResponse().statusCode()).isEqualTo(code.httpStatus());
        assertThat(made.awsErrorDetails().sdkHttpResponse().isSuccessful()).isFalse();
        assertThat(made.statusCode()).isEqualTo(code.httpStatus());
        assertThat(made.requestId()).matches("[A-Z0-9]{52}");
        assertThat(made.getMessage())
                .startsWith("what went wrong (Service: DynamoDb, Status Code: " + code.httpStatus() + ", Request ID: "
                        + made.requestId() + ")");
        boolean modeled = code != ErrorCode.VALIDATION && code != ErrorCode.UNKNOWN_OPERATION;
        assertThat(made.getClass() != DynamoDbException.class).isEqualTo(modeled);
        boolean internal = code == ErrorCode.INTERNAL || code == ErrorCode.DISK_FULL;
        String expectedClass = internal ? "InternalServerErrorException" : code.wireName();
        assertThat(made.getClass().getSimpleName()).isEqualTo(modeled ? expectedClass : "DynamoDbException");
    }

    @Test
    void of_throttling_isKnownAsSuchToTheSdk() {
        assertThat(Failures.throttled("slowly").isThrottlingException()).isTrue();
    }

    @Test
    void of_failedCondition_carriesTheItem() {
        ConditionalCheckFailedException with =
                (ConditionalCheckFailedException) Failures.of(EngineException.conditionFailed(ITEM));
        ConditionalCheckFailedException without =
                (ConditionalCheckFailedException) Failures.of(EngineException.conditionFailed(null));

        assertThat(with.item()).isEqualTo(ATTRIBUTES);
        assertThat(without.hasItem()).isFalse();
    }

    @Test
    void of_cancelledTransaction_carriesTheReasonsInOrder() {
        TransactionCanceledException made =
                (TransactionCanceledException) Failures.of(EngineException.cancelled(List.of(
                        EngineException.CancellationReason.NONE,
                        new EngineException.CancellationReason(
                                "ConditionalCheckFailed", "The conditional request failed", ITEM))));

        assertThat(made.cancellationReasons())
                .containsExactly(
                        CancellationReason.builder().code("None").build(),
                        CancellationReason.builder()
                                .code("ConditionalCheckFailed")
                                .message("The conditional request failed")
                                .item(ATTRIBUTES)
                                .build());
        assertThat(made.getMessage()).contains("[None, ConditionalCheckFailed]");
    }

    @Test
    void translate_bug_isAnInternalErrorWithItsCause() {
        IllegalStateException bug = new IllegalStateException("a stored value is damaged");

        RuntimeException made = Failures.translate(new CompletionException(bug), false);

        assertThat(made).isInstanceOf(InternalServerErrorException.class).hasCause(bug);
    }

    @Test
    void translate_afterClose_saysSo() {
        RuntimeException made = Failures.translate(new IllegalStateException("the handle is gone"), true);

        assertThat(made).isInstanceOf(SdkClientException.class).hasMessageContaining("closed");
    }

    @Test
    void translate_answerJustBeforeClose_isStillTheAnswer() {
        RuntimeException made = Failures.translate(EngineException.conditionFailed(null), true);

        assertThat(made).isInstanceOf(ConditionalCheckFailedException.class);
    }

    @Test
    void of_anyFailure_canBeSerialized() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(Failures.of(EngineException.conditionFailed(ITEM)));
        }

        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            ConditionalCheckFailedException read = (ConditionalCheckFailedException) in.readObject();
            assertThat(read.item()).isEqualTo(ATTRIBUTES);
            assertThat(read.awsErrorDetails().sdkHttpResponse().statusCode()).isEqualTo(400);
        }
    }
}

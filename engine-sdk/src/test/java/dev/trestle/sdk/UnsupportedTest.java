package dev.trestle.sdk;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ReplicationGroupUpdate;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

class UnsupportedTest {
    static Stream<Arguments> parametersThatWouldChangeTheOutcome() {
        return Stream.of(
                refused(
                        "ResourcePolicy",
                        "yet",
                        () -> TableRequests.create(CreateTableRequest.builder()
                                .resourcePolicy("{}")
                                .build())),
                refused(
                        "ReplicaUpdates",
                        "yet",
                        () -> TableRequests.update(UpdateTableRequest.builder()
                                .replicaUpdates(ReplicationGroupUpdate.builder().build())
                                .build())));
    }

    private static Arguments refused(String parameter, String hint, Runnable conversion) {
        return Arguments.of(parameter, hint, conversion);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("parametersThatWouldChangeTheOutcome")
    void conversion_unsupportedParameter_isRefusedByName(String parameter, String hint, Runnable conversion) {
        assertThatThrownBy(conversion::run)
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused -> org.assertj.core.api.Assertions.assertThat(refused.code())
                                .isEqualTo(ErrorCode.VALIDATION))
                .hasMessageContaining("Trestle does not support")
                .hasMessageContaining(parameter)
                .hasMessageContaining(hint);
    }

    @Test
    void create_parametersWithoutEffect_areAccepted() {
        assertThatCode(() -> TableRequests.create(CreateTableRequest.builder()
                        .tags(List.of(Tag.builder().key("k").value("v").build()))
                        .sseSpecification(sse -> sse.enabled(true))
                        .warmThroughput(warm -> warm.readUnitsPerSecond(1L))
                        .build()))
                .doesNotThrowAnyException();
    }

    @Test
    void create_memberMissing_isNamed() {
        assertThatThrownBy(() -> TableRequests.create(CreateTableRequest.builder()
                        .keySchema(element -> element.attributeName("pk"))
                        .build()))
                .hasMessage("1 validation error detected: Value null at 'keySchema.1.member.keyType' failed to satisfy"
                        + " constraint: Member must not be null");
        assertThatThrownBy(() -> TableRequests.create(CreateTableRequest.builder()
                        .provisionedThroughput(throughput -> throughput.readCapacityUnits(1L))
                        .build()))
                .hasMessageContaining("'provisionedThroughput.writeCapacityUnits'");
    }
}

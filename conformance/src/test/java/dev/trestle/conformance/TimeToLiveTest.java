package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.n;
import static dev.trestle.conformance.Literals.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** UpdateTimeToLive, DescribeTimeToLive, and what becomes of the items, on the clock that all the world has. */
class TimeToLiveTest extends ConformanceTest {
    private static final String PROMPT = "it looks for expired items less often";

    @Test
    void describe_tableThatNeverHadIt_isDisabled() {
        String table = create(TableShape.keys("pk S"));
        assertThat(describeTimeToLive(table))
                .isEqualTo(TimeToLiveDescription.builder()
                        .timeToLiveStatus(TimeToLiveStatus.DISABLED)
                        .build());
    }

    @Test
    void update_enabled_answersAndDescribesTheAttribute() {
        String table = create(TableShape.keys("pk S"));
        TimeToLiveSpecification answer = update(table, "expires", true);
        assertThat(answer.enabled()).isTrue();
        assertThat(answer.attributeName()).isEqualTo("expires");
        awaitEnabled(table);
        assertThat(describeTimeToLive(table).attributeName()).isEqualTo("expires");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void update_asItIsAlready_isRefused() {
        String table = create(TableShape.keys("pk S"));
        assertInvalid(() -> update(table, "expires", false), "TimeToLive is already disabled");
        update(table, "expires", true);
        awaitEnabled(table);
        assertInvalid(() -> update(table, "expires", true), "TimeToLive is already enabled");
        String otherAttribute = "TimeToLive is active on a different AttributeName: current AttributeName is expires";
        assertInvalid(() -> update(table, "until", true), otherAttribute);
        assertInvalid(() -> update(table, "until", false), otherAttribute);
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes any number of changes")
    void update_secondChangeWithinAnHour_isRefused() {
        String table = create(TableShape.keys("pk S"));
        update(table, "expires", true);
        awaitEnabled(table);
        assertInvalid(
                () -> update(table, "expires", false),
                "Time to live has been modified multiple times within a fixed interval");
        assertThat(describeTimeToLive(table).timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void timeToLive_tableThatIsNotThere_isNotFound() {
        String table = newTableName();
        String message = "Requested resource not found: Table: " + table + " not found";
        assertRefused(() -> describeTimeToLive(table), NOT_FOUND, message);
        assertRefused(() -> update(table, "expires", true), NOT_FOUND, message);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void timeToLive_parametersMissingOrTooLong_areAllReported() {
        assertInvalid(
                () -> client.describeTimeToLive(r -> {}),
                "1 validation error detected: Value null at 'tableName' failed to satisfy constraint: "
                        + "Member must not be null");
        assertInvalid(
                () -> client.updateTimeToLive(r -> r.tableName("abc")),
                "1 validation error detected: Value null at 'timeToLiveSpecification' failed to satisfy constraint: "
                        + "Member must not be null");
        assertInvalid(
                () -> client.updateTimeToLive(r -> r.tableName("abc").timeToLiveSpecification(s -> {})),
                "2 validation errors detected: Value null at 'timeToLiveSpecification.enabled' failed to satisfy "
                        + "constraint: Member must not be null; Value null at 'timeToLiveSpecification.attributeName' "
                        + "failed to satisfy constraint: Member must not be null");
        assertInvalid(
                () -> update("abc", "", true),
                "1 validation error detected: Value '' at 'timeToLiveSpecification.attributeName' failed to satisfy "
                        + "constraint: Member must have length greater than or equal to 1");
        String tooLong = "x".repeat(256);
        assertInvalid(
                () -> update("abc", tooLong, true),
                "1 validation error detected: Value '" + tooLong
                        + "' at 'timeToLiveSpecification.attributeName' failed "
                        + "to satisfy constraint: Member must have length less than or equal to 255");
    }

    @Test
    @DiffersFromDynamoDbLocal(PROMPT)
    void item_expiring_goesWithinTwoSeconds() {
        String table = create(TableShape.keys("pk S"));
        update(table, "expires", true);
        awaitEnabled(table);
        long second = Instant.now().getEpochSecond() + 1;
        put(table, with(item("{pk: 'a'}"), "expires", n(second)));
        waitUntil("the item is gone", () -> get(table, "{pk: 'a'}").equals("{}"));
        Instant gone = Instant.now();
        assertThat(gone).isAfterOrEqualTo(Instant.ofEpochSecond(second));
        assertThat(gone).isBefore(Instant.ofEpochSecond(second + 2));
    }

    @Test
    @DiffersFromDynamoDbLocal(PROMPT)
    void item_withATimeThatDoesNotCount_stays() {
        String table = create(TableShape.keys("pk S"));
        update(table, "expires", true);
        awaitEnabled(table);
        long now = Instant.now().getEpochSecond();
        long sixYearsAgo = now - Duration.ofDays(6 * 365).toSeconds();
        Map<String, AttributeValue> stay = Map.of(
                "text", Literals.s(Long.toString(now - 10)),
                "set", AttributeValue.fromNs(List.of(Long.toString(now - 10))),
                "list", AttributeValue.fromL(List.of(n(now - 10))),
                "null", AttributeValue.fromNul(true),
                "ahead", n(now + 3600),
                "milliseconds", n(now * 1000),
                "beyond", n("1e100"),
                "negative", n(-10),
                "old", n(sixYearsAgo));
        stay.forEach((name, time) -> put(table, with(item("{pk: '" + name + "'}"), "expires", time)));
        put(table, "{pk: 'without'}");
        put(table, with(item("{pk: 'fraction'}"), "expires", n(now - 10 + ".75")));
        put(table, with(item("{pk: 'recent'}"), "expires", n(now - 10)));
        waitUntil("the others are gone", () -> contents(table).size() == stay.size() + 1);
        assertThat(contents(table)).noneMatch(shown -> shown.contains("fraction") || shown.contains("recent"));
    }

    @Test
    @DiffersFromDynamoDbLocal(PROMPT)
    void update_enabledOverAFullTable_expiresWhatWasThere() {
        String table = create(TableShape.keys("pk S", "sk N").gsi("byGroup", TableShape.all(), "g S"));
        long now = Instant.now().getEpochSecond();
        for (int start = 0; start < 600; start += 25) {
            var puts = IntStream.range(start, start + 25)
                    .mapToObj(i -> Requests.putRequest(with(
                            item("{pk: 'p" + i % 7 + "', sk: " + i + ", g: 'g'}"),
                            "expires",
                            n(i % 3 == 0 ? now + 3600 : now - i))))
                    .toList();
            client.batchWriteItem(r -> r.requestItems(Map.of(table, puts)));
        }
        update(table, "expires", true);
        waitUntil("two thirds are gone", () -> describe(table).itemCount() == 200);
        assertThat(describeTimeToLive(table).timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
        assertThat(client.query(r -> r.tableName(table)
                                .indexName("byGroup")
                                .keyConditionExpression("g = :g")
                                .expressionAttributeValues(item("{:g: 'g'}")))
                        .items())
                .hasSize(200)
                .allMatch(left -> Long.parseLong(left.get("expires").n()) > now);
    }

    private TimeToLiveSpecification update(String table, String attribute, boolean enabled) {
        return client.updateTimeToLive(r -> r.tableName(table)
                        .timeToLiveSpecification(s -> s.attributeName(attribute).enabled(enabled)))
                .timeToLiveSpecification();
    }

    private TimeToLiveDescription describeTimeToLive(String table) {
        return client.describeTimeToLive(r -> r.tableName(table)).timeToLiveDescription();
    }

    private void awaitEnabled(String table) {
        waitUntil(
                "time to live is enabled",
                () -> describeTimeToLive(table).timeToLiveStatus() == TimeToLiveStatus.ENABLED);
    }
}

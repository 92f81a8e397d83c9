package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsStatus;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.Endpoint;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;

/** What infrastructure tools and SDKs ask beside the tables: limits, endpoints, and features that a table has not got. */
class ToolCallsTest extends ConformanceTest {
    private static final String LOCAL = "it does not have the operation";

    private String table = "";

    @BeforeEach
    void createTable() {
        table = create(TableShape.keys("pk S").gsi("global", TableShape.all(), "g S"));
    }

    private static String tableNotFound(String name) {
        return "Requested resource not found: Table: " + name + " not found";
    }

    @Test
    void describeLimits_always_givesTheDefaultsOfAnAccount() {
        DescribeLimitsResponse limits = client.describeLimits(r -> {});

        assertThat(limits.accountMaxReadCapacityUnits()).isEqualTo(80_000);
        assertThat(limits.accountMaxWriteCapacityUnits()).isEqualTo(80_000);
        assertThat(limits.tableMaxReadCapacityUnits()).isEqualTo(40_000);
        assertThat(limits.tableMaxWriteCapacityUnits()).isEqualTo(40_000);
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void describeEndpoints_always_namesTheRegion() {
        assertThat(client.describeEndpoints(r -> {}).endpoints())
                .containsExactly(Endpoint.builder()
                        .address("dynamodb.local.amazonaws.com")
                        .cachePeriodInMinutes(1440L)
                        .build());
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void describeContributorInsights_tableAndIndex_areDisabled() {
        DescribeContributorInsightsResponse ofTable = client.describeContributorInsights(r -> r.tableName(table));
        assertThat(ofTable.tableName()).isEqualTo(table);
        assertThat(ofTable.indexName()).isNull();
        assertThat(ofTable.contributorInsightsStatus()).isEqualTo(ContributorInsightsStatus.DISABLED);
        assertThat(client.describeContributorInsights(r -> r.tableName(table).indexName("global"))
                        .contributorInsightsStatus())
                .isEqualTo(ContributorInsightsStatus.DISABLED);

        String missing = newTableName();
        assertRefused(
                () -> client.describeContributorInsights(r -> r.tableName(missing)), NOT_FOUND, tableNotFound(missing));
        assertRefused(
                () -> client.describeContributorInsights(r -> r.tableName(table).indexName("none")),
                NOT_FOUND,
                "Requested resource not found: Table: " + table + " index: none not found");
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void describeKinesisStreamingDestination_anyTable_hasNone() {
        DescribeKinesisStreamingDestinationResponse none =
                client.describeKinesisStreamingDestination(r -> r.tableName(table));
        assertThat(none.tableName()).isEqualTo(table);
        assertThat(none.hasKinesisDataStreamDestinations()).isTrue();
        assertThat(none.kinesisDataStreamDestinations()).isEmpty();

        String missing = newTableName();
        assertRefused(
                () -> client.describeKinesisStreamingDestination(r -> r.tableName(missing)),
                NOT_FOUND,
                tableNotFound(missing));
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void getResourcePolicy_anyTable_hasNone() {
        String arn = describe(table).tableArn();
        assertThat(assertRefused(
                        () -> client.getResourcePolicy(r -> r.resourceArn(arn)),
                        "PolicyNotFoundException",
                        "Resource-based policy not found for the provided ResourceArn: " + arn))
                .isInstanceOf(PolicyNotFoundException.class);
        assertRefused(
                () -> client.getResourcePolicy(r -> r.resourceArn(arn + "-missing")),
                NOT_FOUND,
                tableNotFound(table + "-missing"));
        assertInvalid(
                () -> client.getResourcePolicy(r -> r.resourceArn("table")),
                "Invalid TableArn: Invalid ResourceArn provided as input table");
    }
}

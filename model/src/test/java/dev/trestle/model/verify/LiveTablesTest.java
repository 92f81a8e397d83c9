package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.TableDefinitions;
import dev.trestle.sdk.TrestleDb;
import java.util.Collection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

class LiveTablesTest {
    record Thing(String id, long ttl) {}

    private final TrestleDb db = TrestleDb.inMemory();
    private final Table table = Table.named("things")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .expiry("ttl");
    private final Model model = Model.of(
            "small",
            table.entity(Thing.class)
                    .key("T#{id}", "X")
                    .index("GSI1", "{id}", "X")
                    .table());

    @AfterEach
    void close() {
        db.close();
    }

    private Report compare() {
        return LiveTables.compare(model, db.client(), Table::name);
    }

    @Test
    void compare_noTable_isMissing() {
        Checked.assertOne(Checked.of(compare(), Code.LIVE_MISSING), Severity.ERROR, "no table \"things\"");
    }

    @Test
    void compare_asTheModelHasIt_findsNothing() {
        db.client()
                .createTable(TableDefinitions.createTable(table, "things").toBuilder()
                        .streamSpecification(
                                stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
                        .build());
        db.client()
                .updateTimeToLive(request -> request.tableName("things")
                        .timeToLiveSpecification(ttl -> ttl.attributeName("ttl").enabled(true)));
        assertThat(compare().findings()).isEmpty();
    }

    @Test
    void compare_withoutIndexStreamAndExpiry_findsEach() {
        CreateTableRequest whole = TableDefinitions.createTable(table, "things");
        db.client()
                .createTable(whole.toBuilder()
                        .globalSecondaryIndexes((Collection<GlobalSecondaryIndex>) null)
                        .attributeDefinitions(whole.attributeDefinitions().subList(0, 2))
                        .build());
        Report report = compare();
        Checked.assertOne(
                Checked.of(report, Code.LIVE_INDEX), Severity.ERROR, "index GSI1", "not there", "UpdateTable");
        Checked.assertOne(Checked.of(report, Code.LIVE_EXPIRY), Severity.WARNING, "expire never, not by ttl");
        Checked.assertOne(Checked.of(report, Code.LIVE_STREAM), Severity.NOTE, "No stream");
    }

    @Test
    void compare_otherKeysAndProjection_findsEach() {
        db.client()
                .createTable(
                        TableDefinitions.createTable(
                                        Table.named("things").key("PK").index("GSI1", "GSI1PK"), "things")
                                .toBuilder()
                                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                                        .indexName("GSI1")
                                        .keySchema(TableDefinitions.createTable(
                                                        Table.named("other").key("GSI1PK"), "other")
                                                .keySchema())
                                        .projection(Projection.builder()
                                                .projectionType(ProjectionType.KEYS_ONLY)
                                                .build())
                                        .build())
                                .build());
        Report report = compare();
        Checked.assertOne(Checked.of(report, Code.LIVE_KEY), Severity.ERROR, "Its key is PK (S), not PK (S), SK (S)");
        Checked.assertOne(Checked.of(report, Code.LIVE_INDEX), Severity.ERROR, "keyed by GSI1PK (S), not");
        Checked.assertOne(Checked.of(report, Code.LIVE_PROJECTION), Severity.ERROR, "KEYS_ONLY");
    }

    @Test
    void compare_otherTypeAndForeignExpiry_findsBoth() {
        Model withoutExpiry = Model.of("small", plain());
        CreateTableRequest request = TableDefinitions.createTable(plain(), "things");
        db.client()
                .createTable(request.toBuilder()
                        .attributeDefinitions(request.attributeDefinitions().stream()
                                .map(each -> each.attributeName().equals("SK")
                                        ? each.toBuilder()
                                                .attributeType(ScalarAttributeType.N)
                                                .build()
                                        : each)
                                .toList())
                        .build());
        db.client()
                .updateTimeToLive(ttl -> ttl.tableName("things")
                        .timeToLiveSpecification(
                                spec -> spec.attributeName("gone").enabled(true)));
        Report report = LiveTables.compare(withoutExpiry, db.client(), Table::name);
        Checked.assertOne(Checked.of(report, Code.LIVE_KEY), Severity.ERROR, "SK (N)");
        Checked.assertOne(Checked.of(report, Code.LIVE_EXPIRY), Severity.ERROR, "vanish by the attribute gone");
    }

    private static Table plain() {
        Table plain = Table.named("things").key("PK", "SK");
        plain.entity(Thing.class).key("T#{id}", "X");
        return plain;
    }
}

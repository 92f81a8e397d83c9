package dev.trestle.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.api.CreateBackup;
import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.GetShardIterator;
import dev.trestle.engine.api.ListStreams;
import dev.trestle.wire.access.Access;
import dev.trestle.wire.access.Grant;
import dev.trestle.wire.access.Names;
import dev.trestle.wire.dynamodb.Operations;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** What keys may reach: a reserved table by no operation, in no form; with limits, what they name. */
class TableAccessTest {
    private static final Grant RESERVING = Grant.ALL.reserving(Set.of("closed"), Set.of());
    private static final Set<Access> BOTH = Set.of(Access.READ, Access.WRITE);

    private final Served served = new Served(WireOptions.loopback(0)
            .withAccessKeys(AccessKeys.of(Map.of())
                    .with("owner", "s3cr3t", Grant.ALL)
                    .with("usual", "s3cr3t", RESERVING)
                    .with("named", "s3cr3t", limited(BOTH, "closed", "things-*"))
                    .with("prefix", "s3cr3t", limited(BOTH, "c*"))
                    .with("reader", "s3cr3t", limited(Set.of(Access.READ), "*"))
                    .with("writer", "s3cr3t", limited(Set.of(Access.WRITE), "*"))
                    .takingAnySignature(RESERVING)));
    private final DynamoDbClient owner = served.sdk("owner", "s3cr3t");

    private static Grant limited(Set<Access> accesses, String... tables) {
        return new Grant(Names.of(List.of(tables)), Names.of(List.of()), accesses)
                .reserving(Set.of("closed"), Set.of());
    }

    @AfterEach
    void close() {
        owner.close();
        served.close();
    }

    private void create(String table) {
        owner.createTable(t -> t.tableName(table)
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(a -> a.attributeName("id").attributeType("S"))
                .keySchema(k -> k.attributeName("id").keyType("HASH"))
                .streamSpecification(s -> s.streamEnabled(true).streamViewType("NEW_IMAGE")));
    }

    /**
     * One request that names the table wherever any operation would look for it. A new operation is found here by its own name: what it
     * reaches has to be said before this passes.
     */
    @Test
    void operation_onAReservedTable_isDeniedWhateverItIsAndHoweverItNamesIt() throws IOException {
        create("closed");
        create("things");
        Set<String> targets = new TreeSet<>(new Operations(served.engine()).targets());
        assertThat(targets).hasSizeGreaterThanOrEqualTo(38);
        for (String form : List.of("closed", "arn:aws:dynamodb:us-east-1:000000000000:table/closed")) {
            Map<String, String> taken = new TreeMap<>();
            for (String target : targets) {
                for (boolean late : new boolean[] {false, true}) {
                    String text = send(target, request(target, form, late));
                    if (!text.contains("#AccessDeniedException\"")) {
                        taken.put(target.substring(target.indexOf('.') + 1), text);
                    }
                }
            }
            assertThat(taken.keySet())
                    .as("operations that are about no table: %s", taken)
                    .containsExactlyInAnyOrder("DescribeEndpoints", "DescribeLimits", "ListTables");
        }
        assertThat(owner.describeTable(t -> t.tableName("closed")).table().itemCount())
                .isZero();
        assertThat(served.engine()
                        .listBackups(new dev.trestle.engine.api.ListBackups(null, null, null, null, null, null))
                        .backups())
                .hasSize(1);
    }

    private String backup = "";

    /** {@code late}: in groups, behind a part that is allowed. */
    private String request(String target, String table, boolean late) {
        if (backup.isEmpty()) {
            backup = served.engine()
                    .createBackup(new CreateBackup("closed", "before"))
                    .backupArn();
        }
        String stream = served.engine()
                .listStreams(new ListStreams("closed", null, null))
                .streams()
                .get(0)
                .streamArn();
        String shard = served.engine()
                .describeStream(new DescribeStream(stream, null, null, null))
                .shards()
                .get(0)
                .shardId();
        String iterator = served.engine().getShardIterator(new GetShardIterator(stream, shard, "TRIM_HORIZON", null));
        String key = "{\"id\":{\"S\":\"a\"}}";
        String items = target.endsWith("BatchWriteItem")
                ? "[{\"PutRequest\":{\"Item\":" + key + "}}]"
                : "{\"Keys\":[" + key + "]}";
        String get = "{\"Get\":{\"TableName\":\"%1$s\",\"Key\":" + key + "}}";
        String put = "{\"Put\":{\"TableName\":\"%1$s\",\"Item\":" + key + "}}";
        String action = target.endsWith("TransactGetItems") ? get : put;
        String statement = "{\"Statement\":\"SELECT * FROM \\\"%1$s\\\" WHERE id = 'a'\"}";
        String before = late ? "things" : table;
        return """
                {"TableName":"%1$s","ResourceArn":"arn:aws:dynamodb:x:y:table/closed","StreamArn":"%2$s","ShardIterator":"%3$s",
                 "BackupArn":"%4$s","BackupName":"another","TargetTableName":"%5$s","ShardId":"%6$s",
                 "ShardIteratorType":"TRIM_HORIZON","Key":%7$s,"Item":%7$s,"Tags":[],"TagKeys":[],
                 "RequestItems":{"%8$s":%9$s,"%1$s":%9$s},
                 "TransactItems":[%10$s,%11$s],"Statements":[%12$s,%13$s],"TransactStatements":[%12$s,%13$s],
                 "Statement":"INSERT INTO \\"%1$s\\" VALUE {'id': 'x'}"}""".formatted(
                        table,
                        stream,
                        iterator,
                        backup,
                        late ? "things-again" : "closed",
                        shard,
                        key,
                        before,
                        items,
                        action.formatted(before),
                        action.formatted(table),
                        statement.formatted(before),
                        statement.formatted(table));
    }

    /** Signed with what nobody has checked. */
    private String send(String target, String body) throws IOException {
        try (RawClient raw = served.raw()) {
            Map<String, String> headers = RawClient.headers(target.substring(target.indexOf('.') + 1));
            headers.put("X-Amz-Target", target);
            RawClient.Response response = raw.post(headers, body);
            return response.status() + " " + response.text();
        }
    }

    @Test
    void reservedTable_byKeysThatDoNotNameIt_isDeniedAndNotListed() {
        create("closed");
        create("things");
        for (String id : List.of("usual", "prefix", "reader", "anybody")) {
            try (DynamoDbClient client = served.sdk(id, "s3cr3t")) {
                assertDenied(() -> client.scan(s -> s.tableName("closed")));
                assertThat(client.listTables().tableNames()).as(id).doesNotContain("closed");
            }
        }
        try (DynamoDbClient named = served.sdk("named", "s3cr3t");
                DynamoDbClient impostor = served.sdk("named", "guessed")) {
            assertThat(named.scan(s -> s.tableName("closed")).items()).isEmpty();
            assertThat(named.listTables().tableNames()).containsExactly("closed");
            assertDenied(() -> named.scan(s -> s.tableName("things")));
            assertThatThrownBy(impostor::listTables)
                    .as("a known key is checked although any other is taken")
                    .hasMessageContaining("does not match the signature");
        }
    }

    @Test
    void lists_inPages_areAsIfTheRestWereNotThere() {
        for (String table : List.of("a-things", "closed", "d-things", "z-things")) {
            create(table);
        }
        try (DynamoDbClient usual = served.sdk("usual", "s3cr3t")) {
            assertThat(usual.listTablesPaginator(l -> l.limit(1)).tableNames())
                    .containsExactly("a-things", "d-things", "z-things");
            assertThat(usual.listTables(l -> l.limit(3)).lastEvaluatedTableName())
                    .isNull();
            assertThat(usual.listTables(l -> l.limit(1).exclusiveStartTableName("a-things"))
                            .lastEvaluatedTableName())
                    .isEqualTo("d-things");
            assertThatThrownBy(() -> usual.listTables(l -> l.limit(101))).hasMessageContaining("less than or equal to");
        }
    }

    @Test
    void key_forReadingOrWriting_doesNothingElse() {
        create("things");
        Map<String, AttributeValue> item = Map.of("id", AttributeValue.fromS("a"));
        try (DynamoDbClient reader = served.sdk("reader", "s3cr3t");
                DynamoDbClient writer = served.sdk("writer", "s3cr3t")) {
            writer.putItem(p -> p.tableName("things").item(item));
            writer.executeStatement(s -> s.statement("UPDATE things SET n = 1 WHERE id = 'a'"));
            assertThat(reader.getItem(g -> g.tableName("things").key(item)).item())
                    .hasSize(2);
            assertDenied(() -> reader.putItem(p -> p.tableName("things").item(item)));
            assertDenied(() -> reader.deleteTable(t -> t.tableName("things")));
            assertDenied(() -> reader.executeStatement(s -> s.statement("DELETE FROM things WHERE id = 'a'")));
            assertDenied(() -> reader.transactWriteItems(t -> t.transactItems(
                    w -> w.put(Put.builder().tableName("things").item(item).build()))));
            assertDenied(() -> writer.getItem(g -> g.tableName("things").key(item)));
            assertDenied(() -> writer.executeStatement(s -> s.statement("SELECT * FROM things")));
            assertDenied(
                    () -> writer.putItem(p -> p.tableName("things").item(item).returnValues("ALL_OLD")));
            assertDenied(() ->
                    writer.executeStatement(s -> s.statement("DELETE FROM things WHERE id = 'a' RETURNING ALL OLD *")));
        }
    }

    private static void assertDenied(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(DynamoDbException.class, e -> {
            assertThat(e.awsErrorDetails().errorCode()).isEqualTo("AccessDeniedException");
            assertThat(e.statusCode()).isEqualTo(400);
            assertThat(e.getMessage()).contains("is not authorized to perform: dynamodb:", ":table/");
        });
    }
}

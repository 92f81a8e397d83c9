package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.StreamListener;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.engine.api.SubscribeStream.Start;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.junit.TrestleTable;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The code of {@code docs/engine.md}: what stands between the marks is what the page shows. */
class EngineGuideTest {

    @Test
    void guide_fromOpeningToVerifying_works(@TempDir Path temporary) {
        Path directory = temporary.resolve("letters");
        // tag::open[]
        try (TrestleDb db = TrestleDb.open(directory)) {
            DynamoDbClient client = db.client();
            useIt(client);
        }
        // end::open[]

        // tag::options[]
        EngineOptions options = EngineOptions.directory(directory)
                .withItemCacheBytes(256L * 1024 * 1024) // decoded items; 0 switches the cache off
                .withBlockCacheBytes(512L * 1024 * 1024) // RocksDB's blocks
                .withFreeSpaceFloorBytes(1024L * 1024 * 1024); // writes stop while the disk has less room
        try (TrestleDb db = TrestleDb.open(options)) {
            readBack(db.client());
        }
        // end::options[]

        // tag::verify[]
        try (TrestleDb db = TrestleDb.open(directory)) {
            VerifyReport report = db.engine().verify();
            if (!report.isClean()) {
                report.problems().forEach(System.err::println);
            }
        }
        // end::verify[]
        try (TrestleDb db = TrestleDb.open(directory)) {
            assertThat(db.engine().verify().items()).isEqualTo(3);
            assertThat(db.engine().verify().expiryEntries()).isEqualTo(1);
        }
    }

    private static void useIt(DynamoDbClient client) {
        // tag::create[]
        client.createTable(table -> table.tableName("Letters")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        AttributeDefinition.builder()
                                .attributeName("PK")
                                .attributeType(ScalarAttributeType.S)
                                .build(),
                        AttributeDefinition.builder()
                                .attributeName("SK")
                                .attributeType(ScalarAttributeType.S)
                                .build())
                .keySchema(
                        KeySchemaElement.builder()
                                .attributeName("PK")
                                .keyType(KeyType.HASH)
                                .build(),
                        KeySchemaElement.builder()
                                .attributeName("SK")
                                .keyType(KeyType.RANGE)
                                .build()));
        client.waiter().waitUntilTableExists(table -> table.tableName("Letters"));
        // end::create[]

        // tag::write[]
        client.putItem(put -> put.tableName("Letters")
                .item(Map.of(
                        "PK", AttributeValue.fromS("LETTER#1944-06-01"),
                        "SK", AttributeValue.fromS("CURRENT"),
                        "title", AttributeValue.fromS("From the coast"),
                        "pages", AttributeValue.fromN("3")))
                .conditionExpression("attribute_not_exists(PK)"));

        client.updateItem(update -> update.tableName("Letters")
                .key(Map.of(
                        "PK", AttributeValue.fromS("LETTER#1944-06-01"),
                        "SK", AttributeValue.fromS("VERSION#1")))
                .updateExpression("SET title = :title ADD edits :one")
                .expressionAttributeValues(Map.of(
                        ":title", AttributeValue.fromS("From the coast (draft)"),
                        ":one", AttributeValue.fromN("1"))));
        // end::write[]

        // tag::expire[]
        client.updateTimeToLive(change -> change.tableName("Letters")
                .timeToLiveSpecification(
                        expiry -> expiry.attributeName("expires").enabled(true)));

        long inAMonth = Instant.now().plus(Duration.ofDays(30)).getEpochSecond();
        client.putItem(put -> put.tableName("Letters")
                .item(Map.of(
                        "PK", AttributeValue.fromS("LETTER#1944-06-01"),
                        "SK", AttributeValue.fromS("DRAFT"),
                        "expires", AttributeValue.fromN(Long.toString(inAMonth)))));
        // end::expire[]

        assertThatThrownBy(() -> client.putItem(put -> put.tableName("Letters")
                        .item(Map.of(
                                "PK", AttributeValue.fromS("LETTER#1944-06-01"), "SK", AttributeValue.fromS("CURRENT")))
                        .conditionExpression("attribute_not_exists(PK)")))
                .isInstanceOf(ConditionalCheckFailedException.class);
    }

    private static void readBack(DynamoDbClient client) {
        // tag::query[]
        QueryResponse letter = client.query(query -> query.tableName("Letters")
                .keyConditionExpression("PK = :pk AND begins_with(SK, :versions)")
                .expressionAttributeValues(Map.of(
                        ":pk", AttributeValue.fromS("LETTER#1944-06-01"),
                        ":versions", AttributeValue.fromS("VERSION#"))));
        // end::query[]

        // tag::capacity[]
        ConsumedCapacity cost = client.query(query -> query.tableName("Letters")
                        .keyConditionExpression("PK = :pk")
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("LETTER#1944-06-01")))
                        .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES))
                .consumedCapacity(); // half a unit: not more than 4 KB, eventually consistent
        // end::capacity[]
        assertThat(cost.capacityUnits()).isEqualTo(0.5);
        assertThat(cost.table().capacityUnits()).isEqualTo(0.5);
        assertThat(letter.items()).hasSize(1);
        assertThat(letter.items().get(0)).containsEntry("edits", AttributeValue.fromN("1"));

        // tag::partiql[]
        client.executeStatement(update -> update.statement(
                        "UPDATE Letters SET pages = pages + 1 WHERE PK = ? AND SK = ? AND pages < 9 RETURNING ALL NEW *")
                .parameters(AttributeValue.fromS("LETTER#1944-06-01"), AttributeValue.fromS("CURRENT")));

        ExecuteStatementResponse versions = client.executeStatement(select -> select.statement(
                        "SELECT SK, title FROM Letters WHERE PK = ? AND begins_with(SK, 'VERSION#') ORDER BY SK DESC")
                .parameters(AttributeValue.fromS("LETTER#1944-06-01"))
                .limit(20)); // and on with versions.nextToken()
        // end::partiql[]
        assertThat(versions.items()).hasSize(1);
    }

    // tag::enhanced[]
    @DynamoDbBean
    public static class Person {
        private String email = "";
        private int letters;

        @DynamoDbPartitionKey
        public String getEmail() {
            return email;
        }

        public void setEmail(String email) {
            this.email = email;
        }

        public int getLetters() {
            return letters;
        }

        public void setLetters(int letters) {
            this.letters = letters;
        }
    }

    static Person remember(DynamoDbClient client, Person person) {
        DynamoDbEnhancedClient enhanced =
                DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
        DynamoDbTable<Person> people = enhanced.table("People", TableSchema.fromBean(Person.class));
        people.createTable();
        people.putItem(person);
        return people.getItem(person);
    }
    // end::enhanced[]

    @Test
    void guide_enhancedClient_works() {
        Person ada = new Person();
        ada.setEmail("ada@example.org");
        ada.setLetters(7);
        try (TrestleDb db = TrestleDb.inMemory()) {
            assertThat(remember(db.client(), ada).getLetters()).isEqualTo(7);
        }
    }

    @Test
    void guide_tableBackup_works() {
        try (TrestleDb db = TrestleDb.inMemory()) {
            DynamoDbClient client = db.client();
            useIt(client);
            backUpAndRestore(client);
            assertThat(client.scan(scan -> scan.tableName("LettersAsTheyWere")).items())
                    .isNotEmpty()
                    .isEqualTo(client.scan(scan -> scan.tableName("Letters")).items());
        }
    }

    private static void backUpAndRestore(DynamoDbClient client) {
        // tag::backup[]
        String backup = client.createBackup(
                        create -> create.tableName("Letters").backupName("before-migration"))
                .backupDetails()
                .backupArn();
        while (client.describeBackup(describe -> describe.backupArn(backup))
                        .backupDescription()
                        .backupDetails()
                        .backupStatus()
                == BackupStatus.CREATING) {
            LockSupport.parkNanos(10_000_000);
        }

        client.restoreTableFromBackup(restore -> restore.backupArn(backup).targetTableName("LettersAsTheyWere"));
        client.waiter().waitUntilTableExists(table -> table.tableName("LettersAsTheyWere"));
        // end::backup[]
    }

    @Test
    void guide_indexDelay_works() {
        // tag::indexDelay[]
        EngineOptions lagging = EngineOptions.inMemory().withIndexDelay(Duration.ofMillis(100));
        try (TrestleDb db = TrestleDb.open(lagging)) {
            placeOrderAndShowIt(db.client());
        }
        // end::indexDelay[]
    }

    /** A program that waits for what it has written to appear in an index, as it must on AWS. */
    private static void placeOrderAndShowIt(DynamoDbClient client) {
        client.createTable(table -> table.tableName("Orders")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        AttributeDefinition.builder()
                                .attributeName("id")
                                .attributeType(ScalarAttributeType.S)
                                .build(),
                        AttributeDefinition.builder()
                                .attributeName("customer")
                                .attributeType(ScalarAttributeType.S)
                                .build())
                .keySchema(KeySchemaElement.builder()
                        .attributeName("id")
                        .keyType(KeyType.HASH)
                        .build())
                .globalSecondaryIndexes(index -> index.indexName("byCustomer")
                        .keySchema(KeySchemaElement.builder()
                                .attributeName("customer")
                                .keyType(KeyType.HASH)
                                .build())
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))));
        long before = System.nanoTime();
        client.putItem(put -> put.tableName("Orders")
                .item(Map.of("id", AttributeValue.fromS("o1"), "customer", AttributeValue.fromS("c1"))));
        Awaitility.await()
                .until(() -> client.query(query -> query.tableName("Orders")
                                        .indexName("byCustomer")
                                        .keyConditionExpression("customer = :customer")
                                        .expressionAttributeValues(Map.of(":customer", AttributeValue.fromS("c1"))))
                                .count()
                        == 1);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void guide_streams_works() {
        try (TrestleDb db = TrestleDb.inMemory()) {
            db.client()
                    .createTable(table -> table.tableName("Letters")
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .attributeDefinitions(AttributeDefinition.builder()
                                    .attributeName("PK")
                                    .attributeType(ScalarAttributeType.S)
                                    .build())
                            .keySchema(KeySchemaElement.builder()
                                    .attributeName("PK")
                                    .keyType(KeyType.HASH)
                                    .build())
                            .streamSpecification(stream ->
                                    stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
            // tag::stream[]
            DynamoDbStreamsClient streams = db.streamsClient();
            String arn = db.client()
                    .describeTable(table -> table.tableName("Letters"))
                    .table()
                    .latestStreamArn();
            for (Shard shard : streams.describeStream(stream -> stream.streamArn(arn))
                    .streamDescription()
                    .shards()) {
                String iterator = streams.getShardIterator(place -> place.streamArn(arn)
                                .shardId(shard.shardId())
                                .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                        .shardIterator();
                streams.getRecords(page -> page.shardIterator(iterator))
                        .records()
                        .forEach(record -> System.out.println(
                                record.eventName() + " " + record.dynamodb().keys()));
            }
            // end::stream[]

            // tag::subscribe[]
            SubscribeStream everyLetter = new SubscribeStream("Letters", "search-index", Start.TRIM_HORIZON, null);
            StreamListener listener = records -> records.forEach(this::index);
            try (StreamSubscription subscription = db.engine().subscribe(everyLetter, listener)) {
                writeMoreLetters(db.client());
                awaitIndexed(3);
            }
            // end::subscribe[]
        }
        assertThat(indexed).extracting(StreamRecord::eventName).containsExactly("INSERT", "INSERT", "INSERT");
    }

    private final List<StreamRecord> indexed = new CopyOnWriteArrayList<>();

    private void index(StreamRecord record) {
        indexed.add(record);
    }

    private static void writeMoreLetters(DynamoDbClient client) {
        for (String letter : List.of("LETTER#1", "LETTER#2", "LETTER#3")) {
            client.putItem(put -> put.tableName("Letters").item(Map.of("PK", AttributeValue.fromS(letter))));
        }
    }

    private void awaitIndexed(int count) {
        Awaitility.await().until(() -> indexed.size() == count);
    }

    // tag::junit[]
    @Test
    @TrestleTable(name = "Orders", partitionKey = "customer:S", sortKey = "placed:N")
    void put_newOrder_isFound(DynamoDbClient client) {
        Map<String, AttributeValue> key =
                Map.of("customer", AttributeValue.fromS("c1"), "placed", AttributeValue.fromN("20261115"));
        client.putItem(put -> put.tableName("Orders").item(key));
        assertThat(client.getItem(get -> get.tableName("Orders").key(key)).item())
                .isEqualTo(key);
    }
    // end::junit[]

    // tag::multi[]
    @Test
    @TrestleTable(
            name = "Matches",
            partitionKey = "match:S",
            globalIndexes =
                    @TrestleTable.Index(
                            name = "byRound",
                            partitionKey = {"cup:S", "region:S"},
                            sortKey = {"year:N", "round:S"}))
    void query_indexOfFourAttributes_narrowsFromTheLeft(DynamoDbClient client) {
        client.putItem(put -> put.tableName("Matches")
                .item(Map.of(
                        "match", AttributeValue.fromS("m1"),
                        "cup", AttributeValue.fromS("winter"),
                        "region", AttributeValue.fromS("north"),
                        "year", AttributeValue.fromN("2026"),
                        "round", AttributeValue.fromS("final"))));
        QueryResponse finals = client.query(query -> query.tableName("Matches")
                .indexName("byRound")
                .keyConditionExpression("cup = :cup AND #region = :region AND #year = :year AND begins_with(round, :f)")
                .expressionAttributeNames(Map.of("#region", "region", "#year", "year"))
                .expressionAttributeValues(Map.of(
                        ":cup", AttributeValue.fromS("winter"),
                        ":region", AttributeValue.fromS("north"),
                        ":year", AttributeValue.fromN("2026"),
                        ":f", AttributeValue.fromS("f"))));
        assertThat(finals.count()).isEqualTo(1);
    }
    // end::multi[]
}

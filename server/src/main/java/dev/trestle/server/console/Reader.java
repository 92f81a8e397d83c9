package dev.trestle.server.console;

import dev.trestle.model.Bound;
import dev.trestle.model.Index;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.SortCondition;
import dev.trestle.model.Table;
import dev.trestle.model.operation.KeyText;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.system.SystemDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Asks the database, one request for a page, about tables of one system. */
final class Reader {
    private final DynamoDbClient client;
    private final Function<Table, String> names;

    Reader(DynamoDbClient client, Function<Table, String> names) {
        this.client = client;
        this.names = names;
    }

    /**
     * What came of one request.
     *
     * @param table that the items are of
     * @param read how many items were read for it
     * @param next the cursor of the next page; null if this was the last
     * @param request what was asked; null if nothing had to be
     */
    record Answer(
            Table table,
            List<Map<String, AttributeValue>> items,
            int read,
            double capacity,
            @Nullable String next,
            @Nullable DynamoDbRequest request) {}

    Answer ask(SystemDefinition<?> system, Question question) {
        return switch (question.kind()) {
            case PATTERN -> askPattern(system, question);
            case COLLECTION -> askCollection(system, question);
            case SCAN -> scan(Lookup.table(system, question.table()), question);
            case PARTIQL -> execute(system, question);
        };
    }

    private Answer askPattern(SystemDefinition<?> system, Question question) {
        Table table = Lookup.table(system, question.table());
        Pattern<?> pattern = Lookup.pattern(table, question.pattern());
        Bound<?> bound = Parameters.bind(
                pattern, Objects.requireNonNullElse(question.values(), Map.of()), question.from(), question.to());
        Scoping scoping = Lookup.scoping(table, pattern, question.tenant());
        List<KeyCondition> conditions = bound.conditions(scoping);
        Answer answer;
        if (pattern.kind() == Pattern.Kind.SCAN) {
            answer = scan(table, question);
        } else if (conditions.isEmpty()) {
            return new Answer(table, List.of(), 0, 0, null, null);
        } else if (pattern.index() == null
                && (pattern.kind() == Pattern.Kind.GET || pattern.kind() == Pattern.Kind.CHANGE)) {
            answer = get(table, keyOf(table, conditions.get(0)));
        } else {
            answer = query(table, pattern, conditions, question);
        }
        List<Map<String, AttributeValue>> kept = answer.items().stream()
                .filter(item -> {
                    var entity = pattern.entityOf(item, scoping);
                    return entity != null && pattern.keeps(entity, item, bound);
                })
                .toList();
        return new Answer(table, kept, answer.read(), answer.capacity(), answer.next(), answer.request());
    }

    /** The key of the one item that a condition names. */
    static Map<String, AttributeValue> keyOf(Table table, KeyCondition condition) {
        Map<String, AttributeValue> key = new HashMap<>();
        key.put(table.partition(), AttributeValue.fromS(condition.partition()));
        if (table.sort() != null && condition.sort() instanceof SortCondition.Equal equal) {
            key.put(table.sort(), AttributeValue.fromS(equal.value()));
        }
        return key;
    }

    /** One item by its key. */
    Answer get(Table table, Map<String, AttributeValue> key) {
        GetItemRequest request = GetItemRequest.builder()
                .tableName(names.apply(table))
                .key(key)
                .consistentRead(true)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
        GetItemResponse response = client.getItem(request);
        List<Map<String, AttributeValue>> items = response.hasItem() ? List.of(response.item()) : List.of();
        return new Answer(table, items, items.size(), units(response.consumedCapacity()), null, request);
    }

    private Answer query(Table table, Pattern<?> pattern, List<KeyCondition> conditions, Question question) {
        Place place = Place.read(question.cursor());
        if (place.partition() >= conditions.size()) {
            throw ApiException.invalid("cursor", "is not one of this list: begin again without it")
                    .withCode("cursor-unknown");
        }
        KeyCondition condition = conditions.get(place.partition());
        Index index = pattern.index();
        String partition = index == null ? table.partition() : index.partition();
        String sort = index == null ? table.sort() : index.sort();
        KeyText text = KeyText.of(partition, condition.partition(), sort, condition.sort());
        QueryRequest request = base(table, index, question, place)
                .keyConditionExpression(text.text())
                .expressionAttributeNames(text.names())
                .expressionAttributeValues(text.values())
                .scanIndexForward(pattern.isDescending() ? Boolean.FALSE : null)
                .build();
        return query(table, request, place.partition(), conditions.size());
    }

    private Answer askCollection(SystemDefinition<?> system, Question question) {
        Table table = Lookup.table(system, question.table());
        Index index = question.index() == null ? null : Lookup.index(table, question.index());
        Map<String, Object> partition = question.partition();
        if (partition == null) {
            throw ApiException.invalid("partition", "is needed: the value of the partition key")
                    .withCode("partition-needed");
        }
        Place place = Place.read(question.cursor());
        QueryRequest request = base(table, index, question, place)
                .keyConditionExpression("#p = :p")
                .expressionAttributeNames(Map.of("#p", index == null ? table.partition() : index.partition()))
                .expressionAttributeValues(Map.of(":p", DynamoJson.value(partition, "partition")))
                .build();
        return query(table, request, 0, 1);
    }

    private QueryRequest.Builder base(Table table, @Nullable Index index, Question question, Place place) {
        return QueryRequest.builder()
                .tableName(names.apply(table))
                .indexName(index == null ? null : index.name())
                .limit(question.wanted())
                .exclusiveStartKey(place.startKey())
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    }

    private Answer query(Table table, QueryRequest request, int partition, int partitions) {
        QueryResponse response = client.query(request);
        String next = null;
        if (response.hasLastEvaluatedKey() && !response.lastEvaluatedKey().isEmpty()) {
            next = Place.write(partition, response.lastEvaluatedKey(), null);
        } else if (partition + 1 < partitions) {
            next = Place.write(partition + 1, null, null);
        }
        return new Answer(
                table, response.items(), response.scannedCount(), units(response.consumedCapacity()), next, request);
    }

    private Answer scan(Table table, Question question) {
        Index index = question.index() == null ? null : Lookup.index(table, question.index());
        ScanRequest.Builder request = ScanRequest.builder()
                .tableName(names.apply(table))
                .indexName(index == null ? null : index.name())
                .limit(question.wanted())
                .exclusiveStartKey(Place.read(question.cursor()).startKey())
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
        Question.Filter filter = question.filter();
        if (filter != null) {
            request.filterExpression(filter.comparison().expression())
                    .expressionAttributeNames(Map.of("#f", filter.attribute()));
            if (filter.comparison().takesValue()) {
                request.expressionAttributeValues(Map.of(":f", DynamoJson.value(filter.value(), "filter/value")));
            }
        }
        ScanRequest built = request.build();
        ScanResponse response = client.scan(built);
        boolean more =
                response.hasLastEvaluatedKey() && !response.lastEvaluatedKey().isEmpty();
        return new Answer(
                table,
                response.items(),
                response.scannedCount(),
                units(response.consumedCapacity()),
                more ? Place.write(0, response.lastEvaluatedKey(), null) : null,
                built);
    }

    private Answer execute(SystemDefinition<?> system, Question question) {
        String text = question.statement();
        if (text == null) {
            throw ApiException.invalid("statement", "is needed").withCode("statement-verb");
        }
        Statement statement = Statement.read(text);
        Table table = Lookup.tableHere(system, statement.table(), names);
        if (statement.writes() && !Boolean.TRUE.equals(question.write())) {
            throw ApiException.invalid("write", "must be allowed, because this statement changes items")
                    .withCode("write-not-allowed");
        }
        ExecuteStatementRequest.Builder request = ExecuteStatementRequest.builder()
                .statement(text)
                .nextToken(Place.read(question.cursor()).token())
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
        List<Object> parameters = question.parameters();
        if (parameters != null && !parameters.isEmpty()) {
            request.parameters(parameters.stream()
                    .map(value -> DynamoJson.value(value, "parameters"))
                    .toList());
        }
        if (!statement.writes()) {
            request.limit(question.wanted());
        }
        ExecuteStatementRequest built = request.build();
        ExecuteStatementResponse response = client.executeStatement(built);
        String token = response.nextToken();
        return new Answer(
                table,
                response.items(),
                response.items().size(),
                units(response.consumedCapacity()),
                token == null ? null : Place.write(0, null, token),
                built);
    }

    private static double units(@Nullable ConsumedCapacity capacity) {
        Double units = capacity == null ? null : capacity.capacityUnits();
        return units == null ? 0 : units;
    }
}

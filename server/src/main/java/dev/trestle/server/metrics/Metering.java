package dev.trestle.server.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What a request has to ask for to be counted, and what its answer says that it took. */
final class Metering {
    private static final ReturnConsumedCapacity ALL = ReturnConsumedCapacity.INDEXES;

    private Metering() {}

    /**
     * What an answer tells.
     *
     * @param index the index that was read, if one was
     */
    record Taken(
            boolean isWrite,
            List<ConsumedCapacity> capacity,
            long bytes,
            @Nullable String index) {}

    /** The request, asking what it takes by table and index; null for one that takes nothing, such as ListTables. */
    @SuppressWarnings("unchecked") // a request's builder makes requests of its own class
    static <Q extends DynamoDbRequest> @Nullable Q asking(Q request) {
        return (Q) metered(request);
    }

    private static @Nullable DynamoDbRequest metered(DynamoDbRequest request) {
        if (request instanceof GetItemRequest get) {
            return get.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof QueryRequest query) {
            return query.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof ScanRequest scan) {
            return scan.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof PutItemRequest put) {
            return put.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof UpdateItemRequest update) {
            return update.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof DeleteItemRequest delete) {
            return delete.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof TransactWriteItemsRequest writes) {
            return writes.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof BatchGetItemRequest gets) {
            return gets.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof BatchWriteItemRequest writes) {
            return writes.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof TransactGetItemsRequest gets) {
            return gets.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof ExecuteStatementRequest statement) {
            return statement.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof BatchExecuteStatementRequest statements) {
            return statements.toBuilder().returnConsumedCapacity(ALL).build();
        } else if (request instanceof ExecuteTransactionRequest statements) {
            return statements.toBuilder().returnConsumedCapacity(ALL).build();
        }
        return null;
    }

    /** What an answer to a request that {@link #asking} gave says; null if it says nothing. */
    static @Nullable Taken taken(DynamoDbRequest request, @Nullable Object response) {
        if (response instanceof GetItemResponse got) {
            return read(one(got.consumedCapacity()), got.hasItem() ? ItemBytes.of(got.item()) : 0, null);
        } else if (response instanceof QueryResponse page && request instanceof QueryRequest query) {
            return read(one(page.consumedCapacity()), ItemBytes.of(page.items()), query.indexName());
        } else if (response instanceof ScanResponse page && request instanceof ScanRequest scan) {
            return read(one(page.consumedCapacity()), ItemBytes.of(page.items()), scan.indexName());
        } else if (response instanceof BatchGetItemResponse got) {
            long bytes =
                    got.responses().values().stream().mapToLong(ItemBytes::of).sum();
            return read(got.consumedCapacity(), bytes, null);
        } else if (response instanceof TransactGetItemsResponse got) {
            long bytes = got.responses().stream()
                    .mapToLong(each -> ItemBytes.of(each.item()))
                    .sum();
            return read(got.consumedCapacity(), bytes, null);
        }
        return written(request, response);
    }

    private static @Nullable Taken written(DynamoDbRequest request, @Nullable Object response) {
        if (response instanceof PutItemResponse done && request instanceof PutItemRequest put) {
            return write(one(done.consumedCapacity()), ItemBytes.of(put.item()));
        } else if (response instanceof UpdateItemResponse done && request instanceof UpdateItemRequest update) {
            return write(one(done.consumedCapacity()), sent(update.key(), update.expressionAttributeValues()));
        } else if (response instanceof DeleteItemResponse done && request instanceof DeleteItemRequest delete) {
            return write(one(done.consumedCapacity()), ItemBytes.of(delete.key()));
        } else if (response instanceof TransactWriteItemsResponse done
                && request instanceof TransactWriteItemsRequest writes) {
            long bytes =
                    writes.transactItems().stream().mapToLong(Metering::sent).sum();
            return write(done.consumedCapacity(), bytes);
        } else if (response instanceof BatchWriteItemResponse done && request instanceof BatchWriteItemRequest writes) {
            long bytes = writes.requestItems().values().stream()
                    .flatMap(List::stream)
                    .mapToLong(Metering::sent)
                    .sum();
            return write(done.consumedCapacity(), bytes);
        }
        return stated(request, response);
    }

    private static @Nullable Taken stated(DynamoDbRequest request, @Nullable Object response) {
        if (response instanceof ExecuteStatementResponse done && request instanceof ExecuteStatementRequest statement) {
            return isSelect(statement.statement())
                    ? read(one(done.consumedCapacity()), ItemBytes.of(done.items()), null)
                    : write(one(done.consumedCapacity()), 0);
        } else if (response instanceof BatchExecuteStatementResponse done
                && request instanceof BatchExecuteStatementRequest batch) {
            boolean select = batch.statements().stream().allMatch(each -> isSelect(each.statement()));
            return select ? read(done.consumedCapacity(), 0, null) : write(done.consumedCapacity(), 0);
        } else if (response instanceof ExecuteTransactionResponse done
                && request instanceof ExecuteTransactionRequest transaction) {
            boolean select = transaction.transactStatements().stream().allMatch(each -> isSelect(each.statement()));
            return select ? read(done.consumedCapacity(), 0, null) : write(done.consumedCapacity(), 0);
        }
        return null;
    }

    private static boolean isSelect(@Nullable String statement) {
        return statement != null
                && statement.stripLeading().toLowerCase(Locale.ROOT).startsWith("select");
    }

    private static Taken read(List<ConsumedCapacity> capacity, long bytes, @Nullable String index) {
        return new Taken(false, capacity, bytes, index);
    }

    private static Taken write(List<ConsumedCapacity> capacity, long bytes) {
        return new Taken(true, capacity, bytes, null);
    }

    private static List<ConsumedCapacity> one(@Nullable ConsumedCapacity capacity) {
        return capacity == null ? List.of() : List.of(capacity);
    }

    private static long sent(TransactWriteItem write) {
        if (write.put() != null) {
            return ItemBytes.of(write.put().item());
        } else if (write.update() != null) {
            return sent(write.update().key(), write.update().expressionAttributeValues());
        }
        return write.delete() == null ? 0 : ItemBytes.of(write.delete().key());
    }

    private static long sent(WriteRequest write) {
        return ItemBytes.of(
                write.putRequest() == null
                        ? write.deleteRequest().key()
                        : write.putRequest().item());
    }

    private static long sent(Map<String, AttributeValue> key, Map<String, AttributeValue> values) {
        List<Map<String, AttributeValue>> both = new ArrayList<>(List.of(key, values));
        return ItemBytes.of(both);
    }
}

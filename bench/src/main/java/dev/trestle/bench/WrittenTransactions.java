package dev.trestle.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Keeps what goes through a client, to write the same again as bare puts: without reads, without conditions, without anybody who thinks. */
final class WrittenTransactions {
    private final Queue<Object> written = new ConcurrentLinkedQueue<>();

    DynamoDbClient keeping(DynamoDbClient client) {
        Class<?>[] type = {DynamoDbClient.class};
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), type, (proxy, method, arguments) -> {
                    if (arguments != null
                            && (arguments[0] instanceof TransactWriteItemsRequest
                                    || arguments[0] instanceof PutItemRequest)) {
                        written.add(arguments[0]);
                    }
                    try {
                        return method.invoke(client, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** What was written since the last call, as puts alone. */
    List<TransactWriteItemsRequest> take() {
        List<TransactWriteItemsRequest> bare = new ArrayList<>();
        for (Object each = written.poll(); each != null; each = written.poll()) {
            List<TransactWriteItem> puts = each instanceof TransactWriteItemsRequest whole
                    ? whole.transactItems().stream()
                            .map(WrittenTransactions::bare)
                            .filter(Objects::nonNull)
                            .toList()
                    : List.of(put(((PutItemRequest) each).tableName(), ((PutItemRequest) each).item()));
            bare.add(TransactWriteItemsRequest.builder()
                    .transactItems(puts)
                    .clientRequestToken(UUID.randomUUID().toString()) // the SDK's own client adds one to each
                    .build());
        }
        return bare;
    }

    static long puts(List<TransactWriteItemsRequest> transactions) {
        return transactions.stream()
                .mapToLong(each -> each.transactItems().size())
                .sum();
    }

    private static @Nullable TransactWriteItem bare(TransactWriteItem item) {
        if (item.put() != null) {
            return put(item.put().tableName(), item.put().item());
        }
        if (item.update() != null) {
            return put(item.update().tableName(), item.update().key());
        }
        return item.delete() == null
                ? null
                : put(item.delete().tableName(), item.delete().key());
    }

    private static TransactWriteItem put(String table, Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(Put.builder().tableName(table).item(item).build())
                .build();
    }
}

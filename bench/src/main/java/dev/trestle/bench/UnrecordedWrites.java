package dev.trestle.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** A client that leaves FormKiQ's record and versions out of transactions: what they cost is the difference. */
final class UnrecordedWrites {
    private static final Set<String> LEFT_OUT = Set.of("formkiq-audit", "formkiq-versions");

    private UnrecordedWrites() {}

    static DynamoDbClient without(DynamoDbClient client) {
        Class<?>[] type = {DynamoDbClient.class};
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), type, (proxy, method, arguments) -> {
                    Object[] sent = arguments;
                    if (arguments != null && arguments[0] instanceof TransactWriteItemsRequest whole) {
                        sent = new Object[] {stripped(whole)};
                    }
                    try {
                        return method.invoke(client, sent);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static TransactWriteItemsRequest stripped(TransactWriteItemsRequest whole) {
        List<TransactWriteItem> left = whole.transactItems().stream()
                .filter(each ->
                        each.put() == null || !LEFT_OUT.contains(each.put().tableName()))
                .toList();
        return left.isEmpty() ? whole : whole.toBuilder().transactItems(left).build();
    }
}

package dev.trestle.bench;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/**
 * A client for databases that have neither transactions nor an expiry of items: what would be one transaction is sent as single writes,
 * one after another, each under its own condition. They are sent as whole requests, which is what {@link LightClient} takes.
 */
final class OneByOne {
    private final DynamoDbClient client;

    private OneByOne(DynamoDbClient client) {
        this.client = client;
    }

    static DynamoDbClient over(DynamoDbClient client) {
        OneByOne sender = new OneByOne(client);
        Class<?>[] type = {DynamoDbClient.class};
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), type, (proxy, method, args) -> {
                    if (method.getName().equals("updateTimeToLive")) {
                        return UpdateTimeToLiveResponse.builder().build();
                    }
                    if (args != null && args.length == 1 && args[0] instanceof TransactWriteItemsRequest request) {
                        return sender.send(request);
                    }
                    try {
                        return method.invoke(client, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private TransactWriteItemsResponse send(TransactWriteItemsRequest request) {
        for (TransactWriteItem action : request.transactItems()) {
            if (action.put() != null) {
                put(action.put());
            } else if (action.update() != null) {
                update(action.update());
            } else if (action.delete() != null) {
                delete(action.delete());
            } else {
                throw new IllegalArgumentException("A save only puts, updates and deletes: " + action);
            }
        }
        return TransactWriteItemsResponse.builder().build();
    }

    private void put(Put put) {
        client.putItem(PutItemRequest.builder()
                .tableName(put.tableName())
                .item(put.item())
                .conditionExpression(put.conditionExpression())
                .expressionAttributeNames(put.hasExpressionAttributeNames() ? put.expressionAttributeNames() : null)
                .expressionAttributeValues(put.hasExpressionAttributeValues() ? put.expressionAttributeValues() : null)
                .build());
    }

    private void update(Update update) {
        client.updateItem(UpdateItemRequest.builder()
                .tableName(update.tableName())
                .key(update.key())
                .updateExpression(update.updateExpression())
                .conditionExpression(update.conditionExpression())
                .expressionAttributeNames(
                        update.hasExpressionAttributeNames() ? update.expressionAttributeNames() : null)
                .expressionAttributeValues(
                        update.hasExpressionAttributeValues() ? update.expressionAttributeValues() : null)
                .build());
    }

    private void delete(Delete delete) {
        client.deleteItem(DeleteItemRequest.builder()
                .tableName(delete.tableName())
                .key(delete.key())
                .conditionExpression(delete.conditionExpression())
                .expressionAttributeNames(
                        delete.hasExpressionAttributeNames() ? delete.expressionAttributeNames() : null)
                .expressionAttributeValues(
                        delete.hasExpressionAttributeValues() ? delete.expressionAttributeValues() : null)
                .build());
    }
}

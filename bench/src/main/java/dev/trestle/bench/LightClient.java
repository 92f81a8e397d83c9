package dev.trestle.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A client that costs little itself, so that servers are compared and not the client before them. It sends what a save and a read of a
 * document need; everything else goes to the SDK's own client. Each thread that is under way has a connection to itself.
 */
final class LightClient implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final int port;
    private final Listener listener;
    private final Queue<Line> idle = new ConcurrentLinkedQueue<>();

    LightClient(int port) {
        this(port, (operation, question, answer) -> {});
    }

    LightClient(int port, Listener listener) {
        this.port = port;
        this.listener = listener;
    }

    /** Hears each request's body and its answer's. */
    interface Listener {
        void heard(String operation, String question, byte[] answer);
    }

    private record Line(HttpConversation conversation, WireSigner signer) {
        static Line to(int port) throws IOException {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return new Line(new HttpConversation(channel), new WireSigner(Instant.now()));
        }

        byte[] send(String operation, String body) throws IOException {
            conversation.send(signer.request(operation, body));
            boolean whole;
            do {
                whole = conversation.receive();
            } while (!whole);
            return conversation.body();
        }
    }

    /** This in front of the SDK's client of the same server. */
    DynamoDbClient before(DynamoDbClient other) {
        Class<?>[] type = {DynamoDbClient.class};
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), type, (proxy, method, args) -> {
                    Object answer = args != null && args.length == 1 ? answer(args[0]) : null;
                    if (answer != null) {
                        return answer;
                    }
                    try {
                        return method.invoke(other, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private @Nullable Object answer(Object request) {
        if (request instanceof GetItemRequest get) {
            ObjectNode body = about(get.tableName());
            body.put("ConsistentRead", Boolean.TRUE.equals(get.consistentRead()));
            body.set("Key", map(get.key()));
            JsonNode item = send("GetItem", body).get("Item");
            return GetItemResponse.builder()
                    .item(item == null ? null : map(item))
                    .build();
        }
        if (request instanceof TransactWriteItemsRequest transaction) {
            ObjectNode body = JSON.createObjectNode();
            transaction
                    .transactItems()
                    .forEach(action -> body.withArray("TransactItems").add(action(action)));
            send("TransactWriteItems", body);
            return TransactWriteItemsResponse.builder().build();
        }
        if (request instanceof PutItemRequest put) {
            ObjectNode body = about(put.tableName());
            body.set("Item", map(put.item()));
            send(
                    "PutItem",
                    conditioned(
                            body,
                            put.conditionExpression(),
                            put.expressionAttributeNames(),
                            put.expressionAttributeValues()));
            return PutItemResponse.builder().build();
        }
        if (request instanceof UpdateItemRequest update) {
            ObjectNode body = about(update.tableName()).put("UpdateExpression", update.updateExpression());
            body.set("Key", map(update.key()));
            send(
                    "UpdateItem",
                    conditioned(
                            body,
                            update.conditionExpression(),
                            update.expressionAttributeNames(),
                            update.expressionAttributeValues()));
            return UpdateItemResponse.builder().build();
        }
        if (request instanceof DeleteItemRequest delete) {
            ObjectNode body = about(delete.tableName());
            body.set("Key", map(delete.key()));
            send(
                    "DeleteItem",
                    conditioned(
                            body,
                            delete.conditionExpression(),
                            delete.expressionAttributeNames(),
                            delete.expressionAttributeValues()));
            return DeleteItemResponse.builder().build();
        }
        return null;
    }

    private static ObjectNode action(TransactWriteItem action) {
        ObjectNode body;
        if (action.put() != null) {
            var put = action.put();
            body = about(put.tableName());
            body.set("Item", map(put.item()));
            return named(
                    "Put",
                    conditioned(
                            body,
                            put.conditionExpression(),
                            put.expressionAttributeNames(),
                            put.expressionAttributeValues()));
        }
        if (action.update() != null) {
            var update = action.update();
            body = about(update.tableName()).put("UpdateExpression", update.updateExpression());
            body.set("Key", map(update.key()));
            return named(
                    "Update",
                    conditioned(
                            body,
                            update.conditionExpression(),
                            update.expressionAttributeNames(),
                            update.expressionAttributeValues()));
        }
        var delete = action.delete();
        body = about(delete.tableName());
        body.set("Key", map(delete.key()));
        return named(
                "Delete",
                conditioned(
                        body,
                        delete.conditionExpression(),
                        delete.expressionAttributeNames(),
                        delete.expressionAttributeValues()));
    }

    private static ObjectNode about(String table) {
        return JSON.createObjectNode().put("TableName", table);
    }

    private static ObjectNode named(String name, ObjectNode body) {
        ObjectNode whole = JSON.createObjectNode();
        whole.set(name, body);
        return whole;
    }

    private static ObjectNode conditioned(
            ObjectNode body,
            @Nullable String condition,
            Map<String, String> names,
            Map<String, AttributeValue> values) {
        if (condition != null) {
            body.put("ConditionExpression", condition);
        }
        if (!names.isEmpty()) {
            names.forEach(body.putObject("ExpressionAttributeNames")::put);
        }
        if (!values.isEmpty()) {
            body.set("ExpressionAttributeValues", map(values));
        }
        return body;
    }

    private JsonNode send(String operation, ObjectNode body) {
        try {
            Line known = idle.poll();
            Line line = known == null ? Line.to(port) : known;
            String question = body.toString();
            byte[] answer = line.send(operation, question);
            idle.add(line);
            listener.heard(operation, question, answer);
            return JSON.readTree(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode map(Map<String, AttributeValue> values) {
        ObjectNode node = JSON.createObjectNode();
        values.forEach((name, value) -> node.set(name, value(value)));
        return node;
    }

    private static ObjectNode value(AttributeValue value) {
        ObjectNode node = JSON.createObjectNode();
        switch (value.type()) {
            case S -> node.put("S", value.s());
            case N -> node.put("N", value.n());
            case BOOL -> node.put("BOOL", value.bool());
            case M -> node.set("M", map(value.m()));
            case L -> {
                var list = node.putArray("L");
                value.l().forEach(each -> list.add(value(each)));
            }
            default -> throw new IllegalArgumentException("Documents have no attributes of this type: " + value.type());
        }
        return node;
    }

    private static Map<String, AttributeValue> map(JsonNode node) {
        Map<String, AttributeValue> values = new HashMap<>();
        node.properties().forEach(field -> values.put(field.getKey(), value(field.getValue())));
        return values;
    }

    private static AttributeValue value(JsonNode node) {
        if (node.has("S")) {
            return AttributeValue.fromS(node.get("S").textValue());
        }
        if (node.has("N")) {
            return AttributeValue.fromN(node.get("N").textValue());
        }
        if (node.has("BOOL")) {
            return AttributeValue.fromBool(node.get("BOOL").booleanValue());
        }
        if (node.has("M")) {
            return AttributeValue.fromM(map(node.get("M")));
        }
        List<AttributeValue> list = new ArrayList<>();
        node.get("L").forEach(each -> list.add(value(each)));
        return AttributeValue.fromL(list);
    }

    @Override
    public void close() throws IOException {
        for (Line line : idle) {
            line.conversation().close();
        }
    }
}

package dev.trestle.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Requests as bytes of JSON and answers from them, of what {@link LightClient} sends, without trees in between. */
final class LightJson {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int BODY_BYTES = 4096;

    private LightJson() {}

    /** Writes the members of an object. */
    private interface Members {
        void write(JsonGenerator out) throws IOException;
    }

    private static byte[] object(Members members) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(BODY_BYTES);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            object(out, members);
        }
        return bytes.toByteArray();
    }

    private static void object(JsonGenerator out, Members members) throws IOException {
        out.writeStartObject();
        members.write(out);
        out.writeEndObject();
    }

    static byte[] get(GetItemRequest get) throws IOException {
        return object(out -> {
            out.writeStringField("TableName", get.tableName());
            out.writeBooleanField("ConsistentRead", Boolean.TRUE.equals(get.consistentRead()));
            values(out, "Key", get.key());
        });
    }

    static byte[] batchGet(BatchGetItemRequest batch) throws IOException {
        return object(out -> {
            out.writeObjectFieldStart("RequestItems");
            for (Map.Entry<String, KeysAndAttributes> table :
                    batch.requestItems().entrySet()) {
                out.writeObjectFieldStart(table.getKey());
                out.writeBooleanField(
                        "ConsistentRead", Boolean.TRUE.equals(table.getValue().consistentRead()));
                out.writeArrayFieldStart("Keys");
                for (Map<String, AttributeValue> key : table.getValue().keys()) {
                    object(out, members -> values(members, key));
                }
                out.writeEndArray();
                out.writeEndObject();
            }
            out.writeEndObject();
        });
    }

    static byte[] put(Put put) throws IOException {
        return object(out -> write(out, put));
    }

    static byte[] update(Update update) throws IOException {
        return object(out -> write(out, update));
    }

    static byte[] delete(Delete delete) throws IOException {
        return object(out -> write(out, delete));
    }

    static byte[] transaction(TransactWriteItemsRequest transaction) throws IOException {
        return object(out -> {
            out.writeStringField("ClientRequestToken", transaction.clientRequestToken());
            out.writeArrayFieldStart("TransactItems");
            for (TransactWriteItem action : transaction.transactItems()) {
                object(out, members -> write(members, action));
            }
            out.writeEndArray();
        });
    }

    private static void write(JsonGenerator out, TransactWriteItem action) throws IOException {
        if (action.put() != null) {
            out.writeFieldName("Put");
            object(out, members -> write(members, action.put()));
        } else if (action.update() != null) {
            out.writeFieldName("Update");
            object(out, members -> write(members, action.update()));
        } else if (action.delete() != null) {
            out.writeFieldName("Delete");
            object(out, members -> write(members, action.delete()));
        } else {
            throw new IllegalArgumentException("A save only puts, updates and deletes: " + action);
        }
    }

    private static void write(JsonGenerator out, Put put) throws IOException {
        out.writeStringField("TableName", put.tableName());
        values(out, "Item", put.item());
        condition(out, put.conditionExpression(), put.expressionAttributeNames(), put.expressionAttributeValues());
    }

    private static void write(JsonGenerator out, Update update) throws IOException {
        out.writeStringField("TableName", update.tableName());
        values(out, "Key", update.key());
        out.writeStringField("UpdateExpression", update.updateExpression());
        condition(
                out,
                update.conditionExpression(),
                update.expressionAttributeNames(),
                update.expressionAttributeValues());
    }

    private static void write(JsonGenerator out, Delete delete) throws IOException {
        out.writeStringField("TableName", delete.tableName());
        values(out, "Key", delete.key());
        condition(
                out,
                delete.conditionExpression(),
                delete.expressionAttributeNames(),
                delete.expressionAttributeValues());
    }

    private static void condition(
            JsonGenerator out,
            @Nullable String condition,
            Map<String, String> names,
            Map<String, AttributeValue> values)
            throws IOException {
        if (condition != null) {
            out.writeStringField("ConditionExpression", condition);
        }
        if (!names.isEmpty()) {
            out.writeObjectFieldStart("ExpressionAttributeNames");
            for (Map.Entry<String, String> name : names.entrySet()) {
                out.writeStringField(name.getKey(), name.getValue());
            }
            out.writeEndObject();
        }
        if (!values.isEmpty()) {
            values(out, "ExpressionAttributeValues", values);
        }
    }

    private static void values(JsonGenerator out, String name, Map<String, AttributeValue> values) throws IOException {
        out.writeObjectFieldStart(name);
        values(out, values);
        out.writeEndObject();
    }

    private static void values(JsonGenerator out, Map<String, AttributeValue> values) throws IOException {
        for (Map.Entry<String, AttributeValue> value : values.entrySet()) {
            out.writeFieldName(value.getKey());
            value(out, value.getValue());
        }
    }

    private static void value(JsonGenerator out, AttributeValue value) throws IOException {
        out.writeStartObject();
        switch (value.type()) {
            case S -> out.writeStringField("S", value.s());
            case N -> out.writeStringField("N", value.n());
            case BOOL -> out.writeBooleanField("BOOL", value.bool());
            case M -> values(out, "M", value.m());
            case L -> {
                out.writeArrayFieldStart("L");
                for (AttributeValue element : value.l()) {
                    value(out, element);
                }
                out.writeEndArray();
            }
            default -> throw new IllegalArgumentException("Documents have no attributes of this type: " + value.type());
        }
        out.writeEndObject();
    }

    static GetItemResponse got(byte[] answer) throws IOException {
        GetItemResponse.Builder response = GetItemResponse.builder();
        members(answer, (name, in) -> {
            if (name.equals("Item")) {
                response.item(values(in));
            } else {
                in.skipChildren();
            }
        });
        return response.build();
    }

    static BatchGetItemResponse batchGot(byte[] answer) throws IOException {
        Map<String, List<Map<String, AttributeValue>>> responses = new HashMap<>();
        members(answer, (name, in) -> {
            if (name.equals("Responses")) {
                members(in, (table, items) -> responses.put(table, list(items, LightJson::values)));
            } else {
                in.skipChildren();
            }
        });
        return BatchGetItemResponse.builder().responses(responses).build();
    }

    /** Reads a value, at whose first token the parser is, and leaves the parser at its last. */
    private interface Member {
        void read(String name, JsonParser in) throws IOException;
    }

    private interface Element<T> {
        T read(JsonParser in) throws IOException;
    }

    private static void members(byte[] object, Member member) throws IOException {
        try (JsonParser in = FACTORY.createParser(object)) {
            in.nextToken();
            members(in, member);
        }
    }

    private static void members(JsonParser in, Member member) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            member.read(name, in);
        }
    }

    private static <T> List<T> list(JsonParser in, Element<T> element) throws IOException {
        List<T> list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            list.add(element.read(in));
        }
        return list;
    }

    private static Map<String, AttributeValue> values(JsonParser in) throws IOException {
        Map<String, AttributeValue> values = new HashMap<>();
        members(in, (name, value) -> values.put(name, value(value)));
        return values;
    }

    private static AttributeValue value(JsonParser in) throws IOException {
        in.nextToken();
        String type = in.currentName();
        in.nextToken();
        AttributeValue value = switch (type) {
            case "S" -> AttributeValue.fromS(in.getText());
            case "N" -> AttributeValue.fromN(in.getText());
            case "BOOL" -> AttributeValue.fromBool(in.getBooleanValue());
            case "M" -> AttributeValue.fromM(values(in));
            case "L" -> AttributeValue.fromL(list(in, LightJson::value));
            default -> throw new IllegalArgumentException("Documents have no attributes of this type: " + type);
        };
        in.nextToken(); // the end of the object that names the type
        return value;
    }
}

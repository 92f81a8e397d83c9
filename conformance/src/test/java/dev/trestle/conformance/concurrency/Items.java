package dev.trestle.conformance.concurrency;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Short words for attribute values, and the one shape of table that these tests use: {@code pk} and {@code sk}, both strings. */
final class Items {
    private Items() {}

    static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    static AttributeValue n(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }

    static Map<String, AttributeValue> key(String pk, String sk) {
        return Map.of("pk", s(pk), "sk", s(sk));
    }

    static Map<String, AttributeValue> item(String pk, String sk, String attribute, AttributeValue value) {
        Map<String, AttributeValue> item = new HashMap<>(key(pk, sk));
        item.put(attribute, value);
        return item;
    }

    static long number(Map<String, AttributeValue> item, String attribute) {
        return Long.parseLong(item.get(attribute).n());
    }

    /** The number attribute {@code v} of an answer's item, null if there is no item. */
    static @Nullable Long value(@Nullable Map<String, AttributeValue> item) {
        return item == null || item.isEmpty() ? null : (Long) number(item, "v");
    }

    static void createTable(DynamoDbClient client, String name) {
        client.createTable(r -> r.tableName(name)
                .attributeDefinitions(definition("pk"), definition("sk"))
                .keySchema(
                        KeySchemaElement.builder()
                                .attributeName("pk")
                                .keyType(KeyType.HASH)
                                .build(),
                        KeySchemaElement.builder()
                                .attributeName("sk")
                                .keyType(KeyType.RANGE)
                                .build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
    }

    static AttributeDefinition definition(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }
}

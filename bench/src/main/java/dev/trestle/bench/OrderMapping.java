package dev.trestle.bench;

import dev.trestle.bench.OrderStore.Order;
import dev.trestle.bench.OrderStore.Status;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Orders as items and back, written by hand. */
final class OrderMapping {
    private OrderMapping() {}

    static Map<String, AttributeValue> item(Order order) {
        Map<String, AttributeValue> item = new HashMap<>(16);
        item.put("customerId", AttributeValue.fromS(order.customerId()));
        item.put("orderId", AttributeValue.fromS(order.orderId()));
        item.put("status", AttributeValue.fromS(order.status().name()));
        item.put("placedAt", AttributeValue.fromS(order.placedAt().toString()));
        item.put("cents", AttributeValue.fromN(Long.toString(order.cents())));
        item.put("quantity", AttributeValue.fromN(Integer.toString(order.quantity())));
        item.put("currency", AttributeValue.fromS(order.currency()));
        item.put("gift", AttributeValue.fromBool(order.gift()));
        item.put("address", AttributeValue.fromS(order.address()));
        item.put("note", AttributeValue.fromS(order.note()));
        return item;
    }

    static Order order(Map<String, AttributeValue> item) {
        return new Order(
                of(item, "customerId").s(),
                of(item, "orderId").s(),
                Status.valueOf(of(item, "status").s()),
                Instant.parse(of(item, "placedAt").s()),
                Long.parseLong(of(item, "cents").n()),
                Integer.parseInt(of(item, "quantity").n()),
                of(item, "currency").s(),
                of(item, "gift").bool(),
                of(item, "address").s(),
                of(item, "note").s());
    }

    private static AttributeValue of(Map<String, AttributeValue> item, String attribute) {
        return Objects.requireNonNull(item.get(attribute));
    }
}

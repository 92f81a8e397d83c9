package dev.trestle.bench;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.sdk.TrestleDb;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Orders of ten attributes in one table of one engine in memory, by way of the modelling layer and of the AWS Enhanced Client. Both
 * read and write the same items through the same client, each as it comes.
 */
final class OrderStore implements AutoCloseable {
    static final int ORDERS_PER_CUSTOMER = 20;
    static final int CUSTOMERS = 200;

    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00.123Z");

    /** How far an order is. */
    public enum Status {
        OPEN,
        PAID,
        SENT
    }

    /** An order as a record of the modelling layer. */
    record Order(
            String customerId,
            String orderId,
            Status status,
            Instant placedAt,
            long cents,
            int quantity,
            String currency,
            boolean gift,
            String address,
            String note) {}

    private static final Table TABLE = Table.named("orders").key("customerId", "orderId");
    private static final Entity<Order> ORDER = TABLE.entity(Order.class).key("{customerId}", "{orderId}");
    private static final Pattern<Order> ORDER_BY_ID = ORDER.get("Order");
    private static final Pattern<Order> ORDERS = ORDER.query("Orders of a customer");
    private static final Model MODEL = Model.of("orders", TABLE);

    private final TrestleDb db = TrestleDb.inMemory();
    private final ItemStore store = ItemStore.builder(db.client(), MODEL).build();
    private final DynamoDbTable<OrderBean> table = DynamoDbEnhancedClient.builder()
            .dynamoDbClient(db.client())
            .build()
            .table(TABLE.name(), TableSchema.fromBean(OrderBean.class));

    OrderStore() {
        store.createTables();
        for (int customer = 0; customer < CUSTOMERS; customer++) {
            for (int order = 0; order < ORDERS_PER_CUSTOMER; order++) {
                store.create(ORDER, record(customer, order, 0));
            }
        }
        for (int customer = 0; customer < CUSTOMERS; customer++) {
            if (modelQuery(customer) != enhancedQuery(customer) || modelGet(customer, 3) != enhancedGet(customer, 3)) {
                throw new IllegalStateException("the two sides read different orders of customer " + customer);
            }
        }
    }

    private static String customerId(long customer) {
        return "customer-" + customer % CUSTOMERS;
    }

    private static String orderId(long order) {
        return "order-" + order % ORDERS_PER_CUSTOMER;
    }

    private static Status status(long order) {
        return order % 2 == 0 ? Status.OPEN : Status.SENT;
    }

    private static Order record(long customer, long order, long change) {
        return new Order(
                customerId(customer),
                orderId(order),
                status(order),
                FIRST.plusSeconds(order % ORDERS_PER_CUSTOMER),
                1000 + change,
                (int) (order % ORDERS_PER_CUSTOMER),
                "EUR",
                order % 2 == 0,
                "12 Long Street, Little Town",
                "leave it at the neighbour's door");
    }

    private static OrderBean bean(long customer, long order, long change) {
        OrderBean bean = new OrderBean();
        bean.setCustomerId(customerId(customer));
        bean.setOrderId(orderId(order));
        bean.setStatus(status(order));
        bean.setPlacedAt(FIRST.plusSeconds(order % ORDERS_PER_CUSTOMER));
        bean.setCents(1000 + change);
        bean.setQuantity((int) (order % ORDERS_PER_CUSTOMER));
        bean.setCurrency("EUR");
        bean.setGift(order % 2 == 0);
        bean.setAddress("12 Long Street, Little Town");
        bean.setNote("leave it at the neighbour's door");
        return bean;
    }

    long modelGet(long customer, long order) {
        return store.get(ORDER_BY_ID.of(customerId(customer), orderId(order)))
                .orElseThrow()
                .cents();
    }

    long enhancedGet(long customer, long order) {
        return table.getItem(Key.builder()
                        .partitionValue(customerId(customer))
                        .sortValue(orderId(order))
                        .build())
                .getCents();
    }

    /**
     * Puts a record.
     *
     * @param change makes the record another one; with 0 it is what is stored already, and the engine has nothing to write
     */
    long modelPut(long customer, long order, long change) {
        return store.put(ORDER, record(customer, order, change)).cents();
    }

    long enhancedPut(long customer, long order, long change) {
        OrderBean bean = bean(customer, order, change);
        table.putItem(bean);
        return bean.getCents();
    }

    long modelQuery(long customer) {
        long sum = 0;
        for (Order order : store.all(ORDERS.of(customerId(customer)), ORDERS_PER_CUSTOMER)) {
            sum += order.cents();
        }
        return sum;
    }

    long enhancedQuery(long customer) {
        long sum = 0;
        QueryConditional condition = QueryConditional.keyEqualTo(
                Key.builder().partitionValue(customerId(customer)).build());
        for (OrderBean order : table.query(condition).items()) {
            sum += order.getCents();
        }
        return sum;
    }

    /** The same by a program that maps by hand, which is what neither side can save. */
    long handmadeGet(long customer, long order) {
        return OrderMapping.order(db.client()
                        .getItem(GetItemRequest.builder()
                                .tableName(TABLE.name())
                                .key(Map.of(
                                        "customerId", AttributeValue.fromS(customerId(customer)),
                                        "orderId", AttributeValue.fromS(orderId(order))))
                                .build())
                        .item())
                .cents();
    }

    long handmadePut(long customer, long order, long change) {
        Order record = record(customer, order, change);
        db.client()
                .putItem(PutItemRequest.builder()
                        .tableName(TABLE.name())
                        .item(OrderMapping.item(record))
                        .build());
        return record.cents();
    }

    long handmadeQuery(long customer) {
        long sum = 0;
        for (Map<String, AttributeValue> item : db.client()
                .query(QueryRequest.builder()
                        .tableName(TABLE.name())
                        .keyConditionExpression("customerId = :customer")
                        .expressionAttributeValues(Map.of(":customer", AttributeValue.fromS(customerId(customer))))
                        .build())
                .items()) {
            sum += OrderMapping.order(item).cents();
        }
        return sum;
    }

    @Override
    public void close() {
        db.close();
    }
}

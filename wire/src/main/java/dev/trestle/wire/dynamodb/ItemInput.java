package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.Query;
import dev.trestle.engine.api.Scan;
import dev.trestle.engine.api.UpdateItem;
import dev.trestle.engine.value.Value;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.Shape;
import dev.trestle.wire.json.Types;
import java.util.Map;

/** Requests on single items and pages of them. */
final class ItemInput {
    static final Shape GET = Shape.of("GetItemInput")
            .with(Types.TEXT, "TableName", "ProjectionExpression", "ReturnConsumedCapacity")
            .with(Types.ITEM, "Key")
            .with(Types.FLAG, "ConsistentRead")
            .with(Types.NAMES, "ExpressionAttributeNames")
            .with(Types.TEXTS, "AttributesToGet");

    static final Shape PUT = write("PutItemInput").with(Types.ITEM, "Item");
    static final Shape DELETE = write("DeleteItemInput").with(Types.ITEM, "Key");
    static final Shape UPDATE = write("UpdateItemInput")
            .with(Types.ITEM, "Key")
            .with(Types.TEXT, "UpdateExpression")
            .with(LegacyInput.UPDATES, "AttributeUpdates");

    static final Shape QUERY = read("QueryInput")
            .with(Types.TEXT, "KeyConditionExpression")
            .with(Types.FLAG, "ScanIndexForward")
            .with(LegacyInput.CONDITIONS, "KeyConditions", "QueryFilter");

    static final Shape SCAN = read("ScanInput")
            .with(Types.INTEGER, "Segment", "TotalSegments")
            .with(LegacyInput.CONDITIONS, "ScanFilter");

    private ItemInput() {}

    private static Shape write(String name) {
        return Shape.of(name)
                .with(
                        Types.TEXT,
                        "TableName",
                        "ConditionExpression",
                        "ReturnValues",
                        "ReturnValuesOnConditionCheckFailure",
                        "ReturnConsumedCapacity",
                        "ReturnItemCollectionMetrics",
                        "ConditionalOperator")
                .with(Types.NAMES, "ExpressionAttributeNames")
                .with(Types.ITEM, "ExpressionAttributeValues")
                .with(LegacyInput.EXPECTED, "Expected");
    }

    private static Shape read(String name) {
        return Shape.of(name)
                .with(
                        Types.TEXT,
                        "TableName",
                        "IndexName",
                        "FilterExpression",
                        "ProjectionExpression",
                        "Select",
                        "ReturnConsumedCapacity",
                        "ConditionalOperator")
                .with(Types.INTEGER, "Limit")
                .with(Types.FLAG, "ConsistentRead")
                .with(Types.NAMES, "ExpressionAttributeNames")
                .with(Types.ITEM, "ExpressionAttributeValues", "ExclusiveStartKey")
                .with(Types.TEXTS, "AttributesToGet");
    }

    static GetItem get(Fields in) {
        return new GetItem(
                in.text("TableName"),
                in.item("Key"),
                in.isTrue("ConsistentRead"),
                in.text("ProjectionExpression"),
                expression(in),
                in.texts("AttributesToGet"),
                in.text("ReturnConsumedCapacity"));
    }

    static PutItem put(Fields in) {
        return new PutItem(
                in.text("TableName"),
                in.item("Item"),
                in.text("ConditionExpression"),
                expression(in),
                in.text("ReturnValues"),
                in.text("ReturnValuesOnConditionCheckFailure"),
                LegacyInput.write(in),
                metering(in));
    }

    static UpdateItem update(Fields in) {
        return new UpdateItem(
                in.text("TableName"),
                in.item("Key"),
                in.text("UpdateExpression"),
                in.text("ConditionExpression"),
                expression(in),
                in.text("ReturnValues"),
                in.text("ReturnValuesOnConditionCheckFailure"),
                LegacyInput.write(in),
                metering(in));
    }

    static DeleteItem delete(Fields in) {
        return new DeleteItem(
                in.text("TableName"),
                in.item("Key"),
                in.text("ConditionExpression"),
                expression(in),
                in.text("ReturnValues"),
                in.text("ReturnValuesOnConditionCheckFailure"),
                LegacyInput.write(in),
                metering(in));
    }

    static Query query(Fields in) {
        return new Query(
                in.text("TableName"),
                in.text("IndexName"),
                in.text("KeyConditionExpression"),
                in.text("FilterExpression"),
                in.text("ProjectionExpression"),
                expression(in),
                in.text("Select"),
                in.integer("Limit"),
                in.isTrue("ConsistentRead"),
                !Boolean.FALSE.equals(in.flag("ScanIndexForward")),
                in.item("ExclusiveStartKey"),
                LegacyInput.read(in, "QueryFilter"),
                in.text("ReturnConsumedCapacity"));
    }

    static Scan scan(Fields in) {
        return new Scan(
                in.text("TableName"),
                in.text("IndexName"),
                in.text("FilterExpression"),
                in.text("ProjectionExpression"),
                expression(in),
                in.text("Select"),
                in.integer("Limit"),
                in.isTrue("ConsistentRead"),
                in.integer("Segment"),
                in.integer("TotalSegments"),
                in.item("ExclusiveStartKey"),
                LegacyInput.read(in, "ScanFilter"),
                in.text("ReturnConsumedCapacity"));
    }

    static ExpressionAttributes expression(Fields in) {
        Map<String, String> names = in.names("ExpressionAttributeNames");
        Map<String, Value> values = in.item("ExpressionAttributeValues");
        return names == null && values == null ? ExpressionAttributes.NONE : new ExpressionAttributes(names, values);
    }

    static Metering metering(Fields in) {
        return Metering.of(in.text("ReturnConsumedCapacity"), in.text("ReturnItemCollectionMetrics"));
    }
}

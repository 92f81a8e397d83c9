package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.BatchGetItem;
import dev.trestle.engine.api.BatchWriteItem;
import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TransactGetItems;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.api.UpdateItem;
import dev.trestle.engine.value.Value;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.Shape;
import dev.trestle.wire.json.Types;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Batches and transactions. */
final class GroupInput {
    private static final String MAP = "java.util.Map<java.lang.String, ";

    static final Shape BATCH_GET = Shape.of("BatchGetItemInput")
            .with(Types.TEXT, "ReturnConsumedCapacity")
            .with(
                    Types.map(
                            MAP + "com.amazonaws.dynamodb.v20120810.KeysAndAttributes>",
                            Shape.of("KeysAndAttributes")
                                    .with(Types.list(Types.ITEM), "Keys")
                                    .with(Types.FLAG, "ConsistentRead")
                                    .with(Types.TEXT, "ProjectionExpression")
                                    .with(Types.NAMES, "ExpressionAttributeNames")
                                    .with(Types.TEXTS, "AttributesToGet")),
                    "RequestItems");

    static final Shape BATCH_WRITE = Shape.of("BatchWriteItemInput")
            .with(Types.TEXT, "ReturnConsumedCapacity", "ReturnItemCollectionMetrics")
            .with(
                    Types.map(
                            MAP + "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>",
                            Types.list(Shape.of("WriteRequest")
                                    .with(Shape.of("PutRequest").with(Types.ITEM, "Item"), "PutRequest")
                                    .with(Shape.of("DeleteRequest").with(Types.ITEM, "Key"), "DeleteRequest"))),
                    "RequestItems");

    static final Shape TRANSACT_GET = Shape.of("TransactGetItemsInput")
            .with(Types.TEXT, "ReturnConsumedCapacity")
            .with(
                    Types.list(Shape.of("TransactGetItem")
                            .with(
                                    Shape.of("Get")
                                            .with(Types.TEXT, "TableName", "ProjectionExpression")
                                            .with(Types.ITEM, "Key")
                                            .with(Types.NAMES, "ExpressionAttributeNames"),
                                    "Get")),
                    "TransactItems");

    static final Shape TRANSACT_WRITE = Shape.of("TransactWriteItemsInput")
            .with(Types.TEXT, "ClientRequestToken", "ReturnConsumedCapacity", "ReturnItemCollectionMetrics")
            .with(
                    Types.list(Shape.of("TransactWriteItem")
                            .with(action("ConditionCheck").with(Types.ITEM, "Key"), "ConditionCheck")
                            .with(action("Put").with(Types.ITEM, "Item"), "Put")
                            .with(action("Delete").with(Types.ITEM, "Key"), "Delete")
                            .with(
                                    action("Update").with(Types.ITEM, "Key").with(Types.TEXT, "UpdateExpression"),
                                    "Update")),
                    "TransactItems");

    private GroupInput() {}

    private static Shape action(String name) {
        return Shape.of(name)
                .with(Types.TEXT, "TableName", "ConditionExpression", "ReturnValuesOnConditionCheckFailure")
                .with(Types.NAMES, "ExpressionAttributeNames")
                .with(Types.ITEM, "ExpressionAttributeValues");
    }

    static BatchGetItem batchGet(Fields in) {
        return new BatchGetItem(in.map("RequestItems", GroupInput::keys), in.text("ReturnConsumedCapacity"));
    }

    private static BatchGetItem.KeysAndAttributes keys(Fields in) {
        return new BatchGetItem.KeysAndAttributes(
                in.items("Keys"),
                in.isTrue("ConsistentRead"),
                in.text("ProjectionExpression"),
                in.names("ExpressionAttributeNames"),
                in.texts("AttributesToGet"));
    }

    static BatchWriteItem batchWrite(Fields in) {
        Map<String, List<BatchWriteItem.Write>> writes = in.map(
                "RequestItems",
                (List<Fields> given) -> given.stream().map(GroupInput::write).toList());
        return new BatchWriteItem(writes, ItemInput.metering(in));
    }

    /** An item or key that was left out is one without its key attributes, and is refused as such. */
    private static BatchWriteItem.Write write(Fields in) {
        return new BatchWriteItem.Write(
                in.structure("PutRequest", put -> orEmpty(put.item("Item"))),
                in.structure("DeleteRequest", delete -> orEmpty(delete.item("Key"))));
    }

    private static Map<String, Value> orEmpty(@Nullable Map<String, Value> given) {
        return given == null ? Map.of() : given;
    }

    static TransactGetItems transactGet(Fields in) {
        return new TransactGetItems(in.list("TransactItems", GroupInput::get), in.text("ReturnConsumedCapacity"));
    }

    private static GetItem get(Fields in) {
        Fields get = in.fields("Get");
        return get == null
                ? new GetItem(null, null, true, null, ExpressionAttributes.NONE)
                : new GetItem(
                        get.text("TableName"),
                        get.item("Key"),
                        true,
                        get.text("ProjectionExpression"),
                        ItemInput.expression(get));
    }

    static TransactWriteItems transactWrite(Fields in) {
        return new TransactWriteItems(
                in.list("TransactItems", GroupInput::action), in.text("ClientRequestToken"), ItemInput.metering(in));
    }

    private static TransactWriteItems.Action action(Fields in) {
        return new TransactWriteItems.Action(
                in.structure("ConditionCheck", GroupInput::conditionCheck),
                in.structure("Put", GroupInput::put),
                in.structure("Update", GroupInput::update),
                in.structure("Delete", GroupInput::delete));
    }

    private static TransactWriteItems.ConditionCheck conditionCheck(Fields in) {
        return new TransactWriteItems.ConditionCheck(
                in.text("TableName"),
                in.item("Key"),
                in.text("ConditionExpression"),
                ItemInput.expression(in),
                in.text("ReturnValuesOnConditionCheckFailure"));
    }

    private static PutItem put(Fields in) {
        return new PutItem(
                in.text("TableName"),
                in.item("Item"),
                in.text("ConditionExpression"),
                ItemInput.expression(in),
                null,
                in.text("ReturnValuesOnConditionCheckFailure"));
    }

    private static UpdateItem update(Fields in) {
        return new UpdateItem(
                in.text("TableName"),
                in.item("Key"),
                in.text("UpdateExpression"),
                in.text("ConditionExpression"),
                ItemInput.expression(in),
                null,
                in.text("ReturnValuesOnConditionCheckFailure"));
    }

    private static DeleteItem delete(Fields in) {
        return new DeleteItem(
                in.text("TableName"),
                in.item("Key"),
                in.text("ConditionExpression"),
                ItemInput.expression(in),
                null,
                in.text("ReturnValuesOnConditionCheckFailure"));
    }
}

package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.LegacyRead;
import dev.trestle.engine.api.LegacyWrite;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.Shape;
import dev.trestle.wire.json.Type;
import dev.trestle.wire.json.Types;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters from before there were expressions; null for a request without any. */
final class LegacyInput {
    private static final String MAP = "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.";

    static final Type<Map<String, Fields>> CONDITIONS = Types.map(
            MAP + "Condition>",
            Shape.of("Condition")
                    .with(Types.TEXT, "ComparisonOperator")
                    .with(Types.list(Types.VALUE), "AttributeValueList"));

    static final Type<Map<String, Fields>> EXPECTED = Types.map(
            MAP + "ExpectedAttributeValue>",
            Shape.of("ExpectedAttributeValue")
                    .with(Types.FLAG, "Exists")
                    .with(Types.VALUE, "Value")
                    .with(Types.TEXT, "ComparisonOperator")
                    .with(Types.list(Types.VALUE), "AttributeValueList"));

    static final Type<Map<String, Fields>> UPDATES = Types.map(
            MAP + "AttributeValueUpdate>",
            Shape.of("AttributeValueUpdate").with(Types.TEXT, "Action").with(Types.VALUE, "Value"));

    private LegacyInput() {}

    static @Nullable LegacyWrite write(Fields in) {
        LegacyWrite legacy = new LegacyWrite(
                in.map("Expected", LegacyInput::expectation),
                in.map("AttributeUpdates", LegacyInput::update),
                in.text("ConditionalOperator"));
        boolean given =
                legacy.expected() != null || legacy.attributeUpdates() != null || legacy.conditionalOperator() != null;
        return given ? legacy : null;
    }

    /** {@code filter} is the name that the operation gives its filter. */
    static @Nullable LegacyRead read(Fields in, String filter) {
        LegacyRead legacy = new LegacyRead(
                in.map("KeyConditions", LegacyInput::comparison),
                in.map(filter, LegacyInput::comparison),
                in.text("ConditionalOperator"),
                in.texts("AttributesToGet"));
        boolean given = legacy.keyConditions() != null
                || legacy.filter() != null
                || legacy.conditionalOperator() != null
                || legacy.attributesToGet() != null;
        return given ? legacy : null;
    }

    private static LegacyWrite.Expectation expectation(Fields in) {
        return new LegacyWrite.Expectation(
                in.flag("Exists"), in.value("Value"), in.text("ComparisonOperator"), in.values("AttributeValueList"));
    }

    private static LegacyWrite.AttributeUpdate update(Fields in) {
        return new LegacyWrite.AttributeUpdate(in.text("Action"), in.value("Value"));
    }

    private static LegacyRead.Comparison comparison(Fields in) {
        return new LegacyRead.Comparison(in.text("ComparisonOperator"), in.values("AttributeValueList"));
    }
}

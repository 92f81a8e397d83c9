package dev.trestle.sdk;

import dev.trestle.engine.api.LegacyRead;
import dev.trestle.engine.api.LegacyWrite;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The parameters from before there were expressions, as the engine's; null for a request without any. */
final class LegacyRequests {
    private LegacyRequests() {}

    static @Nullable LegacyWrite put(PutItemRequest request) {
        return write(request.expected(), null, request.conditionalOperatorAsString());
    }

    static @Nullable LegacyWrite delete(DeleteItemRequest request) {
        return write(request.expected(), null, request.conditionalOperatorAsString());
    }

    static @Nullable LegacyWrite update(UpdateItemRequest request) {
        return write(request.expected(), request.attributeUpdates(), request.conditionalOperatorAsString());
    }

    static @Nullable LegacyRead query(QueryRequest request) {
        return read(
                request.keyConditions(),
                request.queryFilter(),
                request.conditionalOperatorAsString(),
                names(request.attributesToGet()));
    }

    static @Nullable LegacyRead scan(ScanRequest request) {
        return read(
                null, request.scanFilter(), request.conditionalOperatorAsString(), names(request.attributesToGet()));
    }

    /** Null for a list that was left out. A null inside becomes an empty name, which the engine refuses. */
    static @Nullable List<String> names(@Nullable List<String> given) {
        return BatchRequests.list(given, name -> name == null ? "" : name);
    }

    private static @Nullable LegacyWrite write(
            @Nullable Map<String, ExpectedAttributeValue> expected,
            @Nullable Map<String, AttributeValueUpdate> updates,
            @Nullable String conditionalOperator) {
        LegacyWrite legacy = new LegacyWrite(
                map(expected, LegacyRequests::expectation), map(updates, LegacyRequests::update), conditionalOperator);
        boolean given = legacy.expected() != null || legacy.attributeUpdates() != null || conditionalOperator != null;
        return given ? legacy : null;
    }

    private static @Nullable LegacyRead read(
            @Nullable Map<String, Condition> keyConditions,
            @Nullable Map<String, Condition> filter,
            @Nullable String conditionalOperator,
            @Nullable List<String> attributesToGet) {
        LegacyRead legacy = new LegacyRead(
                map(keyConditions, LegacyRequests::comparison),
                map(filter, LegacyRequests::comparison),
                conditionalOperator,
                attributesToGet);
        boolean given = legacy.keyConditions() != null
                || legacy.filter() != null
                || conditionalOperator != null
                || attributesToGet != null;
        return given ? legacy : null;
    }

    /** Null for a map that was left out. A null inside becomes an empty name, which the engine refuses. */
    private static <S, T> @Nullable Map<String, T> map(
            @Nullable Map<String, S> given, Function<@Nullable S, T> convert) {
        if (given == null || given instanceof SdkAutoConstructMap) {
            return null;
        }
        Map<String, T> converted = new LinkedHashMap<>(given.size() * 2);
        given.forEach((name, entry) -> converted.put(name == null ? "" : name, convert.apply(entry)));
        return converted;
    }

    private static LegacyWrite.Expectation expectation(@Nullable ExpectedAttributeValue given) {
        if (given == null) {
            return new LegacyWrite.Expectation(null, null, null, null);
        }
        return new LegacyWrite.Expectation(
                given.exists(),
                given.value() == null ? null : RequestValues.value(given.value()),
                given.comparisonOperatorAsString(),
                BatchRequests.list(given.attributeValueList(), RequestValues::value));
    }

    private static LegacyWrite.AttributeUpdate update(@Nullable AttributeValueUpdate given) {
        if (given == null) {
            return new LegacyWrite.AttributeUpdate(null, null);
        }
        return new LegacyWrite.AttributeUpdate(
                given.actionAsString(), given.value() == null ? null : RequestValues.value(given.value()));
    }

    private static LegacyRead.Comparison comparison(@Nullable Condition given) {
        if (given == null) {
            return new LegacyRead.Comparison(null, null);
        }
        return new LegacyRead.Comparison(
                given.comparisonOperatorAsString(),
                BatchRequests.list(given.attributeValueList(), RequestValues::value));
    }
}

package dev.trestle.model.operation;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A record together with the item that it was read from. Changes compare what is stored with the item, not with the record: another
 * program may have written what the record does not know, or in another form.
 */
public record Stored<T extends Record>(T record, Map<String, AttributeValue> item) {}

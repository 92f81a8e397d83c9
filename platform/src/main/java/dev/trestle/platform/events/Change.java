package dev.trestle.platform.events;

import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of one item.
 *
 * @param before the item as it was; empty if there was none
 * @param after the item as it is; empty if it was deleted
 */
public record Change(
        String table,
        Instant at,
        Map<String, AttributeValue> keys,
        Map<String, AttributeValue> before,
        Map<String, AttributeValue> after) {}

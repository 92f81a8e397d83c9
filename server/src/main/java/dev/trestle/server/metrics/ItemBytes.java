package dev.trestle.server.metrics;

import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How long items are, about as DynamoDB counts: names and values, in UTF-8. */
final class ItemBytes {
    private static final int DEPTH_MAX = 40;

    private ItemBytes() {}

    static long of(Collection<Map<String, AttributeValue>> items) {
        long bytes = 0;
        for (Map<String, AttributeValue> item : items) {
            bytes += of(item);
        }
        return bytes;
    }

    static long of(Map<String, AttributeValue> item) {
        return of(item, 0);
    }

    private static long of(Map<String, AttributeValue> item, int depth) {
        long bytes = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            bytes += length(attribute.getKey()) + of(attribute.getValue(), depth);
        }
        return bytes;
    }

    private static long of(AttributeValue value, int depth) {
        return switch (value.type()) {
            case S -> length(value.s());
            case N -> value.n().length() / 2 + 1;
            case B -> value.b().asByteArrayUnsafe().length;
            case SS -> value.ss().stream().mapToLong(ItemBytes::length).sum();
            case NS ->
                value.ns().stream().mapToLong(text -> text.length() / 2 + 1).sum();
            case BS ->
                value.bs().stream()
                        .map(SdkBytes::asByteArrayUnsafe)
                        .mapToLong(bytes -> bytes.length)
                        .sum();
            case M -> depth == DEPTH_MAX ? 0 : 3 + of(value.m(), depth + 1);
            case L -> depth == DEPTH_MAX ? 0 : list(value, depth + 1);
            default -> 1;
        };
    }

    private static long list(AttributeValue value, int depth) {
        long bytes = 3;
        for (AttributeValue each : value.l()) {
            bytes += of(each, depth);
        }
        return bytes;
    }

    private static long length(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each >= 0x80) {
                // A pair of surrogates is four bytes.
                bytes += each >= 0x800 && !Character.isSurrogate(each) ? 2 : 1;
            }
        }
        return bytes;
    }
}

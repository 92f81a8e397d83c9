package dev.trestle.sdk;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An unmodifiable map over one array of alternating names and values. The SDK's builders copy every map they are given into a
 * {@link java.util.LinkedHashMap}, by {@link #size} and {@link #forEach}; so what is kept needs no hash table of its own.
 */
final class AttributeMap extends AbstractMap<String, AttributeValue> {
    private final Object[] pairs;

    /** Takes the array over. */
    AttributeMap(Object[] pairs) {
        this.pairs = pairs;
    }

    @Override
    public int size() {
        return pairs.length / 2;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super AttributeValue> action) {
        for (int i = 0; i < pairs.length; i += 2) {
            action.accept((String) pairs[i], (AttributeValue) pairs[i + 1]);
        }
    }

    @Override
    public @Nullable AttributeValue get(Object name) {
        int at = indexOf(name);
        return at < 0 ? null : (AttributeValue) pairs[at + 1];
    }

    @Override
    public boolean containsKey(Object name) {
        return indexOf(name) >= 0;
    }

    private int indexOf(Object name) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public Set<Map.Entry<String, AttributeValue>> entrySet() {
        return new Entries();
    }

    private final class Entries extends AbstractSet<Map.Entry<String, AttributeValue>> {
        @Override
        public int size() {
            return pairs.length / 2;
        }

        @Override
        public Iterator<Map.Entry<String, AttributeValue>> iterator() {
            return new Iterator<>() {
                private int at;

                @Override
                public boolean hasNext() {
                    return at < pairs.length;
                }

                @Override
                public Map.Entry<String, AttributeValue> next() {
                    if (at >= pairs.length) {
                        throw new NoSuchElementException();
                    }
                    at += 2;
                    return Map.entry((String) pairs[at - 2], (AttributeValue) pairs[at - 1]);
                }
            };
        }
    }
}

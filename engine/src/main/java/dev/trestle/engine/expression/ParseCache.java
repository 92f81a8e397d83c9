package dev.trestle.engine.expression;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Parsed expressions by their text. Thread-safe; readers take no lock.
 *
 * <p>Entries live in two generations. New ones go into the young; when it is full, it becomes the old one and what was
 * old is dropped. An entry that is found in the old generation moves to the young, so what is in use stays. A tree
 * takes some twenty times its text: the bound on characters holds both generations to about 10 MB.
 */
final class ParseCache {
    private static final int GENERATION_ENTRIES_MAX = 1024;
    private static final int GENERATION_CHARS_MAX = 256 * 1024;

    private volatile Generation young = new Generation();
    private volatile Generation old = new Generation();

    private record Key(ExpressionKind.Grammar grammar, String text) {}

    private static final class Generation {
        private final Map<Key, ParsedExpression> entries = new ConcurrentHashMap<>();
        private final AtomicInteger chars = new AtomicInteger();
    }

    @Nullable
    ParsedExpression get(ExpressionKind.Grammar grammar, String text) {
        Key key = new Key(grammar, text);
        ParsedExpression found = young.entries.get(key);
        if (found == null) {
            found = old.entries.get(key);
            if (found != null) {
                put(key, found);
            }
        }
        return found;
    }

    void put(ExpressionKind.Grammar grammar, String text, ParsedExpression parsed) {
        put(new Key(grammar, text), parsed);
    }

    int size() {
        return young.entries.size() + old.entries.size();
    }

    private void put(Key key, ParsedExpression parsed) {
        Generation current = young;
        if (current.entries.put(key, parsed) != null) {
            return;
        }
        int chars = current.chars.addAndGet(key.text.length());
        if (chars >= GENERATION_CHARS_MAX || current.entries.size() >= GENERATION_ENTRIES_MAX) {
            retire(current);
        }
    }

    private synchronized void retire(Generation full) {
        // Several threads may find the same generation full; the first one retires it.
        if (young == full) {
            old = full;
            young = new Generation();
        }
    }
}

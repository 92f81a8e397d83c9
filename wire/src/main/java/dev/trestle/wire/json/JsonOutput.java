package dev.trestle.wire.json;

import dev.trestle.engine.item.JsonBuffer;
import dev.trestle.engine.item.StoredItem;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An answer's JSON, member by member; a member whose value is null is left out. */
public final class JsonOutput {
    private final JsonBuffer json;

    public JsonOutput(JsonBuffer json) {
        this.json = json;
    }

    public JsonOutput text(String name, @Nullable String value) {
        if (value != null) {
            json.name(name);
            json.text(value);
        }
        return this;
    }

    public JsonOutput number(String name, long value) {
        json.name(name);
        json.number(value);
        return this;
    }

    public JsonOutput number(String name, @Nullable Long value) {
        return value == null ? this : number(name, value.longValue());
    }

    public JsonOutput number(String name, @Nullable Double value) {
        if (value != null) {
            json.name(name);
            json.number(value.doubleValue());
        }
        return this;
    }

    public JsonOutput flag(String name, @Nullable Boolean value) {
        if (value != null) {
            json.name(name);
            json.flag(value);
        }
        return this;
    }

    /** Seconds since 1970, with milliseconds behind the point. */
    public JsonOutput moment(String name, @Nullable Instant value) {
        if (value != null) {
            json.name(name);
            json.seconds(value.toEpochMilli());
        }
        return this;
    }

    public JsonOutput item(String name, @Nullable StoredItem item) {
        if (item != null) {
            json.name(name);
            json.item(item);
        }
        return this;
    }

    public JsonOutput items(String name, @Nullable Iterable<StoredItem> items) {
        if (items != null) {
            json.name(name);
            json.startArray();
            items.forEach(json::item);
            json.endArray();
        }
        return this;
    }

    public JsonOutput texts(String name, @Nullable Iterable<String> texts) {
        if (texts != null) {
            json.name(name);
            json.startArray();
            texts.forEach(json::text);
            json.endArray();
        }
        return this;
    }

    public JsonOutput object(String name, Runnable members) {
        json.name(name);
        object(members);
        return this;
    }

    /** A structure made of a value, if there is one. */
    public <T> JsonOutput object(String name, @Nullable T value, Consumer<T> members) {
        return value == null ? this : object(name, () -> members.accept(value));
    }

    /** A list of structures, or of what the consumer writes for each. */
    public <T extends @Nullable Object> JsonOutput objects(
            String name, Iterable<? extends T> elements, Consumer<T> members) {
        json.name(name);
        json.startArray();
        for (T element : elements) {
            object(() -> members.accept(element));
        }
        json.endArray();
        return this;
    }

    /** A map; the consumer writes one entry's name and value. */
    public <T> JsonOutput map(String name, Map<String, T> entries, BiConsumer<String, T> entry) {
        json.name(name);
        json.startObject();
        entries.forEach(entry);
        json.endObject();
        return this;
    }

    public void numbers(String name, double... values) {
        json.name(name);
        json.startArray();
        for (double value : values) {
            json.number(value);
        }
        json.endArray();
    }

    /** Writes the whole answer: one object. */
    public void answer(Runnable members) {
        object(members);
        json.endText();
    }

    private void object(Runnable members) {
        json.startObject();
        members.run();
        json.endObject();
    }
}

package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Scope;
import dev.trestle.model.mapping.Field;
import dev.trestle.model.template.KeyCodec;
import dev.trestle.model.template.PartCodecs;
import dev.trestle.model.template.Template;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.model.time.TimeLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key that an entity had in the former model, compiled from its description so that stored keys can be read. Its parts are of the
 * types that the record has now: where those changed, migration is refused.
 */
final class FormerKey {
    private static final TimeLayout USUAL = Objects.requireNonNull(TimeFormat.MILLIS.layout());

    private final Entity<?> entity;
    private final @Nullable Scope scope;
    private final KeyCodec partition;
    private final @Nullable KeyCodec sort;

    /**
     * @param described the key's line in the description
     * @param refusals the characters that a field refuses beyond those that end it
     * @throws IllegalArgumentException if a template names what the record has no longer
     */
    FormerKey(Entity<?> entity, String described, Map<String, String> refusals) {
        this.entity = entity;
        this.scope = entity.scoped() ? entity.table().scope() : null;
        String[] templates = described.split(Describe.TAB, -1);
        this.partition = compile(templates[0], refusals, KeyCodec.PARTITION_BYTES_MAX);
        this.sort = templates[1].isEmpty() ? null : compile(templates[1], refusals, KeyCodec.SORT_BYTES_MAX);
    }

    private KeyCodec compile(String template, Map<String, String> refusals, int bytesMax) {
        return KeyCodec.compile(
                Template.parse(template),
                part -> {
                    boolean tenant =
                            scope != null && !scope.isPrefix() && scope.field().equals(part.field());
                    Field field = tenant ? null : entity.mapping().field(part.field());
                    if (field == null && !tenant) {
                        throw new IllegalArgumentException("the former key " + template + " names " + part.field()
                                + ", which " + entity.name() + " has no longer");
                    }
                    Class<?> type = field == null ? String.class : field.type();
                    TimeLayout layout = field == null || field.layout() == null ? USUAL : field.layout();
                    return new KeyCodec.PartRule(
                            PartCodecs.of(type, part.format(), layout), refusals.getOrDefault(part.field(), ""));
                },
                bytesMax);
    }

    /** The values of a stored key's parts by name, the tenant's among them; null if it is no key of this template. */
    @Nullable
    Map<String, Object> parts(String pk, @Nullable String sk, boolean prefixed) {
        if (scope == null || !prefixed || scope.delimiter() == null) {
            return read(pk, sk);
        }
        int end = pk.indexOf(scope.delimiter());
        Map<String, Object> parts =
                end > 0 ? read(pk.substring(end + scope.delimiter().length()), sk) : null;
        if (parts != null) {
            parts.put(scope.field(), pk.substring(0, end));
            return parts;
        }
        Map<String, Object> leftOut = scope.leftOut() == null ? null : read(pk, sk);
        if (leftOut != null) {
            leftOut.put(scope.field(), Objects.requireNonNull(scope.leftOut()));
        }
        return leftOut;
    }

    private @Nullable Map<String, Object> read(String pk, @Nullable String sk) {
        Map<String, Object> parts = new LinkedHashMap<>();
        KeyCodec sorted = sort;
        boolean reads = readInto(parts, partition, pk)
                && (sorted == null ? sk == null : sk != null && readInto(parts, sorted, sk));
        return reads ? parts : null;
    }

    private static boolean readInto(Map<String, Object> parts, KeyCodec codec, String key) {
        @Nullable Object[] values = codec.decode(key);
        if (values == null) {
            return false;
        }
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value != null) {
                parts.putIfAbsent(codec.fields().get(i), value);
            }
        }
        return true;
    }
}

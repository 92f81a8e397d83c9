package dev.trestle.systems.formkiq.schemas;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationAllowedValue;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationAttributeKey;
import dev.trestle.systems.formkiq.model.Schemas.ClassificationCompositeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteAllowedValue;
import dev.trestle.systems.formkiq.model.Schemas.SiteAttributeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteCompositeKey;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.CompositeKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The rows by which a schema's keys and values are found. The schema itself decides; what is missing of its rows, or too
 * many, is found by comparing the two, so that a large change is written in steps that may be cut off anywhere.
 */
final class SchemaRows {
    private static final int ROWS_MAX = 40_000;

    private final List<Consumer<Decision<?>>> writes = new ArrayList<>();

    /** Compares the rows of the site's schema with it. */
    static SchemaRows ofSite(ItemStore store, SchemaDocument schema) {
        SchemaRows rows = new SchemaRows();
        Groups found = store.collect(Schemas.WHOLE_SITE_SCHEMA.of(), ROWS_MAX);
        Set<String> keys = schema.keys();
        rows.compare(
                Schemas.SITE_ATTRIBUTE_KEY,
                keys.stream().map(SiteAttributeKey::new).toList(),
                found.of(Schemas.SITE_ATTRIBUTE_KEY));
        List<SiteAllowedValue> values = new ArrayList<>();
        schema.all()
                .forEach(each -> each.allowed().stream()
                        .distinct()
                        .forEach(value -> values.add(new SiteAllowedValue(each.key(), value))));
        rows.compare(Schemas.SITE_ALLOWED_VALUE, values, found.of(Schemas.SITE_ALLOWED_VALUE));
        List<SiteCompositeKey> known = found.of(Schemas.SITE_COMPOSITE_KEY);
        List<SiteCompositeKey> composites = new ArrayList<>();
        for (CompositeKey each : schema.compositeKeys()) {
            composites.add(known.stream()
                    .filter(row -> row.keys().equals(each.keys()))
                    .findFirst()
                    .orElseGet(() -> new SiteCompositeKey(UUID.randomUUID().toString(), each.keys())));
        }
        rows.compare(Schemas.SITE_COMPOSITE_KEY, composites, known);
        return rows;
    }

    /** Compares the rows of a class's schema with it. */
    static SchemaRows ofClass(ItemStore store, String id, SchemaDocument schema) {
        SchemaRows rows = new SchemaRows();
        Groups found = store.collect(Schemas.WHOLE_CLASSIFICATION.of(id), ROWS_MAX);
        rows.compare(
                Schemas.CLASSIFICATION_ATTRIBUTE_KEY,
                schema.keys().stream()
                        .map(key -> new ClassificationAttributeKey(id, key))
                        .toList(),
                found.of(Schemas.CLASSIFICATION_ATTRIBUTE_KEY));
        List<ClassificationAllowedValue> values = new ArrayList<>();
        schema.all()
                .forEach(each -> each.allowed().stream()
                        .distinct()
                        .forEach(value -> values.add(new ClassificationAllowedValue(id, each.key(), value))));
        rows.compare(Schemas.CLASSIFICATION_ALLOWED_VALUE, values, found.of(Schemas.CLASSIFICATION_ALLOWED_VALUE));
        List<ClassificationCompositeKey> known = found.of(Schemas.CLASSIFICATION_COMPOSITE_KEY);
        List<ClassificationCompositeKey> composites = new ArrayList<>();
        for (CompositeKey each : schema.compositeKeys()) {
            composites.add(known.stream()
                    .filter(row -> row.keys().equals(each.keys()))
                    .findFirst()
                    .orElseGet(() ->
                            new ClassificationCompositeKey(id, UUID.randomUUID().toString(), each.keys())));
        }
        rows.compare(Schemas.CLASSIFICATION_COMPOSITE_KEY, composites, known);
        return rows;
    }

    private <T extends Record> void compare(Entity<T> entity, List<T> wanted, List<T> found) {
        Set<T> there = new HashSet<>(found);
        Set<T> kept = new HashSet<>(wanted);
        wanted.stream().filter(row -> !there.contains(row)).forEach(row -> writes.add(step -> step.put(entity, row)));
        found.stream()
                .filter(row -> !kept.contains(row))
                .forEach(row -> writes.add(step -> step.delete(entity, row, Expect.ANYTHING)));
    }

    boolean isEmpty() {
        return writes.isEmpty();
    }

    int size() {
        return writes.size();
    }

    /** Adds the first writes to a decision. */
    void into(Decision<?> decision, int most) {
        writes.stream().limit(most).forEach(write -> write.accept(decision));
    }
}

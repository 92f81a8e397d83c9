package dev.trestle.systems.formkiq.schemas;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.model.Schemas.Classification;
import dev.trestle.systems.formkiq.model.Schemas.SiteCompositeKey;
import dev.trestle.systems.formkiq.model.Schemas.SiteSchema;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.CompositeKey;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.SchemaAttribute;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A schema that a document obeys: that of its site, or that of one of its classes merged with the site's. Of both come
 * the required and optional attributes, the composite keys and the allowed values.
 *
 * @param defaults what required attributes may be by default, the class's before the site's
 */
public record EffectiveSchema(
        Map<String, SchemaAttribute> required,
        Map<String, SchemaAttribute> optional,
        Map<String, List<List<String>>> defaults,
        List<List<String>> compositeKeys,
        boolean allowsAdditional) {
    /** What the schemas of documents are stored as. */
    public static final String DOCUMENT = "document";

    /** The schemas that a document of some classes obeys; none if neither the site nor a class has one. */
    public static List<EffectiveSchema> of(ItemStore store, Collection<String> classIds) {
        Bound<SiteSchema> ofSite = Schemas.SCHEMA_OF_SITE.of(DOCUMENT);
        List<Bound<? extends Record>> asked = new ArrayList<>(List.of(ofSite));
        List<Bound<Classification>> ofClasses = classIds.stream()
                .map(id -> Schemas.CLASSIFICATION_BY_ID.of(id, DOCUMENT))
                .toList();
        asked.addAll(ofClasses);
        Retrieved read = store.retrieve(asked);
        @Nullable
        SchemaDocument site = read.readable(ofSite)
                .map(row -> SchemaDocument.parse(row.record().schema()))
                .orElse(null);
        List<EffectiveSchema> found = new ArrayList<>();
        for (Bound<Classification> each : ofClasses) {
            read.readable(each)
                    .map(row -> SchemaDocument.parse(row.record().schema()))
                    .ifPresent(own -> found.add(merged(own, site)));
        }
        if (found.isEmpty() && site != null) {
            found.add(merged(SchemaDocument.NONE, site));
        }
        return found;
    }

    static EffectiveSchema merged(SchemaDocument own, @Nullable SchemaDocument site) {
        SchemaDocument base = site == null ? SchemaDocument.NONE : site;
        Map<String, SchemaAttribute> required = new LinkedHashMap<>();
        own.required().forEach(each -> required.merge(each.key(), each, EffectiveSchema::both));
        base.required().forEach(each -> required.merge(each.key(), each, EffectiveSchema::both));
        Map<String, List<List<String>>> defaults = new LinkedHashMap<>();
        Stream.concat(own.required().stream(), base.required().stream())
                .filter(each -> !each.defaults().isEmpty())
                .forEach(each -> defaults.computeIfAbsent(each.key(), any -> new ArrayList<>())
                        .add(each.defaults()));
        Map<String, SchemaAttribute> optional = new LinkedHashMap<>();
        own.optional().forEach(each -> optional.merge(each.key(), each, EffectiveSchema::both));
        base.optional().forEach(each -> optional.merge(each.key(), each, EffectiveSchema::both));
        // What one of the two requires is required, with the values that both allow.
        List.copyOf(optional.keySet()).stream().filter(required::containsKey).forEach(key -> {
            SchemaAttribute other = optional.remove(key);
            if (other != null) {
                required.merge(key, other, EffectiveSchema::both);
            }
        });
        Map<String, List<String>> composites = new LinkedHashMap<>();
        List<CompositeKey> all = new ArrayList<>(own.compositeKeys());
        all.addAll(base.compositeKeys());
        all.forEach(each -> composites.putIfAbsent(SiteCompositeKey.searchKeys(each.keys()), each.keys()));
        return new EffectiveSchema(
                required,
                optional,
                defaults,
                List.copyOf(composites.values()),
                own.allowsAdditional() && base.allowsAdditional());
    }

    /** What two schemas say of an attribute; the first one's counts hold, if it has some. */
    private static SchemaAttribute both(SchemaAttribute first, SchemaAttribute second) {
        List<String> allowed = new ArrayList<>(first.allowed());
        second.allowed().stream().filter(each -> !allowed.contains(each)).forEach(allowed::add);
        boolean hasCounts = first.minNumberOfValues() != null || first.maxNumberOfValues() != null;
        SchemaAttribute counts = hasCounts ? first : second;
        return new SchemaAttribute(
                first.attributeKey(), counts.minNumberOfValues(), counts.maxNumberOfValues(), null, null, allowed);
    }

    public @Nullable SchemaAttribute find(String key) {
        SchemaAttribute found = required.get(key);
        return found == null ? optional.get(key) : found;
    }
}

package dev.trestle.systems.formkiq.schemas;

import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.Schemas.Classification;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.CompositeKey;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.SchemaAttribute;
import dev.trestle.systems.formkiq.schemas.SchemaDocument.SchemaAttributes;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the operations on schemas and classes take and give. */
final class SchemaViews {
    record RequiredView(
            String attributeKey,
            @Nullable BigDecimal minNumberOfValues,
            @Nullable BigDecimal maxNumberOfValues,
            @Nullable String defaultValue,
            @Nullable List<String> defaultValues,
            @Nullable List<String> allowedValues,
            @Nullable Map<String, String> localizedAllowedValues) {}

    record OptionalView(
            @Nullable BigDecimal minNumberOfValues,
            @Nullable BigDecimal maxNumberOfValues,
            String attributeKey,
            @Nullable List<String> allowedValues,
            @Nullable Map<String, String> localizedAllowedValues) {}

    record AttributesView(
            @Nullable List<CompositeKey> compositeKeys,
            @Nullable List<RequiredView> required,
            @Nullable List<OptionalView> optional,
            boolean allowAdditionalAttributes) {
        /** {@code words} are what the values of an attribute are called in the caller's locale; null for none. */
        static AttributesView of(SchemaDocument schema, Function<String, @Nullable Map<String, String>> words) {
            return new AttributesView(
                    schema.compositeKeys().isEmpty() ? null : schema.compositeKeys(),
                    schema.required().isEmpty()
                            ? null
                            : schema.required().stream()
                                    .map(each -> required(each, words))
                                    .toList(),
                    schema.optional().isEmpty()
                            ? null
                            : schema.optional().stream()
                                    .map(each -> optional(each, words))
                                    .toList(),
                    schema.allowsAdditional());
        }

        private static RequiredView required(
                SchemaAttribute each, Function<String, @Nullable Map<String, String>> words) {
            return new RequiredView(
                    each.key(),
                    each.minNumberOfValues(),
                    each.maxNumberOfValues(),
                    each.defaultValue(),
                    each.defaultValues(),
                    each.allowedValues(),
                    words.apply(each.key()));
        }

        private static OptionalView optional(
                SchemaAttribute each, Function<String, @Nullable Map<String, String>> words) {
            return new OptionalView(
                    each.minNumberOfValues(),
                    each.maxNumberOfValues(),
                    each.key(),
                    each.allowedValues(),
                    words.apply(each.key()));
        }
    }

    record SchemaView(@Nullable String name, AttributesView attributes) {}

    record SchemaBody(@Nullable String name, @Nullable SchemaAttributes attributes) {}

    record GetSchema(String siteId, @Nullable String locale) implements OnSite {}

    record SetSchema(String siteId, SchemaBody body) implements OnSite {}

    record GetValues(String siteId, String key, @Nullable String locale) implements OnSite {}

    record ValuesView(List<String> allowedValues, @Nullable Map<String, String> localizedAllowedValues) {}

    record ListClasses(
            String siteId, @Nullable String limit, @Nullable String next) implements OnSite {}

    record ClassRow(
            String classificationId,
            String name,
            @Nullable String userId,
            @Nullable String insertedDate) {
        static ClassRow of(Classification stored) {
            return new ClassRow(
                    stored.documentId(), stored.name(), stored.userId(), Dates.textOf(stored.inserteddate()));
        }
    }

    record ClassesView(@Nullable String next, List<ClassRow> classifications) {}

    record ClassBody(@Nullable SchemaBody classification) {}

    record AddClass(String siteId, ClassBody body) implements OnSite {}

    record MadeClass(String classificationId) {}

    record ByClass(
            String siteId,
            String classificationId,
            @Nullable String locale) implements OnSite {}

    record DeleteClass(String siteId, String classificationId) implements OnSite {}

    record SetClass(String siteId, String classificationId, ClassBody body) implements OnSite {}

    record ClassView(
            String name, @Nullable String userId, @Nullable String insertedDate, AttributesView attributes) {}

    record OneClass(ClassView classification) {}

    record GetClassValues(
            String siteId,
            String classificationId,
            String key,
            @Nullable String locale) implements OnSite {}

    private SchemaViews() {}
}

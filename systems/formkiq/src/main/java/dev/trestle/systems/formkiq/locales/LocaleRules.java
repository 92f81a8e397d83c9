package dev.trestle.systems.formkiq.locales;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.locales.LocaleViews.ItemFields;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Locales.LocaleItemType;
import dev.trestle.systems.formkiq.model.Locales.LocaleType;
import dev.trestle.systems.formkiq.model.Schemas;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a locale and its texts have to be: a value that is translated is one that a schema allows. */
final class LocaleRules {
    private static final Pattern TAG = Pattern.compile("([A-Za-z]{2,3})([-_][A-Za-z0-9]{1,8}){0,4}");
    private static final Set<String> LANGUAGES =
            Arrays.stream(Locale.getISOLanguages()).collect(Collectors.toUnmodifiableSet());
    private static final int TEXT_MAX = 1000;
    private static final int VALUES_MAX = 10_000;

    private LocaleRules() {}

    static boolean isLocale(String text) {
        var matcher = TAG.matcher(text);
        return matcher.matches()
                && (matcher.group(1).length() == 3
                        || LANGUAGES.contains(matcher.group(1).toLowerCase(Locale.ROOT)));
    }

    /** The text that is asked for, or a refusal with all that is wrong. */
    static LocaleType checked(ItemStore store, String locale, @Nullable ItemFields asked) {
        if (asked == null) {
            throw Refusals.of("resourceItem", "'resourceItem' is required");
        }
        LocaleItemType type = asked.itemType();
        boolean isInterface = type == LocaleItemType.INTERFACE;
        boolean isValue = type == LocaleItemType.SCHEMA || type == LocaleItemType.CLASSIFICATION;
        Refusals refusals = new Refusals().addIf(type == null, "itemType", "'itemType' is required");
        if (isInterface) {
            refusals.require(asked.interfaceKey(), "interfaceKey");
        }
        if (type == LocaleItemType.CLASSIFICATION) {
            refusals.require(asked.classificationId(), "classificationId");
        }
        if (isValue) {
            refusals.require(asked.attributeKey(), "attributeKey").require(asked.allowedValue(), "allowedValue");
        }
        refusals.require(asked.localizedValue(), "localizedValue");
        tooLong(refusals, "interfaceKey", asked.interfaceKey());
        tooLong(refusals, "allowedValue", asked.allowedValue());
        tooLong(refusals, "localizedValue", asked.localizedValue());
        refusals.check();
        String last = String.valueOf(isInterface ? asked.interfaceKey() : asked.allowedValue());
        ItemKey key = new ItemKey(
                isInterface ? LocaleItemType.INTERFACE : typeOf(type),
                type == LocaleItemType.CLASSIFICATION ? asked.classificationId() : null,
                isInterface ? null : asked.attributeKey(),
                last);
        if (isValue) {
            checkValue(store, key);
        }
        return key.stored(locale, String.valueOf(asked.localizedValue()));
    }

    private static LocaleItemType typeOf(@Nullable LocaleItemType type) {
        return type == null ? LocaleItemType.SCHEMA : type;
    }

    private static void tooLong(Refusals refusals, String field, @Nullable String text) {
        refusals.addIf(text != null && text.length() > TEXT_MAX, field, "value cannot exceed " + TEXT_MAX);
    }

    private static void checkValue(ItemStore store, ItemKey key) {
        String attribute = String.valueOf(key.attributeKey());
        boolean isDefined = attribute.indexOf('#') < 0
                && store.stored(Attributes.ATTRIBUTE_BY_KEY.of(attribute)).isPresent();
        if (!isDefined) {
            throw Refusals.of(attribute, "missing attribute '" + attribute + "'");
        }
        boolean ofClass = key.type() == LocaleItemType.CLASSIFICATION;
        String classId = String.valueOf(key.classificationId());
        boolean isUsed = ofClass
                ? store.stored(Schemas.CLASSIFICATION_ATTRIBUTE_BY_KEY.of(classId, attribute))
                        .isPresent()
                : store.stored(Schemas.SITE_ATTRIBUTE_BY_KEY.of(attribute)).isPresent();
        if (!isUsed) {
            throw Refusals.of(
                    attribute,
                    "AttributeKey '" + attribute + "' is not used in " + (ofClass ? "classification" : "schema"));
        }
        boolean isAllowed = ofClass
                ? store.first(Schemas.CLASSIFICATION_ALLOWED_VALUES.of(classId, attribute), VALUES_MAX).stream()
                        .anyMatch(row -> row.value().equals(key.last()))
                : store.first(Schemas.SITE_ALLOWED_VALUES.of(attribute), VALUES_MAX).stream()
                        .anyMatch(row -> row.value().equals(key.last()));
        if (!isAllowed) {
            throw Refusals.of(attribute, "invalid allowed value '" + key.last() + "' on key '" + attribute + "'");
        }
    }
}

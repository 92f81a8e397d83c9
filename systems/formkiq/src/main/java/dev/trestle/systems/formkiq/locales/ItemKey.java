package dev.trestle.systems.formkiq.locales;

import dev.trestle.model.Bound;
import dev.trestle.systems.formkiq.model.Locales;
import dev.trestle.systems.formkiq.model.Locales.LocaleItemType;
import dev.trestle.systems.formkiq.model.Locales.LocaleType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a translated text is called by: {@code INTERFACE##key}, {@code SCHEMA##attribute##value} or
 * {@code CLASSIFICATION##id##attribute##value}. Only the last part may hold the delimiter.
 */
record ItemKey(
        LocaleItemType type,
        @Nullable String classificationId,
        @Nullable String attributeKey,
        String last) {
    private static final String DELIMITER = "##";

    static ItemKey of(LocaleType stored) {
        String last = stored.itemType() == LocaleItemType.INTERFACE ? stored.interfaceKey() : stored.allowedValue();
        return new ItemKey(
                stored.itemType(), stored.classificationId(), stored.attributeKey(), last == null ? "" : last);
    }

    static Optional<ItemKey> parse(String text) {
        String[] parts = text.split(DELIMITER, 2);
        if (parts.length < 2 || parts[1].isEmpty()) {
            return Optional.empty();
        }
        switch (parts[0]) {
            case "INTERFACE":
                return Optional.of(new ItemKey(LocaleItemType.INTERFACE, null, null, parts[1]));
            case "SCHEMA":
                String[] schema = parts[1].split(DELIMITER, 2);
                return schema.length < 2
                        ? Optional.empty()
                        : Optional.of(new ItemKey(LocaleItemType.SCHEMA, null, schema[0], schema[1]));
            case "CLASSIFICATION":
                String[] own = parts[1].split(DELIMITER, 3);
                return own.length < 3
                        ? Optional.empty()
                        : Optional.of(new ItemKey(LocaleItemType.CLASSIFICATION, own[0], own[1], own[2]));
            default:
                return Optional.empty();
        }
    }

    String text() {
        return switch (type) {
            case INTERFACE -> "INTERFACE##" + last;
            case SCHEMA -> "SCHEMA##" + attributeKey + DELIMITER + last;
            case CLASSIFICATION -> "CLASSIFICATION##" + classificationId + DELIMITER + attributeKey + DELIMITER + last;
        };
    }

    /** Where the text of a locale is. */
    Bound<LocaleType> in(String locale) {
        return switch (type) {
            case INTERFACE -> Locales.BY_INTERFACE_KEY.of(locale, last);
            case SCHEMA -> Locales.BY_SCHEMA_VALUE.of(locale, String.valueOf(attributeKey), last);
            case CLASSIFICATION ->
                Locales.BY_CLASSIFICATION_VALUE.of(
                        locale, String.valueOf(classificationId), String.valueOf(attributeKey), last);
        };
    }

    LocaleType stored(String locale, String localizedValue) {
        boolean isInterface = type == LocaleItemType.INTERFACE;
        return new LocaleType(
                type,
                isInterface ? last : null,
                attributeKey,
                isInterface ? null : last,
                classificationId,
                locale,
                localizedValue);
    }
}

package dev.trestle.systems.formkiq.schemas;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.model.Locales;
import dev.trestle.systems.formkiq.model.Locales.LocaleType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the values of attributes are called in a locale. */
final class LocalizedValues {
    private static final int VALUES_MAX = 10_000;

    private LocalizedValues() {}

    /** By the site's words; without a locale there are none. */
    static Function<String, @Nullable Map<String, String>> ofSite(ItemStore store, @Nullable String locale) {
        return key -> isNone(locale, key)
                ? null
                : words(store.first(Locales.BY_SCHEMA_ATTRIBUTE.of(String.valueOf(locale), key), VALUES_MAX));
    }

    /** By the site's words, and the class's own before these. */
    static Function<String, @Nullable Map<String, String>> ofClass(
            ItemStore store, String classId, @Nullable String locale) {
        Function<String, @Nullable Map<String, String>> site = ofSite(store, locale);
        return key -> {
            if (isNone(locale, key)) {
                return null;
            }
            Map<String, String> all = new TreeMap<>();
            Map<String, String> ofSite = site.apply(key);
            if (ofSite != null) {
                all.putAll(ofSite);
            }
            Map<String, String> own = words(store.first(
                    Locales.BY_CLASSIFICATION_ATTRIBUTE.of(String.valueOf(locale), classId, key), VALUES_MAX));
            if (own != null) {
                all.putAll(own);
            }
            return all.isEmpty() ? null : all;
        };
    }

    private static boolean isNone(@Nullable String locale, String key) {
        return locale == null || locale.isEmpty() || locale.indexOf('#') >= 0 || key.isEmpty() || key.indexOf('#') >= 0;
    }

    private static @Nullable Map<String, String> words(List<LocaleType> rows) {
        Map<String, String> words = new TreeMap<>();
        rows.forEach(row -> {
            if (row.allowedValue() != null) {
                words.put(row.allowedValue(), row.localizedValue());
            }
        });
        return words.isEmpty() ? null : words;
    }
}

package dev.trestle.systems.formkiq.locales;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.Locales.LocaleItemType;
import dev.trestle.systems.formkiq.model.Locales.LocaleType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on locales take and give. */
final class LocaleViews {
    record LocaleView(String locale) {}

    record LocalesView(@Nullable String next, List<LocaleView> locales) {}

    record ListLocales(
            String siteId, @Nullable String next, @Nullable String limit) implements OnSite {}

    record LocaleBody(@Nullable String locale) {}

    record AddLocale(String siteId, LocaleBody body) implements OnSite {}

    record ByLocale(String siteId, String locale) implements OnSite {}

    record ListItems(
            String siteId,
            String locale,
            @Nullable String next,
            @Nullable String limit) implements OnSite {}

    record ItemFields(
            @Nullable LocaleItemType itemType,
            @Nullable String interfaceKey,
            @Nullable String classificationId,
            @Nullable String attributeKey,
            @Nullable String allowedValue,
            @Nullable String localizedValue) {}

    record ItemBody(@Nullable ItemFields resourceItem) {}

    record AddItem(String siteId, String locale, ItemBody body) implements OnSite {}

    record ByItem(String siteId, String locale, String itemKey) implements OnSite {}

    record SetItem(String siteId, String locale, String itemKey, ItemBody body) implements OnSite {}

    record ItemView(
            LocaleItemType itemType,
            String localizedValue,
            @Nullable String interfaceKey,
            String itemKey,
            @Nullable String attributeKey,
            @Nullable String allowedValue,
            @Nullable String classificationId) {
        static ItemView of(LocaleType stored) {
            return new ItemView(
                    stored.itemType(),
                    stored.localizedValue(),
                    stored.interfaceKey(),
                    ItemKey.of(stored).text(),
                    stored.attributeKey(),
                    stored.allowedValue(),
                    stored.classificationId());
        }
    }

    record ItemsView(@Nullable String next, List<ItemView> resourceItems) {}

    record OneItem(ItemView resourceItem) {}

    record MadeItem(String itemKey) {}

    private LocaleViews() {}
}

package dev.trestle.systems.formkiq.locales;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.locales.LocaleViews.AddItem;
import dev.trestle.systems.formkiq.locales.LocaleViews.AddLocale;
import dev.trestle.systems.formkiq.locales.LocaleViews.ByItem;
import dev.trestle.systems.formkiq.locales.LocaleViews.ByLocale;
import dev.trestle.systems.formkiq.locales.LocaleViews.ItemView;
import dev.trestle.systems.formkiq.locales.LocaleViews.ItemsView;
import dev.trestle.systems.formkiq.locales.LocaleViews.ListItems;
import dev.trestle.systems.formkiq.locales.LocaleViews.ListLocales;
import dev.trestle.systems.formkiq.locales.LocaleViews.LocaleView;
import dev.trestle.systems.formkiq.locales.LocaleViews.LocalesView;
import dev.trestle.systems.formkiq.locales.LocaleViews.MadeItem;
import dev.trestle.systems.formkiq.locales.LocaleViews.OneItem;
import dev.trestle.systems.formkiq.locales.LocaleViews.SetItem;
import dev.trestle.systems.formkiq.model.Locales;
import dev.trestle.systems.formkiq.model.Locales.LocaleType;
import dev.trestle.systems.formkiq.model.Locales.SiteLocale;
import java.util.List;
import java.util.Optional;

/** The operations on the locales of a site, and on what things are called in them. */
public final class LocaleOperations {
    private final ItemStore items;
    private final Pages pages;

    public LocaleOperations(ItemStore items, Pages pages) {
        this.items = items;
        this.pages = pages;
    }

    public void declare(Operations<Caller> api) {
        String all = "/sites/{siteId}/locales";
        api.get("GetLocales", all, ListLocales.class)
                .about("The locales of a site")
                .right(Rights.READ)
                .gives(LocalesView.class, this::locales);
        api.post("AddLocale", all, AddLocale.class)
                .about("Adds a locale to a site")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(Message.class, this::addLocale);
        api.delete("DeleteLocale", all + "/{locale}", ByLocale.class)
                .about("Deletes a locale that has no texts")
                .right(Rights.DELETE)
                .refuses(Kind.INVALID)
                .changes(Message.class, this::deleteLocale);
        declareItems(api, all + "/{locale}/resourceItems");
    }

    private void declareItems(Operations<Caller> api, String all) {
        api.get("GetLocaleResourceItems", all, ListItems.class)
                .about("The texts of a locale")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(ItemsView.class, this::items);
        api.post("AddLocaleResourceItem", all, AddItem.class)
                .about("Says what something is called in a locale")
                .right(Rights.WRITE)
                .refuses(Kind.INVALID)
                .changes(MadeItem.class, this::addItem);
        String one = all + "/{itemKey}";
        api.get("GetLocaleResourceItem", one, ByItem.class)
                .about("What something is called in a locale")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(
                        OneItem.class,
                        given -> new OneItem(ItemView.of(require(
                                        given.by(),
                                        given.asked().locale(),
                                        given.asked().itemKey(),
                                        "ItemKey")
                                .record())));
        api.put("SetLocaleResourceItem", one, SetItem.class)
                .about("Changes what something is called in a locale")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::setItem);
        api.delete("DeleteLocaleResourceItem", one, ByItem.class)
                .about("Deletes what something is called in a locale")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::deleteItem);
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site()).consistent();
    }

    private LocalesView locales(Given<Caller, ListLocales> given) {
        ItemStore store = store(given.by());
        Pages.Listing<LocaleView> page = pages.collect(
                pages.asked(
                        given.by(),
                        "GetLocales",
                        List.of(),
                        given.asked().limit(),
                        given.asked().next(),
                        null),
                (after, count) -> store.placed(Locales.LOCALES.of(), count, after),
                Pages.each(row -> new LocaleView(row.locale())));
        return new LocalesView(page.next(), page.items());
    }

    private Decision<Message> addLocale(Given<Caller, AddLocale> given) {
        String locale = given.asked().body().locale();
        new Refusals()
                .addIf(locale == null || locale.isEmpty(), "locale", "locale is required")
                .check();
        String named = String.valueOf(locale);
        if (!LocaleRules.isLocale(named)) {
            throw Refusals.of("locale", "invalid locale '" + named + "'");
        }
        return Decision.of(new Message("Locale '" + named + "' saved")).put(Locales.LOCALE, new SiteLocale(named));
    }

    private Stored<SiteLocale> requireLocale(Caller caller, String locale) {
        Optional<Stored<SiteLocale>> found = LocaleRules.isLocale(locale)
                ? store(caller).stored(Locales.LOCALE_BY_NAME.of(locale))
                : Optional.empty();
        return found.orElseThrow(() -> Refusals.of("locale", "Locale '" + locale + "' not found"));
    }

    private Decision<Message> deleteLocale(Given<Caller, ByLocale> given) {
        Stored<SiteLocale> before = requireLocale(given.by(), given.asked().locale());
        String locale = before.record().locale();
        ItemStore store = store(given.by());
        Decision<Message> decision =
                Decision.of(new Message("deleted locale '" + locale + "'")).delete(Locales.LOCALE, before);
        boolean isFree = store.first(Locales.VALUES_OF_LOCALE.of(locale), 1).isEmpty()
                && UseCounts.end(decision, store, UseCounts.ofLocale(locale));
        if (!isFree) {
            throw Refusals.of("locale", "Locale Item Resources found for Locale '" + locale + "'");
        }
        return decision;
    }

    private ItemsView items(Given<Caller, ListItems> given) {
        ListItems asked = given.asked();
        String locale = requireLocale(given.by(), asked.locale()).record().locale();
        ItemStore store = store(given.by());
        Pages.Listing<ItemView> page = pages.collect(
                pages.asked(given.by(), "GetLocaleResourceItems", List.of(locale), asked.limit(), asked.next(), null),
                (after, count) -> store.placed(Locales.VALUES_OF_LOCALE.of(locale), count, after),
                Pages.each(ItemView::of));
        return new ItemsView(page.next(), page.items());
    }

    private Stored<LocaleType> require(Caller caller, String locale, String itemKey, String what) {
        String known = requireLocale(caller, locale).record().locale();
        return ItemKey.parse(itemKey)
                .filter(key -> key.attributeKey() == null || key.attributeKey().indexOf('#') < 0)
                .flatMap(key -> store(caller).stored(key.in(known)))
                .orElseThrow(() -> Refusals.notFound(what + " '" + itemKey + "' not found"));
    }

    private Decision<MadeItem> addItem(Given<Caller, AddItem> given) {
        ItemStore store = store(given.by());
        String locale =
                requireLocale(given.by(), given.asked().locale()).record().locale();
        LocaleType made =
                LocaleRules.checked(store, locale, given.asked().body().resourceItem());
        ItemKey key = ItemKey.of(made);
        Decision<MadeItem> decision =
                Decision.of(new MadeItem(key.text())).check(Locales.LOCALE_BY_NAME.of(locale), Expect.PRESENT);
        Optional<Stored<LocaleType>> before = store.stored(key.in(locale));
        if (before.isPresent()) {
            return decision.replace(Locales.LOCALE_TYPE, before.get(), made);
        }
        UseCounts.add(decision, store, UseCounts.ofLocale(locale), key.text(), 1);
        return decision.create(Locales.LOCALE_TYPE, made);
    }

    private Decision<Message> setItem(Given<Caller, SetItem> given) {
        SetItem asked = given.asked();
        Stored<LocaleType> before = require(given.by(), asked.locale(), asked.itemKey(), "itemKey");
        LocaleType after = LocaleRules.checked(
                store(given.by()), before.record().locale(), asked.body().resourceItem());
        String key = ItemKey.of(before.record()).text();
        if (!ItemKey.of(after).text().equals(key)) {
            throw Refusals.notFound("itemKey '" + asked.itemKey() + "' not found");
        }
        return Decision.of(new Message("set item '" + key + "' successfully"))
                .replace(Locales.LOCALE_TYPE, before, after);
    }

    private Decision<Message> deleteItem(Given<Caller, ByItem> given) {
        ByItem asked = given.asked();
        Stored<LocaleType> before = require(given.by(), asked.locale(), asked.itemKey(), "ItemKey");
        Decision<Message> decision = Decision.of(new Message("ItemKey '" + asked.itemKey() + "' successfully deleted"))
                .delete(Locales.LOCALE_TYPE, before);
        UseCounts.add(
                decision,
                store(given.by()),
                UseCounts.ofLocale(before.record().locale()),
                ItemKey.of(before.record()).text(),
                -1);
        return decision;
    }
}

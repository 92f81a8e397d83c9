package dev.trestle.systems.zentriqvision.alerts;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.AddSearch;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.ListSearches;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.OfSearch;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.PutSearch;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.SearchDraft;
import dev.trestle.systems.zentriqvision.alerts.Webhooks.Kept;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.SavedSearch;
import dev.trestle.systems.zentriqvision.model.SavedSearch.Webhook;
import dev.trestle.systems.zentriqvision.model.SearchFilter;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.WebhookResult;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.search.Matching;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The searches that users keep. Each sees their own alone: somebody else's is not there. */
final class SavedSearches {
    static final Item<Caller, SavedSearch> OWN = Item.of("There is no such saved search.");

    /** The most of one user. */
    static final int MAX = 50;

    private final Parts parts;
    private final Webhooks webhooks;

    SavedSearches(Parts parts, Webhooks webhooks) {
        this.parts = parts;
        this.webhooks = webhooks;
    }

    Page<SearchView> list(Given<Caller, ListSearches> given) {
        ItemStore store = parts.of(given.by());
        Page<SavedSearch> page = Page.of(store.page(
                SupportTable.SEARCHES_OF_USER.of(given.by().userId()),
                given.asked().limit(),
                given.asked().cursor()));
        List<Optional<WebhookResult>> last = store.getAll(page.items().stream()
                .map(each -> SupportTable.RESULT_OF_WEBHOOK.of(each.userId(), each.searchId()))
                .toList());
        List<SearchView> views = new ArrayList<>();
        for (int i = 0; i < page.items().size(); i++) {
            views.add(SearchView.of(page.items().get(i), last.get(i).orElse(null), null));
        }
        return new Page<>(views, page.next());
    }

    SearchView view(Given<Caller, OfSearch> given, Stored<SavedSearch> read) {
        return view(given.by(), read.record(), null);
    }

    private SearchView view(Caller who, SavedSearch search, @Nullable String secret) {
        WebhookResult last = parts.of(who)
                .get(SupportTable.RESULT_OF_WEBHOOK.of(search.userId(), search.searchId()))
                .orElse(null);
        return SearchView.of(search, last, secret);
    }

    Decision<SearchView> add(Given<Caller, AddSearch> given) {
        Caller who = given.by();
        SearchDraft draft = given.asked().body();
        SearchFilter filter = checked(draft);
        if (parts.deciding(who.orgId())
                        .first(SupportTable.SEARCHES_OF_USER.of(who.userId()), MAX)
                        .size()
                == MAX) {
            throw ApiException.conflict("You keep " + MAX + " searches, which is the most. Delete one first.", null)
                    .withCode("searches-max");
        }
        Kept webhook = draft.webhook() == null ? null : webhooks.kept(draft.webhook(), null);
        SavedSearch search = made(given, given.ids().random("search_"), draft, filter, webhook, given.at());
        note(given, search, "save search");
        return Decision.of(SearchView.of(search, null, webhook == null ? null : webhook.secret()))
                .create(SupportTable.SAVED_SEARCH, search);
    }

    Decision<SearchView> put(Given<Caller, PutSearch> given, Stored<SavedSearch> read) {
        SearchDraft draft = given.asked().body();
        SearchFilter filter = checked(draft);
        SavedSearch before = read.record();
        Webhook known = before.webhook();
        Kept webhook = draft.webhook() == null ? null : webhooks.kept(draft.webhook(), known);
        SavedSearch after = made(given, before.searchId(), draft, filter, webhook, before.createdAt());
        note(given, after, "change saved search");
        return Decision.of(view(given.by(), after, webhook == null ? null : webhook.secret()))
                .replace(SupportTable.SAVED_SEARCH, read, after);
    }

    Decision<@Nullable Void> delete(Given<Caller, OfSearch> given, Stored<SavedSearch> read) {
        note(given, read.record(), "delete saved search");
        return Decision.done().delete(SupportTable.SAVED_SEARCH, read);
    }

    private void note(Given<Caller, ?> given, SavedSearch search, String what) {
        parts.access().note(given.by(), Look.at(AccessAction.EDIT).saying(what + " " + search.searchId()));
    }

    /** What a search could not find is refused now, not when it is asked. */
    private static SearchFilter checked(SearchDraft draft) {
        if (draft.name().isBlank()) {
            throw ApiException.invalid("name", "must not be empty").withCode("blank");
        }
        SearchFilter filter = draft.filters().filter();
        Matching unused = Matching.of(filter);
        return filter;
    }

    private static SavedSearch made(
            Given<Caller, ?> given,
            String searchId,
            SearchDraft draft,
            SearchFilter filter,
            @Nullable Kept webhook,
            Instant createdAt) {
        Integer every = draft.everyMinutes();
        return new SavedSearch(
                given.by().userId(),
                searchId,
                draft.name().strip(),
                filter,
                !Boolean.FALSE.equals(draft.alert()),
                every == null ? SavedSearch.EVERY_MINUTES : every,
                Boolean.TRUE.equals(draft.mail()),
                draft.language(),
                webhook == null ? null : webhook.webhook(),
                createdAt,
                given.at());
    }
}

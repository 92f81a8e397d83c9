package dev.trestle.systems.formkiq.sites;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.ApiKeys;
import dev.trestle.systems.formkiq.model.ApiKeys.ApiKey;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Sites;
import dev.trestle.systems.formkiq.sites.SiteViews.Access;
import dev.trestle.systems.formkiq.sites.SiteViews.AddApiKey;
import dev.trestle.systems.formkiq.sites.SiteViews.ApiKeyView;
import dev.trestle.systems.formkiq.sites.SiteViews.ApiKeysView;
import dev.trestle.systems.formkiq.sites.SiteViews.BySite;
import dev.trestle.systems.formkiq.sites.SiteViews.ConfigurationView;
import dev.trestle.systems.formkiq.sites.SiteViews.DeleteApiKey;
import dev.trestle.systems.formkiq.sites.SiteViews.GetApiKeys;
import dev.trestle.systems.formkiq.sites.SiteViews.GetSites;
import dev.trestle.systems.formkiq.sites.SiteViews.MadeKey;
import dev.trestle.systems.formkiq.sites.SiteViews.SiteView;
import dev.trestle.systems.formkiq.sites.SiteViews.SitesView;
import dev.trestle.systems.formkiq.sites.SiteViews.UpdateConfiguration;
import dev.trestle.systems.formkiq.sites.SiteViews.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The operations on the installation, on sites, their configuration and their API keys. */
public final class SiteOperations {
    private static final String VERSION = "1.18.0";
    private static final int SITES_MAX = 1000;

    private final ItemStore store;
    private final Pages pages;
    private final KeyRing keys;
    private final boolean explicit;
    private final Consumer<String> limited;

    /** {@code limited} is told of a site whose limits may have changed. */
    public SiteOperations(ItemStore store, Pages pages, KeyRing keys, boolean explicit, Consumer<String> limited) {
        this.store = store.consistent();
        this.pages = pages;
        this.keys = keys;
        this.explicit = explicit;
        this.limited = limited;
    }

    public void declare(Operations<Caller> api) {
        api.get("GetVersion", "/version")
                .about("The version of the API, and what is switched on")
                .right(Rights.ANY_GROUP)
                .gives(Version.class, given -> version());
        api.get("GetSites", "/sites", GetSites.class)
                .about("The sites that the caller knows, and what they may do there")
                .right(Rights.ANY_GROUP)
                .gives(SitesView.class, this::sites);
        api.get("GetConfiguration", "/sites/{siteId}/configuration", BySite.class)
                .about("What is configured for a site; secrets are masked")
                .right(Rights.READ)
                .gives(ConfigurationView.class, given -> Configurations.view(within(given.by())));
        api.patch("UpdateConfiguration", "/sites/{siteId}/configuration", UpdateConfiguration.class)
                .about("Changes what is configured for a site")
                .right(Rights.ADMIN)
                .refuses(Kind.INVALID)
                .changes(given ->
                        Configurations.update(within(given.by()), given.asked().body()))
                .gives(Message.class, (given, changed) -> {
                    limited.accept(given.by().site());
                    return Reply.of(new Message("Config saved"));
                });
        declareKeys(api);
    }

    private void declareKeys(Operations<Caller> api) {
        api.get("GetApiKeys", "/sites/{siteId}/apiKeys", GetApiKeys.class)
                .about("The API keys of a site by name, masked")
                .right(Rights.ADMIN_OR_GOVERN)
                .gives(ApiKeysView.class, this::apiKeys);
        api.post("AddApiKey", "/sites/{siteId}/apiKeys", AddApiKey.class)
                .about("Makes an API key, which is shown this once")
                .right(Rights.ADMIN)
                .refuses(Kind.INVALID)
                .changes(MadeKey.class, this::addKey);
        api.delete("DeleteApiKey", "/sites/{siteId}/apiKeys/{apiKey}", DeleteApiKey.class)
                .about("Deletes an API key, named by itself or by its mask")
                .right(Rights.ADMIN_OF_KEYS)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::deleteKey);
    }

    private ItemStore within(Caller caller) {
        return store.within(caller.site());
    }

    private Version version() {
        return new Version(
                VERSION,
                "core",
                "prod",
                List.of(explicit ? "site_permissions_explicit" : "site_permissions_automatic"));
    }

    private SitesView sites(Given<Caller, GetSites> given) {
        Caller caller = given.by();
        Map<String, Sites.Site> rows = new TreeMap<>();
        store.first(Sites.ALL_SITES.of(), SITES_MAX).forEach(row -> rows.put(row.siteId(), row));
        Map<String, Set<Permission>> known = new TreeMap<>(caller.sites());
        if (caller.isAdministrator()) {
            known.putIfAbsent(DocumentsTable.DEFAULT_SITE, Set.of());
            rows.keySet().forEach(id -> known.putIfAbsent(id, Set.of()));
            known.replaceAll((id, any) -> EnumSet.allOf(Permission.class));
        }
        List<SiteView> views = new ArrayList<>();
        known.forEach((id, permissions) -> {
            SiteView view = view(id, permissions, rows.get(id));
            boolean isClosed = view.status() == ActiveStatus.INACTIVE && !caller.isAdministrator();
            boolean isAsked = given.asked().status() == null || given.asked().status() == view.status();
            if (isAsked && !isClosed) {
                views.add(view);
            }
        });
        return new SitesView(caller.user(), List.copyOf(caller.groups()), views);
    }

    private static SiteView view(String id, Set<Permission> permissions, Sites.@Nullable Site row) {
        boolean writes = permissions.contains(Permission.WRITE) || permissions.contains(Permission.ADMIN);
        return new SiteView(
                id,
                row == null ? null : row.title(),
                row == null ? ActiveStatus.ACTIVE : row.status(),
                writes ? Access.READ_WRITE : Access.READ_ONLY,
                Arrays.stream(Permission.values())
                        .filter(permissions::contains)
                        .sorted(java.util.Comparator.comparing(Enum::name))
                        .toList());
    }

    private ApiKeysView apiKeys(Given<Caller, GetApiKeys> given) {
        GetApiKeys asked = given.asked();
        Pages.Listing<ApiKeyView> page = pages.of(
                pages.asked(given.by(), "GetApiKeys", List.of(), asked.limit(), asked.next(), null),
                keys.list(given.by().site()));
        return new ApiKeysView(page.next(), page.items());
    }

    private Decision<MadeKey> addKey(Given<Caller, AddApiKey> given) {
        ApiKey key = keys.make(given.by(), given.asked().body(), given.at());
        return Decision.of(new MadeKey(key.apiKey())).create(ApiKeys.API_KEY, key);
    }

    private Decision<Message> deleteKey(Given<Caller, DeleteApiKey> given) {
        ApiKey key = keys.find(given.by().site(), given.asked().apiKey());
        return Decision.of(new Message("ApiKey deleted")).delete(ApiKeys.API_KEY, key, Expect.PRESENT);
    }
}

package dev.trestle.systems.formkiq.webhooks;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.WebhookRows;
import dev.trestle.systems.formkiq.model.WebhookRows.Webhook;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhookState;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhookTag;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhooksToken;
import dev.trestle.systems.formkiq.sites.Configurations;
import dev.trestle.systems.formkiq.tags.TagViews.NewTag;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.AddTag;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.AddWebhook;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.ByWebhook;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.ListWebhooks;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.MadeWebhook;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.TagsView;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.UpdateWebhook;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.WebhookFields;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.WebhookView;
import dev.trestle.systems.formkiq.webhooks.WebhookViews.WebhooksView;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The operations that make, list, change and delete webhooks. */
public final class WebhookOperations {
    private static final int WEBHOOKS_MAX = 1_000;
    private static final int NAME_MAX = 200;

    private final ItemStore items;
    private final Pages pages;
    private final Clock clock;
    private final String publicUrl;

    /** {@code publicUrl} is where the server is reached from outside. */
    public WebhookOperations(ItemStore items, Pages pages, Clock clock, String publicUrl) {
        this.items = items;
        this.pages = pages;
        this.clock = clock;
        this.publicUrl = publicUrl;
    }

    public void declare(Operations<Caller> api) {
        api.get("GetWebhooks", "/webhooks", ListWebhooks.class)
                .about("The webhooks of a site by name")
                .right(Rights.READ)
                .gives(WebhooksView.class, this::list);
        api.post("AddWebhook", "/webhooks", AddWebhook.class)
                .about("Makes an address at which others leave documents")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID, Kind.RATE_LIMITED)
                .changes(MadeWebhook.class, this::add);
        String one = "/webhooks/{webhookId}";
        api.get("GetWebhook", one, ByWebhook.class)
                .about("A webhook")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        WebhookView.class,
                        given -> view(
                                given.by(),
                                require(given.by(), given.asked().webhookId()).record()));
        api.patch("UpdateWebhook", one, UpdateWebhook.class)
                .about("Changes what is given of a webhook")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::update);
        api.delete("DeleteWebhook", one, ByWebhook.class)
                .about("Deletes a webhook; the documents that it made stay")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::delete);
        api.get("GetWebhookTags", one + "/tags", ByWebhook.class)
                .about("The tags that documents of a webhook get")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(TagsView.class, this::tags);
        api.post("AddWebhookTag", one + "/tags", AddTag.class)
                .about("Has documents of a webhook get a tag")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::addTag);
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site()).consistent();
    }

    private Stored<Webhook> require(Caller caller, String webhookId) {
        Optional<Stored<Webhook>> found = WebhookIds.isId(webhookId)
                ? store(caller).stored(WebhookRows.WEBHOOK_BY_ID.of(webhookId))
                : Optional.empty();
        return found.filter(row -> row.record().isThere(clock.instant()))
                .orElseThrow(() -> Refusals.notFound("Webhook 'id' not found"));
    }

    private List<Webhook> all(ItemStore store) {
        return store.first(WebhookRows.WEBHOOKS.of(), WEBHOOKS_MAX).stream()
                .filter(hook -> hook.isThere(clock.instant()))
                .sorted(Comparator.comparing(Webhook::name).thenComparing(Webhook::webhookId))
                .toList();
    }

    private WebhooksView list(Given<Caller, ListWebhooks> given) {
        ListWebhooks asked = given.asked();
        Pages.Listing<Webhook> page = pages.of(
                pages.asked(given.by(), "GetWebhooks", List.of(), asked.limit(), asked.next(), null),
                all(store(given.by())));
        return new WebhooksView(
                page.next(),
                page.items().stream().map(hook -> view(given.by(), hook)).toList());
    }

    private WebhookView view(Caller caller, Webhook hook) {
        String site = caller.site();
        String place = hook.state() == WebhookState.PRIVATE ? "private" : "public";
        Long ttl = hook.ttl();
        return new WebhookView(
                site,
                hook.name(),
                publicUrl + "/formkiq/v1/" + place + "/webhooks/" + hook.webhookId()
                        + (site.equals(DocumentsTable.DEFAULT_SITE) ? "" : "?siteId=" + site),
                Dates.text(hook.insertedDate()),
                hook.webhookId(),
                hook.userId(),
                WebhookFacts.text(hook.state()),
                ttl == null ? null : ttl.toString());
    }

    private Decision<MadeWebhook> add(Given<Caller, AddWebhook> given) {
        WebhookFields asked = given.asked().body();
        String name = asked.name();
        if (name == null || name.isBlank()) {
            throw Refusals.message("Invalid JSON body.");
        }
        check(asked);
        ItemStore store = store(given.by());
        Instant now = given.at().truncatedTo(ChronoUnit.SECONDS);
        Long ttl = WebhookFacts.ttl(asked.ttl());
        Webhook hook = new Webhook(
                UUID.randomUUID().toString(),
                name.strip(),
                given.by().user(),
                now,
                WebhookFacts.state(asked.enabled(), WebhookState.OPEN),
                ttl,
                ttl == null ? null : now.plusSeconds(ttl));
        Decision<MadeWebhook> decision = Decision.of(
                        new MadeWebhook(hook.webhookId(), given.by().site()))
                .create(WebhookRows.WEBHOOK, hook);
        WebhookTags.rows(hook, asked.tags(), given.by().user(), now)
                .forEach(row -> decision.create(WebhookRows.WEBHOOK_TAG, row));
        return counted(decision, store);
    }

    /** Holds a decision to there being room for one more, also if another is added at the same moment. */
    private Decision<MadeWebhook> counted(Decision<MadeWebhook> decision, ItemStore store) {
        Optional<Stored<WebhooksToken>> before = store.stored(WebhookRows.TOKEN_OF_WEBHOOKS.of());
        long most = Math.min(WEBHOOKS_MAX, Configurations.webhooksMax(store).orElse((long) WEBHOOKS_MAX));
        if (store.first(WebhookRows.WEBHOOKS.of(), WEBHOOKS_MAX).size() >= WEBHOOKS_MAX
                || all(store).size() >= most) {
            throw ApiException.of(Kind.RATE_LIMITED, "Reached max number of webhooks");
        }
        WebhooksToken token = new WebhooksToken(UUID.randomUUID().toString());
        return before.isPresent()
                ? decision.replace(WebhookRows.WEBHOOKS_TOKEN, before.get(), token)
                : decision.create(WebhookRows.WEBHOOKS_TOKEN, token);
    }

    private static void check(WebhookFields asked) {
        String name = asked.name() == null ? "" : asked.name();
        new Refusals()
                .addIf(
                        name.length() > NAME_MAX || name.codePoints().anyMatch(Character::isISOControl),
                        "name",
                        "invalid 'name', at most " + NAME_MAX + " characters")
                .addIf(
                        !WebhookFacts.isState(asked.enabled()),
                        "enabled",
                        "'enabled' must be one of true, false, private")
                .addIf(!WebhookFacts.isTtl(asked.ttl()), "ttl", "'ttl' must be a number of seconds")
                .check();
    }

    private Decision<Message> update(Given<Caller, UpdateWebhook> given) {
        WebhookFields asked = given.asked().body();
        Stored<Webhook> before = require(given.by(), given.asked().webhookId());
        check(asked);
        Webhook was = before.record();
        Instant now = given.at().truncatedTo(ChronoUnit.SECONDS);
        Long ttl = asked.ttl() == null ? was.ttl() : WebhookFacts.ttl(asked.ttl());
        Instant expires = asked.ttl() == null ? was.expiresAt() : ttl == null ? null : now.plusSeconds(ttl);
        Webhook after = new Webhook(
                was.webhookId(),
                isEmpty(asked.name())
                        ? was.name()
                        : String.valueOf(asked.name()).strip(),
                was.userId(),
                was.insertedDate(),
                WebhookFacts.state(asked.enabled(), was.state()),
                ttl,
                expires);
        Decision<Message> decision = Decision.of(new Message("'" + was.webhookId() + "' object updated"))
                .replace(WebhookRows.WEBHOOK, before, after);
        List<WebhookTag> rows = WebhookTags.rows(after, asked.tags(), given.by().user(), now);
        List<WebhookTag> kept = WebhookTags.of(store(given.by()), was.webhookId()).stream()
                .filter(tag -> rows.stream().noneMatch(row -> row.tagKey().equals(tag.tagKey())))
                .toList();
        requireRoom(kept.size() + rows.size());
        rows.forEach(row -> decision.put(WebhookRows.WEBHOOK_TAG, row));
        if (asked.ttl() != null) {
            // A tag is there as long as its webhook.
            kept.forEach(tag -> decision.put(
                    WebhookRows.WEBHOOK_TAG,
                    new WebhookTag(
                            tag.webhookId(), tag.tagKey(), tag.values(), tag.userId(), tag.insertedDate(), expires)));
        }
        return decision;
    }

    private static void requireRoom(int tags) {
        if (tags > WebhookTags.TAGS_MAX) {
            throw Refusals.of("tags", "maximum number is " + WebhookTags.TAGS_MAX);
        }
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private Decision<Message> delete(Given<Caller, ByWebhook> given) {
        Stored<Webhook> before = require(given.by(), given.asked().webhookId());
        String id = before.record().webhookId();
        Decision<Message> decision =
                Decision.of(new Message("'" + id + "' object deleted")).delete(WebhookRows.WEBHOOK, before);
        WebhookTags.of(store(given.by()), id)
                .forEach(tag -> decision.delete(WebhookRows.WEBHOOK_TAG, tag, Expect.ANYTHING));
        return decision;
    }

    private TagsView tags(Given<Caller, ByWebhook> given) {
        Webhook hook = require(given.by(), given.asked().webhookId()).record();
        return new TagsView(WebhookTags.of(store(given.by()), hook.webhookId()).stream()
                .flatMap(row -> WebhookTags.views(row).stream())
                .toList());
    }

    private Decision<Message> addTag(Given<Caller, AddTag> given) {
        Stored<Webhook> hook = require(given.by(), given.asked().webhookId());
        NewTag asked = given.asked().body();
        String key = asked.key();
        if (key == null || key.isEmpty()) {
            throw Refusals.message("invalid json body");
        }
        Instant now = given.at().truncatedTo(ChronoUnit.SECONDS);
        List<WebhookTag> rows =
                WebhookTags.rows(hook.record(), List.of(asked), given.by().user(), now);
        long others = WebhookTags.of(store(given.by()), hook.record().webhookId()).stream()
                .filter(tag -> !tag.tagKey().equals(key))
                .count();
        requireRoom((int) others + 1);
        Decision<Message> decision = Decision.of(new Message("Created Tag '" + key + "'."))
                .check(WebhookRows.WEBHOOK_BY_ID.of(hook.record().webhookId()), Expect.PRESENT);
        rows.forEach(row -> decision.put(WebhookRows.WEBHOOK_TAG, row));
        return decision;
    }
}

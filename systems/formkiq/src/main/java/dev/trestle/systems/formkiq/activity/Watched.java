package dev.trestle.systems.formkiq.activity;

import static java.util.Map.entry;

import dev.trestle.model.Entity;
import dev.trestle.systems.formkiq.model.ApiKeys;
import dev.trestle.systems.formkiq.model.ApiKeys.ApiKey;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentTags;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Entities;
import dev.trestle.systems.formkiq.model.Folders;
import dev.trestle.systems.formkiq.model.Folders.FolderPermission;
import dev.trestle.systems.formkiq.model.LinkRows;
import dev.trestle.systems.formkiq.model.LinkRows.DocumentLink;
import dev.trestle.systems.formkiq.model.Locales;
import dev.trestle.systems.formkiq.model.Locales.LocaleType;
import dev.trestle.systems.formkiq.model.Locales.SiteLocale;
import dev.trestle.systems.formkiq.model.Mappings;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import dev.trestle.systems.formkiq.model.OpenPolicies;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.RetentionRows;
import dev.trestle.systems.formkiq.model.RetentionRows.Schedule;
import dev.trestle.systems.formkiq.model.Rulesets;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.Ruleset;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.model.Schemas.Classification;
import dev.trestle.systems.formkiq.model.Schemas.SiteSchema;
import dev.trestle.systems.formkiq.model.Shares;
import dev.trestle.systems.formkiq.model.Shares.DocumentShare;
import dev.trestle.systems.formkiq.model.Sites;
import dev.trestle.systems.formkiq.model.Sites.GroupPermission;
import dev.trestle.systems.formkiq.model.Sites.Site;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.SiteConfiguration;
import dev.trestle.systems.formkiq.model.VersionsTable;
import dev.trestle.systems.formkiq.model.WebhookRows;
import dev.trestle.systems.formkiq.model.WebhookRows.Webhook;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhookTag;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Whose changes are in the record. */
final class Watched {
    /** What makes up a document. */
    static final Set<Entity<?>> DOCUMENT = Set.of(
            Documents.DOCUMENT,
            Documents.SOFT_DELETED_DOCUMENT,
            DocumentAttributes.DOCUMENT_ATTRIBUTE,
            DocumentTags.TAG,
            Folders.FOLDER_ENTRY,
            VersionsTable.DOCUMENT_VERSION,
            SupportTable.AWAITED_CONTENT);

    static final Set<Entity<?>> ENTITIES = Set.of(Entities.ENTITY, Entities.ENTITY_TYPE);

    /** What a site is set up with. */
    static final Map<Entity<?>, Setting<?>> SETTINGS = Map.ofEntries(
            of(Schemas.SITE_SCHEMA, "schema", SiteSchema::name),
            of(Schemas.CLASSIFICATION, "classification", Classification::documentId),
            of(Attributes.ATTRIBUTE, "attribute", Attribute::key),
            of(Sites.SITE, "site", Site::siteId),
            of(Sites.GROUP_PERMISSION, "groupPermissions", GroupPermission::groupName),
            of(OpenPolicies.OPEN_POLICY, "policy", Watched::policy),
            of(Shares.DOCUMENT_SHARE, "share", DocumentShare::name),
            of(RetentionRows.SCHEDULE, "retention", Schedule::classificationId),
            of(Folders.FOLDER_PERMISSION, "folderPermissions", FolderPermission::path),
            of(Mappings.MAPPING, "mapping", Mapping::documentId),
            of(Workflows.QUEUE, "queue", Queue::documentId),
            of(Workflows.WORKFLOW, "workflow", Workflow::documentId),
            of(Rulesets.RULESET, "ruleset", Ruleset::documentId),
            of(Rulesets.RULE, "rule", Rule::documentId),
            of(Locales.LOCALE, "locale", SiteLocale::locale),
            of(WebhookRows.WEBHOOK, "webhook", Webhook::webhookId),
            of(WebhookRows.WEBHOOK_TAG, "webhookTag", WebhookTag::webhookId),
            of(Locales.LOCALE_TYPE, "localeItem", LocaleType::locale),
            entry(
                    LinkRows.DOCUMENT_LINK,
                    new Setting<>("link", DocumentLink::documentId, Set.of("digest", "password"))),
            entry(ApiKeys.API_KEY, new Setting<>("apiKey", ApiKey::mask, Set.of("apiKey"))),
            entry(
                    SupportTable.SITE_CONFIGURATION,
                    new Setting<SiteConfiguration>("configuration", row -> "site", Set.of("values"))));

    /**
     * Something that a site is set up with.
     *
     * @param resource what the record calls it
     * @param id which of them a record is
     * @param hidden the attributes whose values are not for the record
     */
    record Setting<T extends Record>(String resource, Function<T, String> id, Set<String> hidden) {}

    private Watched() {}

    private static <T extends Record> Map.Entry<Entity<?>, Setting<?>> of(
            Entity<T> entity, String resource, Function<T, String> id) {
        return entry(entity, new Setting<>(resource, id, Set.of()));
    }

    private static String policy(OpenPolicy policy) {
        return policy.type().name() + (policy.index() == null ? "" : " " + policy.index());
    }

    static boolean knows(Entity<?> entity) {
        return DOCUMENT.contains(entity) || ENTITIES.contains(entity) || SETTINGS.containsKey(entity);
    }

    /** All entities whose changes are in the record. */
    static List<Entity<?>> all() {
        List<Entity<?>> all = new java.util.ArrayList<>(DOCUMENT);
        all.addAll(ENTITIES);
        all.addAll(SETTINGS.keySet());
        return all;
    }
}

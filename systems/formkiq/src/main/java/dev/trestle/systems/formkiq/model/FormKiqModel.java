package dev.trestle.systems.formkiq.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.util.List;

/** All of FormKiQ's tables. */
public final class FormKiqModel {
    public static final Model MODEL = model();

    private FormKiqModel() {}

    private static Model model() {
        // A chapter's entities join their table when the chapter's class is initialised, which naming one of them does.
        List<Entity<?>> chapters = List.of(
                Sites.SITE,
                Documents.DOCUMENT,
                DocumentActions.ACTION,
                DocumentTags.TAG,
                DocumentAttributes.DOCUMENT_ATTRIBUTE,
                DocumentRows.DELETED_TAG,
                AuditTable.RESOURCE_ACTIVITY,
                VersionsTable.DOCUMENT_ACTIVITY,
                Attributes.ATTRIBUTE,
                Schemas.SITE_SCHEMA,
                Shares.SHARE,
                Folders.FOLDER_ENTRY,
                Workflows.WORKFLOW,
                Cases.CASE,
                Rulesets.RULESET,
                Mappings.MAPPING,
                ApiKeys.API_KEY,
                ActivityEvents.DOCUMENT_ACTIVITIES_EVENT,
                Entities.ENTITY_TYPE,
                Locales.LOCALE,
                OpenPolicies.OPEN_POLICY);
        List<Entity<?>> support = List.of(
                PageRows.KEPT_QUERY,
                CaseRows.CASE_COUNT,
                RecordRows.DOCUMENT_LOCK,
                ShareIndex.FOLDER_SHARE,
                LinkRows.DOCUMENT_LINK,
                FlowRows.WAITING,
                RetentionRows.SCHEDULE,
                WebhookRows.WEBHOOK,
                UserRows.USER_GROUP,
                ReadingRows.FULL_TEXT,
                MalwareRows.MALWARE_SCAN,
                IntakeRows.MAILBOX_POSITION,
                ActionRows.ACTION_LANE);
        Table[] tables = chapters.stream().map(Entity::table).distinct().toArray(Table[]::new);
        return Model.of("formkiq", tables).with(support.get(0).table());
    }
}

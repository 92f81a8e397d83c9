package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.SupportTable.AttributeUse;
import dev.trestle.systems.formkiq.model.SupportTable.AwaitedContent;
import dev.trestle.systems.formkiq.model.SupportTable.DocumentCount;
import dev.trestle.systems.formkiq.model.SupportTable.DocumentDay;
import dev.trestle.systems.formkiq.model.SupportTable.RelatedFrom;
import dev.trestle.systems.formkiq.model.SupportTable.SiteConfiguration;
import dev.trestle.systems.formkiq.model.SupportTable.TagKey;
import dev.trestle.systems.formkiq.model.SupportTable.UnfinishedDocument;
import dev.trestle.systems.formkiq.model.SupportTable.UnmovedRows;
import dev.trestle.systems.formkiq.model.SupportTable.ValuesToken;
import dev.trestle.systems.formkiq.model.WebhookRows.Webhook;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhookCall;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhookTag;
import dev.trestle.systems.formkiq.model.WebhookRows.WebhooksToken;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the documented tables lack, and the orders of tags that only the API has. */
class SupportRowsTest extends PatternTest {
    @Test
    void rowsOfASite_areOneRequestEach() {
        SiteConfiguration configuration = new SiteConfiguration(Map.of("maxDocuments", "7"));
        put(SupportTable.SITE_CONFIGURATION, configuration);
        put(SupportTable.DOCUMENT_COUNT, new DocumentCount(3));
        put(SupportTable.DOCUMENT_DAY, new DocumentDay("2024-05-01"), new DocumentDay("2024-05-03"));
        put(SupportTable.TAG_KEY, new TagKey("colour"), new TagKey("state"));
        put(SupportTable.ATTRIBUTE_USE, new AttributeUse("city", 2, 5));
        ValuesToken token = new ValuesToken("d1", "t1");
        put(SupportTable.VALUES_TOKEN, token);
        put(CaseRows.CASE_COUNT, new CaseRows.CaseCount("case-0a", 7));

        assertThat(one(SupportTable.CONFIGURATION_OF_SITE.of())).containsExactly(configuration);
        assertThat(one(SupportTable.COUNT_OF_DOCUMENTS.of())).containsExactly(new DocumentCount(3));
        assertThat(one(SupportTable.DAY.of("2024-05-02"))).isEmpty();
        assertThat(all(SupportTable.LATEST_DAYS.of()))
                .containsExactly(new DocumentDay("2024-05-03"), new DocumentDay("2024-05-01"));
        assertThat(one(SupportTable.TAG_KEY_BY_KEY.of("state"))).containsExactly(new TagKey("state"));
        assertThat(all(SupportTable.TAG_KEYS.of())).containsExactly(new TagKey("colour"), new TagKey("state"));
        assertThat(one(SupportTable.TOKEN_OF_VALUES.of("d1"))).containsExactly(token);
        assertThat(one(CaseRows.COUNT_OF_SERIES.of("case-0a"))).containsExactly(new CaseRows.CaseCount("case-0a", 7));
        assertThat(one(SupportTable.USE_OF_ATTRIBUTE.of("city", 2))).containsExactly(new AttributeUse("city", 2, 5));
    }

    @Test
    void rowsOfADocument_areOneRequestEach() {
        put(SupportTable.AWAITED_CONTENT, new AwaitedContent("d1", "a1", "joe", "i#joe"));
        put(SupportTable.UNFINISHED_DOCUMENT, new UnfinishedDocument("d1", "t1"));
        put(SupportTable.UNMOVED_ROWS, new UnmovedRows("d1", "t2"));
        put(SupportTable.RELATED_FROM, new RelatedFrom("d1", "d2", "PRIMARY"), new RelatedFrom("d3", "d2", "PRIMARY"));

        assertThat(one(SupportTable.AWAITED_OF_DOCUMENT.of("d1")))
                .containsExactly(new AwaitedContent("d1", "a1", "joe", "i#joe"));
        assertThat(one(SupportTable.UNFINISHED_BY_ID.of("d1"))).containsExactly(new UnfinishedDocument("d1", "t1"));
        assertThat(one(SupportTable.UNMOVED_BY_ID.of("d1"))).containsExactly(new UnmovedRows("d1", "t2"));
        assertThat(all(SupportTable.RELATIONS_TO.of("d1"))).containsExactly(new RelatedFrom("d1", "d2", "PRIMARY"));
    }

    @Test
    void rowsOfWebhooks_areOneRequestEach() {
        Instant ends = Instant.parse("2100-01-01T00:00:00Z");
        Webhook hook = new Webhook("w1", "paypal", "joe", NOON, WebhookRows.WebhookState.OPEN, 60L, ends);
        WebhookTag tag = new WebhookTag("w1", "kind", List.of("payment"), "joe", NOON, null);
        WebhookCall call = new WebhookCall("w1", "c1", "d1", true, ends);
        put(WebhookRows.WEBHOOK, hook);
        put(WebhookRows.WEBHOOK_TAG, tag);
        put(WebhookRows.WEBHOOK_CALL, call);
        put(WebhookRows.WEBHOOKS_TOKEN, new WebhooksToken("t1"));

        assertThat(one(WebhookRows.WEBHOOK_BY_ID.of("w1"))).containsExactly(hook);
        assertThat(all(WebhookRows.WEBHOOKS.of())).containsExactly(hook);
        assertThat(all(WebhookRows.TAGS_OF_WEBHOOK.of("w1"))).containsExactly(tag);
        assertThat(one(WebhookRows.CALL_OF_WEBHOOK.of("w1", "c1"))).containsExactly(call);
        assertThat(one(WebhookRows.TOKEN_OF_WEBHOOKS.of())).containsExactly(new WebhooksToken("t1"));
    }

    @Test
    void rowsOfUsers_areOneRequestEach() {
        UserRows.UserGroup group = new UserRows.UserGroup("auditors", "", NOON, NOON);
        UserRows.UserProfile profile = new UserRows.UserProfile("p1", Map.of("locale", "ja"), NOON);
        put(UserRows.USER_GROUP, group);
        put(UserRows.USER_PROFILE, profile);

        assertThat(one(UserRows.GROUP_OF_USERS.of("auditors"))).containsExactly(group);
        assertThat(all(UserRows.GROUPS_OF_USERS.of())).containsExactly(group);
        assertThat(one(UserRows.PROFILE_OF_USER.of("p1"))).containsExactly(profile);
    }

    @Test
    void rowsOfTheRecord_areOneRequestPerPartition() {
        RecordRows.DocumentLock lock = new RecordRows.DocumentLock("d1", "i#s", "joe", NOON, "t#e", null, null, null);
        RecordRows.LockStamp stamp = new RecordRows.LockStamp("t1");
        RecordRows.SettingActivity first = setting("schema", NOON);
        RecordRows.SettingActivity later = setting("apiKey", NOON.plusSeconds(1));
        put(RecordRows.DOCUMENT_LOCK, lock);
        put(RecordRows.LOCK_STAMP, stamp);
        put(RecordRows.SETTING_ACTIVITY, first, later);

        assertThat(one(RecordRows.LOCK_OF_DOCUMENT.of("d1"))).containsExactly(lock);
        assertThat(all(RecordRows.LOCKS.of())).containsExactly(lock);
        assertThat(one(RecordRows.STAMP_OF_LOCKS.of())).containsExactly(stamp);
        assertThat(all(RecordRows.SETTINGS_BETWEEN.of().from(NOON).to(NOON.plusSeconds(9))))
                .containsExactly(later, first);
        assertThat(all(RecordRows.SETTINGS_BETWEEN_OLDEST.of().from(NOON).to(NOON.plusSeconds(9))))
                .containsExactly(first, later);
    }

    private static RecordRows.SettingActivity setting(String resource, java.time.Instant at) {
        return new RecordRows.SettingActivity(
                resource,
                "one",
                ActivityType.CHANGE,
                AuditTable.ActivityStatus.COMPLETE,
                null,
                "HTTP",
                "joe",
                null,
                at,
                null);
    }

    @Test
    void rowsThatPagesNeed_areOneRequestEach() {
        PageRows.KeptQuery roofs = new PageRows.KeptQuery("p1", "Roofs", "q=roof", NOON);
        PageRows.Deletion deletion = new PageRows.Deletion("d1", "ann@example.org", NOON);
        put(PageRows.KEPT_QUERY, roofs, new PageRows.KeptQuery("p2", "Roofs", "q=tiles", NOON));
        put(PageRows.DELETION, deletion);

        assertThat(one(PageRows.QUERY_BY_NAME.of("p1", "Roofs"))).containsExactly(roofs);
        assertThat(all(PageRows.QUERIES_OF_PERSON.of("p1"))).containsExactly(roofs);
        assertThat(one(PageRows.DELETION_OF_DOCUMENT.of("d1"))).containsExactly(deletion);
    }

    @Test
    void whatIsKnownOfTexts_isOneRequestEach() {
        ReadingRows.FullText text =
                new ReadingRows.FullText("d1", "fulltext/default/d1/a", "v:1", null, null, null, "t1");
        put(ReadingRows.FULL_TEXT, text);
        put(ReadingRows.RECOGNITION_COUNT, new ReadingRows.RecognitionCount(4));

        assertThat(one(ReadingRows.FULL_TEXT_OF_DOCUMENT.of("d1"))).containsExactly(text);
        assertThat(one(ReadingRows.COUNT_OF_RECOGNITIONS.of())).containsExactly(new ReadingRows.RecognitionCount(4));
    }

    @Test
    void waysToShares_areOneRequestEach() {
        ShareIndex.FolderShare guests = new ShareIndex.FolderShare("f1", "guests", "s1");
        ShareIndex.FolderShare other = new ShareIndex.FolderShare("f2", "guests", "s2");
        ShareIndex.SharedWith site = new ShareIndex.SharedWith("guests", "finance");
        ShareIndex.SharedWith similar = new ShareIndex.SharedWith("guests2", "finance");
        put(ShareIndex.FOLDER_SHARE, guests, other);
        put(ShareIndex.SHARED_WITH, site, similar);

        assertThat(one(ShareIndex.SHARE_OF_FOLDER.of("f1", "guests"))).containsExactly(guests);
        assertThat(all(ShareIndex.SHARES_OF_FOLDER.of("f1"))).containsExactly(guests);
        assertThat(all(ShareIndex.SHARES_OF_SITE.of())).containsExactly(guests, other);
        assertThat(all(ShareIndex.SITES_SHARED_WITH.of("guests"))).containsExactly(site);
        assertThat(all(ShareIndex.ALL_SHARED_WITH.of())).containsExactly(site, similar);
    }

    @Test
    void queuesAndRules_areOneRequestEach() {
        FlowRows.Waiting later =
                new FlowRows.Waiting("d1", 3, "q1", NOON.plusSeconds(1), "w1", "s1", List.of("chiefs"));
        FlowRows.Waiting first = new FlowRows.Waiting("d2", 0, "q1", NOON, null, null, null);
        FlowRows.Waiting other = new FlowRows.Waiting("d3", 0, "q2", NOON, null, null, null);
        FlowRows.WorkflowRun run = new FlowRows.WorkflowRun("d1", "w1", "{}", "ann", null, NOON);
        FlowRows.RulesApplied applied = new FlowRows.RulesApplied("d1", "v1", null, null, null, NOON);
        FlowRows.RulesetCount count = new FlowRows.RulesetCount(FlowRows.RulesetCount.ALL, 2);
        put(FlowRows.WAITING, later, first, other);
        put(FlowRows.WORKFLOW_RUN, run);
        put(FlowRows.RULES_APPLIED, applied);
        put(FlowRows.RULESET_COUNT, count);

        assertThat(one(FlowRows.WAITING_OF_ACTION.of("d1", 3))).containsExactly(later);
        assertThat(all(FlowRows.QUEUED_LONGEST_FIRST.of("q1"))).containsExactly(first, later);
        assertThat(one(FlowRows.RUN_OF_DOCUMENT.of("d1", "w1"))).containsExactly(run);
        assertThat(one(FlowRows.RULES_OF_DOCUMENT.of("d1"))).containsExactly(applied);
        assertThat(one(FlowRows.COUNT_OF_RULESETS.of(FlowRows.RulesetCount.ALL)))
                .containsExactly(count);
    }

    @Test
    void linksAndRetention_areOneRequestEach() {
        LinkRows.DocumentLink link =
                new LinkRows.DocumentLink("d1", "l1", "abc", null, NOON, "ann", NOON, null, 0, null, 0, null);
        LinkRows.LinkPlace place = new LinkRows.LinkPlace("abc", "default", "d1", "l1");
        RetentionRows.Schedule schedule =
                new RetentionRows.Schedule("c1", 10, null, RetentionRows.Outcome.NOTHING, 30, "ann", NOON);
        RetentionRows.Look look = new RetentionRows.Look("j1", null, List.of(), null, null, 0, 0);
        RetentionRows.Disposal disposal =
                new RetentionRows.Disposal("d1", "c1", "2034-05-01", RetentionRows.Outcome.REVIEW, NOON, null, null);
        put(LinkRows.DOCUMENT_LINK, link);
        put(LinkRows.LINK_PLACE, place);
        put(RetentionRows.SCHEDULE, schedule);
        put(RetentionRows.LOOK, look);
        put(RetentionRows.DISPOSAL, disposal);

        assertThat(one(LinkRows.LINK_BY_ID.of("d1", "l1"))).containsExactly(link);
        assertThat(all(LinkRows.LINKS_OF_DOCUMENT.of("d1"))).containsExactly(link);
        assertThat(one(LinkRows.PLACE_OF_LINK.of("abc"))).containsExactly(place);
        assertThat(one(RetentionRows.SCHEDULE_OF_CLASS.of("c1"))).containsExactly(schedule);
        assertThat(all(RetentionRows.SCHEDULES.of())).containsExactly(schedule);
        assertThat(one(RetentionRows.LOOK_OF_SITE.of())).containsExactly(look);
        assertThat(one(RetentionRows.DISPOSAL_OF_DOCUMENT.of("d1"))).containsExactly(disposal);
        assertThat(all(RetentionRows.DISPOSALS.of())).containsExactly(disposal);
    }

    @Test
    void positionsInMailboxes_areOneRequestEach() {
        IntakeRows.MailboxPosition position = new IntakeRows.MailboxPosition("m1", 7, 42);
        put(IntakeRows.MAILBOX_POSITION, position);

        assertThat(one(IntakeRows.POSITION_OF_MAILBOX.of("m1"))).containsExactly(position);
    }

    @Test
    void scansForMalware_areOneRequestEach() {
        MalwareRows.MalwareScan first = scan(NOON, "v1", MalwareRows.ScanStatus.CLEAN);
        MalwareRows.MalwareScan later = scan(NOON.plusSeconds(1), "v2", MalwareRows.ScanStatus.MALICIOUS);
        MalwareRows.MalwareVerdict verdict =
                new MalwareRows.MalwareVerdict("d1", "v2", MalwareRows.ScanStatus.MALICIOUS, NOON);
        put(MalwareRows.MALWARE_SCAN, first, later);
        put(MalwareRows.MALWARE_VERDICT, verdict);

        assertThat(one(MalwareRows.SCAN_BY_TIME.of("d1", NOON, "v1"))).containsExactly(first);
        assertThat(all(MalwareRows.SCANS_OF_DOCUMENT.of("d1"))).containsExactly(later, first);
        assertThat(one(MalwareRows.VERDICT_OF_VERSION.of("d1", "v2"))).containsExactly(verdict);
        assertThat(all(MalwareRows.VERDICTS_OF_DOCUMENT.of("d1"))).containsExactly(verdict);
    }

    private static MalwareRows.MalwareScan scan(java.time.Instant at, String version, MalwareRows.ScanStatus status) {
        return new MalwareRows.MalwareScan("d1", at, version, status, null);
    }

    @Test
    void documents_byTag_areLastFirstWhereTheApiHasItSo() {
        Tag bern = TagsAndAttributesTest.tag("d1", "city", "Bern", NOON);
        Tag basel = TagsAndAttributesTest.tag("d2", "city", "Basel", NOON);
        Tag york = TagsAndAttributesTest.tag("d3", "city", "York", NOON);
        put(DocumentTags.TAG, bern, basel, york);

        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG_KEY_LAST_FIRST.of("city"))).containsExactly(york, bern, basel);
        assertThat(all(DocumentTags.DOCUMENTS_BY_TAG_PREFIX_LAST_FIRST.of("city", "B")))
                .containsExactly(bern, basel);
    }

    @Test
    void rowsOfActions_areOneRequestEach() {
        ActionRows.ActionLane lane = new ActionRows.ActionLane("d1", "t1", "c1", NOON, null);
        ActionRows.ActionAdder joe = new ActionRows.ActionAdder(
                "d1", "joe", "i", "s", false, List.of("default"), Map.of("email", "joe"), null);
        ActionRows.ActionAdder ann =
                new ActionRows.ActionAdder("d1", "ann", "i", "a", true, List.of("READ"), Map.of(), null);
        put(ActionRows.ACTION_LANE, lane);
        put(ActionRows.ACTION_ADDER, joe, ann);

        assertThat(one(ActionRows.LANE_OF_DOCUMENT.of("d1"))).containsExactly(lane);
        assertThat(one(ActionRows.ADDER_OF_ACTIONS.of("d1", "joe"))).containsExactly(joe);
        assertThat(all(ActionRows.ADDERS_OF_DOCUMENT.of("d1"))).containsExactly(ann, joe);
    }
}

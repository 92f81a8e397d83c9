package dev.trestle.systems.formkiq.model;

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
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What stands beside the documented tables. */
final class SupportSamples {
    private static final Instant AT = Instant.parse("2024-05-01T10:00:00Z");

    private SupportSamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(
                        MalwareRows.MALWARE_SCAN,
                        new MalwareRows.MalwareScan("d1", AT, "v1", MalwareRows.ScanStatus.MALICIOUS, "Test.EICAR"),
                        """
                        {"PK": "docs#d1", "SK": "scan#2024-05-01T10:00:00.000Z#v1", "documentId": "d1", "s3version": "v1",
                         "scannedDate": "2024-05-01T10:00:00.000Z", "scanStatus": "MALICIOUS", "scanMessage": "Test.EICAR"}
                        """),
                Sample.of(IntakeRows.MAILBOX_POSITION, new IntakeRows.MailboxPosition("m1", 7, 42), """
                        {"PK": "intake#mailbox", "SK": "m1", "mailbox": "m1", "validity": 7, "uid": 42}
                        """),
                Sample.of(
                        MalwareRows.MALWARE_VERDICT,
                        new MalwareRows.MalwareVerdict("d1", "v1", MalwareRows.ScanStatus.MALICIOUS, AT),
                        """
                        {"PK": "docs#d1", "SK": "malware#v1", "documentId": "d1", "s3version": "v1",
                         "scannedDate": "2024-05-01T10:00:00.000Z", "scanStatus": "MALICIOUS"}
                        """),
                Sample.of(ActionRows.ACTION_LANE, new ActionRows.ActionLane("d1", "t1", "c1", AT, AT), """
                        {"PK": "docs#d1", "SK": "actions", "documentId": "d1", "token": "t1", "claim": "c1",
                         "leasedUntil": "2024-05-01T10:00:00.000Z", "retryAt": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(
                        ActionRows.ACTION_ADDER,
                        new ActionRows.ActionAdder(
                                "d1", "joe", "i", "s", false, List.of("default"), Map.of("email", "joe"), "k1"),
                        """
                        {"PK": "docs#d1", "SK": "adder#joe", "documentId": "d1", "userId": "joe", "issuer": "i",
                         "subject": "s", "isProgram": false, "groups": ["default"], "claims": {"email": "joe"},
                         "shareKey": "k1"}
                        """),
                Sample.of(
                        ReadingRows.FULL_TEXT,
                        new ReadingRows.FullText("d1", "fulltext/default/d1/a", "v:1", "b", "p1", "p2", "t1"),
                        """
                        {"PK": "docs#d1", "SK": "fulltext", "documentId": "d1", "contentKey": "fulltext/default/d1/a",
                         "contentOf": "v:1", "ownKey": "b", "ownOf": "p1", "gone": "p2", "token": "t1"}
                        """),
                Sample.of(ReadingRows.RECOGNITION_COUNT, new ReadingRows.RecognitionCount(4), """
                        {"PK": "documents", "SK": "recognitions", "documents": 4}
                        """),
                Sample.of(SupportTable.SITE_CONFIGURATION, new SiteConfiguration(Map.of("maxDocuments", "7")), """
                        {"PK": "configuration", "SK": "site", "values": {"maxDocuments": "7"}}
                        """),
                Sample.of(SupportTable.DOCUMENT_DAY, new DocumentDay("2024-05-01"), """
                        {"PK": "days", "SK": "2024-05-01", "day": "2024-05-01"}
                        """),
                Sample.of(SupportTable.DOCUMENT_COUNT, new DocumentCount(3), """
                        {"PK": "documents", "SK": "count", "documents": 3}
                        """),
                Sample.of(SupportTable.AWAITED_CONTENT, new AwaitedContent("d1", "a1", "joe", "i#joe"), """
                        {"PK": "docs#d1", "SK": "upload", "documentId": "d1", "arrivalId": "a1",
                         "userId": "joe", "identity": "i#joe"}
                        """),
                Sample.of(SupportTable.UNFINISHED_DOCUMENT, new UnfinishedDocument("d1", "t1"), """
                        {"PK": "docs#d1", "SK": "unfinished", "documentId": "d1", "token": "t1"}
                        """),
                Sample.of(SupportTable.UNMOVED_ROWS, new UnmovedRows("d1", "t1"), """
                        {"PK": "docs#d1", "SK": "unmoved", "documentId": "d1", "token": "t1"}
                        """),
                Sample.of(SupportTable.ATTRIBUTE_USE, new AttributeUse("city", 2, 5), """
                        {"PK": "attr#city", "SK": "use#2", "key": "city", "part": 2, "uses": 5}
                        """),
                Sample.of(SupportTable.VALUES_TOKEN, new ValuesToken("d1", "t1"), """
                        {"PK": "docs#d1", "SK": "values", "documentId": "d1", "token": "t1"}
                        """),
                Sample.of(CaseRows.CASE_COUNT, new CaseRows.CaseCount("case-0a", 7), """
                        {"PK": "cases#case-0a", "SK": "count", "series": "case-0a", "last": 7}
                        """),
                Sample.of(SupportTable.TAG_KEY, new TagKey("colour"), """
                        {"PK": "tagkeys", "SK": "colour", "tagKey": "colour"}
                        """),
                Sample.of(
                        PageRows.KEPT_QUERY,
                        new PageRows.KeptQuery("p1", "Roofs", "q=roof", Instant.parse("2024-05-01T10:00:00Z")),
                        """
                        {"PK": "queries#p1", "SK": "Roofs", "subject": "p1", "name": "Roofs", "query": "q=roof",
                         "savedAt": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(
                        PageRows.DELETION,
                        new PageRows.Deletion("d1", "ann@example.org", Instant.parse("2024-05-01T10:00:00Z")),
                        """
                        {"PK": "docs#d1", "SK": "deletion", "documentId": "d1", "deletedBy": "ann@example.org",
                         "deletedAt": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(ShareIndex.FOLDER_SHARE, new ShareIndex.FolderShare("f1", "guests", "s1"), """
                        {"PK": "foldershares", "SK": "f1#guests", "folderId": "f1", "groupName": "guests",
                         "shareId": "s1"}
                        """),
                Sample.of(ShareIndex.SHARED_WITH, new ShareIndex.SharedWith("guests", "finance"), """
                        {"PK": "sharedwith", "SK": "guests#finance", "groupName": "guests", "siteId": "finance"}
                        """),
                Sample.of(
                        LinkRows.DOCUMENT_LINK,
                        new LinkRows.DocumentLink(
                                "d1", "l1", "abc", "$argon2", AT.plusSeconds(3600), "ann", AT, 3, 1, AT, 2, AT),
                        """
                        {"PK": "docs#d1", "SK": "link#l1", "documentId": "d1", "linkId": "l1", "digest": "abc",
                         "password": "$argon2", "expires": "2024-05-01T11:00:00.000Z", "createdBy": "ann",
                         "createdAt": "2024-05-01T10:00:00.000Z", "usesMax": 3, "uses": 1,
                         "usedAt": "2024-05-01T10:00:00.000Z", "attempts": 2,
                         "lockedUntil": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(LinkRows.LINK_PLACE, new LinkRows.LinkPlace("abc", "finance", "d1", "l1"), """
                        {"PK": "links#abc", "SK": "place", "digest": "abc", "siteId": "finance", "documentId": "d1",
                         "linkId": "l1"}
                        """),
                Sample.of(
                        RetentionRows.SCHEDULE,
                        new RetentionRows.Schedule("c1", 10, "Paid on", RetentionRows.Outcome.PURGE, 30, "ann", AT),
                        """
                        {"PK": "retention", "SK": "c1", "classificationId": "c1", "years": 10,
                         "dateAttribute": "Paid on", "outcome": "PURGE", "noticeDays": 30, "changedBy": "ann",
                         "changedAt": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(RetentionRows.LOOK, new RetentionRows.Look("j1", "c1", List.of("a", "b"), AT, AT, 7, 1), """
                        {"PK": "retentionlook", "SK": "look", "jobId": "j1", "classificationId": "c1",
                         "place": ["a", "b"], "startedAt": "2024-05-01T10:00:00.000Z",
                         "endedAt": "2024-05-01T10:00:00.000Z", "looked": 7, "undated": 1}
                        """),
                Sample.of(
                        RetentionRows.DISPOSAL,
                        new RetentionRows.Disposal(
                                "d1", "c1", "2034-05-01", RetentionRows.Outcome.REVIEW, AT, "2035-01-01", "ann"),
                        """
                        {"PK": "disposals", "SK": "d1", "documentId": "d1", "classificationId": "c1",
                         "due": "2034-05-01", "outcome": "REVIEW", "listedAt": "2024-05-01T10:00:00.000Z",
                         "keptUntil": "2035-01-01", "decidedBy": "ann"}
                        """),
                Sample.of(
                        FlowRows.WAITING, new FlowRows.Waiting("d1", 3, "q1", AT, "w1", "s1", List.of("chiefs")), """
                        {"PK": "docs#d1", "SK": "waits#3", "documentId": "d1", "idx": 3, "queueId": "q1",
                         "since": "2024-05-01T10:00:00.000000+0000", "workflowId": "w1", "stepId": "s1",
                         "groups": ["chiefs"]}
                        """),
                Sample.of(FlowRows.QUEUED, new FlowRows.Waiting("d1", 3, "q1", AT, "w1", "s1", null), """
                        {"PK": "queue#q1", "SK": "2024-05-01T10:00:00.000000+0000#d1#3", "documentId": "d1", "idx": 3,
                         "queueId": "q1", "since": "2024-05-01T10:00:00.000000+0000", "workflowId": "w1", "stepId": "s1"}
                        """),
                Sample.of(FlowRows.WORKFLOW_RUN, new FlowRows.WorkflowRun("d1", "w1", "{}", "ann", "i#ann", AT), """
                        {"PK": "wfdoc#d1", "SK": "run#w1", "documentId": "d1", "workflowId": "w1", "steps": "{}",
                         "startedBy": "ann", "identity": "i#ann", "startedAt": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(FlowRows.RULES_APPLIED, new FlowRows.RulesApplied("d1", "v1", "rs1", "r1", "w1", AT), """
                        {"PK": "docs#d1", "SK": "rules", "documentId": "d1", "content": "v1", "rulesetId": "rs1",
                         "ruleId": "r1", "workflowId": "w1", "appliedAt": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(FlowRows.RULESET_COUNT, new FlowRows.RulesetCount(FlowRows.RulesetCount.ALL, 2), """
                        {"PK": "rulesets", "SK": "count", "rulesets": 2}
                        """),
                Sample.of(SupportTable.RELATED_FROM, new RelatedFrom("d1", "d2", "PRIMARY"), """
                        {"PK": "docs#d1", "SK": "related#d2#PRIMARY", "documentId": "d1", "otherId": "d2",
                         "relationship": "PRIMARY"}
                        """),
                Sample.of(
                        RecordRows.SETTING_ACTIVITY,
                        new RecordRows.SettingActivity(
                                "schema",
                                "house",
                                ActivityType.CHANGE,
                                AuditTable.ActivityStatus.COMPLETE,
                                "192.0.2.1",
                                "HTTP",
                                "joe",
                                null,
                                java.time.Instant.parse("2024-05-01T10:00:00.000001Z"),
                                null),
                        """
                        {"PK": "settings#2024-05-01", "SK": "activity#2024-05-01T10:00:00.000001+0000",
                         "resource": "schema", "resourceId": "house", "type": "change", "status": "COMPLETE",
                         "sourceIpAddress": "192.0.2.1", "source": "HTTP", "userId": "joe",
                         "inserteddate": "2024-05-01T10:00:00.000001+0000"}
                        """),
                Sample.of(
                        RecordRows.DOCUMENT_LOCK,
                        new RecordRows.DocumentLock("d1", "i#s", "joe", null, "e1", null, null, null),
                        """
                        {"PK": "locks", "SK": "d1", "documentId": "d1", "holder": "i#s", "checkedOutBy": "joe",
                         "checkoutEntity": "e1"}
                        """),
                Sample.of(RecordRows.LOCK_STAMP, new RecordRows.LockStamp("t1"), """
                        {"PK": "lockstamp", "SK": "site", "token": "t1"}
                        """));
    }
}

package dev.trestle.systems.formkiq.model;

import dev.trestle.systems.formkiq.model.Cases.Case;
import dev.trestle.systems.formkiq.model.Cases.CaseDocument;
import dev.trestle.systems.formkiq.model.Cases.CaseStatus;
import dev.trestle.systems.formkiq.model.Cases.Nigo;
import dev.trestle.systems.formkiq.model.Cases.ObjectType;
import dev.trestle.systems.formkiq.model.Cases.Task;
import dev.trestle.systems.formkiq.model.Mappings.LabelMatchingType;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import dev.trestle.systems.formkiq.model.Mappings.MappingAttribute;
import dev.trestle.systems.formkiq.model.Mappings.MetadataField;
import dev.trestle.systems.formkiq.model.Mappings.SourceType;
import dev.trestle.systems.formkiq.model.Rulesets.Criterion;
import dev.trestle.systems.formkiq.model.Rulesets.Operation;
import dev.trestle.systems.formkiq.model.Rulesets.Rule;
import dev.trestle.systems.formkiq.model.Rulesets.RuleCondition;
import dev.trestle.systems.formkiq.model.Rulesets.RuleConditions;
import dev.trestle.systems.formkiq.model.Rulesets.Ruleset;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflowStatus;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items about what is done with documents: queues, workflows, cases, rulesets, mappings. */
final class ProcessSamples {
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
    private static final Instant ONE = Instant.parse("2024-05-01T13:00:00Z");
    private static final Map<String, AttributeValue> METADATA = Map.of("urgent", AttributeValue.fromBool(true));

    static final Rule RULE = new Rule(
            "rs",
            "r1",
            "Invoices",
            10,
            "w1",
            new RuleConditions(List.of(
                    new RuleCondition(Criterion.TEXT, Criterion.ATTRIBUTE, "city", "Ort", "Bern", Operation.CONTAINS))),
            ActiveStatus.ACTIVE);

    private ProcessSamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(Workflows.QUEUE, new Queue("q1", "Approval"), """
                        {"PK": "queues#q1", "SK": "queue", "GSI1PK": "queues#", "GSI1SK": "queue#Approval#q1",
                         "documentId": "q1", "name": "Approval"}
                        """),
                Sample.of(
                        Workflows.WORKFLOW,
                        new Workflow("w1", "Invoices", true, ActiveStatus.ACTIVE, "of all", "joe", "{}", null),
                        """
                        {"PK": "workflows#w1", "SK": "workflow", "GSI1PK": "workflows#",
                         "GSI1SK": "workflow#Invoices#w1", "GSI2PK": "workflows#",
                         "GSI2SK": "workflow#ACTIVE#Invoices#w1", "documentId": "w1", "name": "Invoices",
                         "inUse": true, "status": "ACTIVE", "description": "of all", "userId": "joe", "json": "{}"}
                        """),
                Sample.of(
                        Workflows.DOCUMENT_WORKFLOW,
                        new DocumentWorkflow(
                                "d1",
                                "w1",
                                "Invoices",
                                DocumentWorkflowStatus.IN_PROGRESS,
                                "docs#d1",
                                "action#0#QUEUE",
                                "s1",
                                null),
                        """
                        {"PK": "wfdoc#d1", "SK": "wf#w1", "GSI1PK": "wfdoc#d1", "GSI1SK": "wf#Invoices#w1",
                         "GSI2PK": "wf#w1", "GSI2SK": "wfdoc#d1", "documentId": "d1", "workflowId": "w1",
                         "workflowName": "Invoices", "status": "IN_PROGRESS", "actionPk": "docs#d1",
                         "actionSk": "action#0#QUEUE", "currentStepId": "s1"}
                        """),
                Sample.of(
                        Cases.CASE,
                        new Case(
                                "c1",
                                "Claim",
                                "of May",
                                CaseStatus.NEW,
                                "C-1",
                                "D-1",
                                METADATA,
                                NOON,
                                "2024-05-01T12:00:00+0000",
                                "2024-05-01T13:00:00+0000",
                                null,
                                null,
                                null),
                        """
                        {"PK": "case#c1", "SK": "case", "GSI1PK": "case#", "GSI1SK": "case#c1", "documentId": "c1",
                         "name": "Claim", "description": "of May", "status": "NEW", "caseNumber": "C-1",
                         "documentNumber": "D-1", "metadata": {"urgent": true},
                         "inserteddate": "2024-05-01T12:00:00+0000", "startDate": "2024-05-01T12:00:00+0000",
                         "endDate": "2024-05-01T13:00:00+0000"}
                        """),
                Sample.of(
                        Cases.TASK,
                        new Task(
                                "t1",
                                "c1",
                                "Call",
                                "by noon",
                                CaseStatus.IN_PROGRESS,
                                METADATA,
                                NOON,
                                "2024-05-01T12:00:00+0000",
                                "2024-05-01T13:00:00+0000",
                                null,
                                null,
                                null),
                        """
                        {"PK": "case#c1", "SK": "task#t1", "documentId": "t1", "caseId": "c1", "name": "Call",
                         "description": "by noon", "status": "IN_PROGRESS", "metadata": {"urgent": true},
                         "inserteddate": "2024-05-01T12:00:00+0000", "startDate": "2024-05-01T12:00:00+0000",
                         "endDate": "2024-05-01T13:00:00+0000"}
                        """),
                Sample.of(
                        Cases.NIGO,
                        new Nigo(
                                "n1",
                                "c1",
                                "Unsigned",
                                "page 2",
                                CaseStatus.ON_HOLD,
                                METADATA,
                                NOON,
                                "2024-05-01T12:00:00+0000",
                                "2024-05-01T13:00:00+0000",
                                null,
                                null,
                                null),
                        """
                        {"PK": "case#c1", "SK": "nigo#n1", "documentId": "n1", "caseId": "c1", "name": "Unsigned",
                         "description": "page 2", "status": "ON_HOLD", "metadata": {"urgent": true},
                         "inserteddate": "2024-05-01T12:00:00+0000", "startDate": "2024-05-01T12:00:00+0000",
                         "endDate": "2024-05-01T13:00:00+0000"}
                        """),
                Sample.of(Cases.CASE_DOCUMENT, new CaseDocument("d1", "c1", "t1", ObjectType.TASK, NOON), """
                        {"PK": "case#c1", "SK": "doc#Task#t1#d1", "documentId": "d1", "caseId": "c1", "objectId": "t1",
                         "type": "Task", "inserteddate": "2024-05-01T12:00:00+0000"}
                        """),
                Sample.of(Rulesets.RULESET, new Ruleset("rs", "of May", 2, 10, ActiveStatus.ACTIVE, null), """
                        {"PK": "rulesets", "SK": "ruleset#ACTIVE#10#rs", "GSI1PK": "ruleset#", "GSI1SK": "ruleset#rs",
                         "documentId": "rs", "description": "of May", "version": 2, "priority": 10,
                         "status": "ACTIVE"}
                        """),
                Sample.of(Rulesets.RULE, RULE, """
                        {"PK": "ruleset#rs", "SK": "rule#r1", "GSI1PK": "ruleset#rs", "GSI1SK": "rule#10#r1",
                         "rulesetId": "rs", "documentId": "r1", "description": "Invoices", "priority": 10,
                         "workflowId": "w1", "conditions": {"must": [{"attribute": "TEXT", "criterion": "ATTRIBUTE",
                         "attributeKey": "city", "fieldName": "Ort", "value": "Bern", "operation": "CONTAINS"}]},
                         "status": "ACTIVE"}
                        """),
                Sample.of(Rulesets.RULE_BY_STATUS, RULE, """
                        {"PK": "ruleset#", "SK": "rule#ACTIVE#rs#10#r1", "GSI1PK": "ruleset#rs", "GSI1SK": "rule#r1",
                         "rulesetId": "rs", "documentId": "r1", "description": "Invoices", "priority": 10,
                         "workflowId": "w1", "conditions": {"must": [{"attribute": "TEXT", "criterion": "ATTRIBUTE",
                         "attributeKey": "city", "fieldName": "Ort", "value": "Bern", "operation": "CONTAINS"}]},
                         "status": "ACTIVE"}
                        """),
                Sample.of(
                        Mappings.MAPPING,
                        new Mapping(
                                "m1",
                                "Invoice",
                                "of all",
                                List.of(new MappingAttribute(
                                        "city",
                                        SourceType.CONTENT_KEY_VALUE,
                                        "Bern",
                                        List.of("Bern", "Basel"),
                                        List.of("City", "Town"),
                                        LabelMatchingType.FUZZY,
                                        MetadataField.PATH,
                                        "[a-z]+"))),
                        """
                        {"PK": "mappings#m1", "SK": "mapping", "GSI1PK": "mappings#", "GSI1SK": "mapping#Invoice",
                         "documentId": "m1", "name": "Invoice", "description": "of all",
                         "attributes": [{"attributeKey": "city", "sourceType": "CONTENT_KEY_VALUE",
                         "defaultValue": "Bern", "defaultValues": ["Bern", "Basel"], "labelTexts": ["City", "Town"],
                         "labelMatchingType": "FUZZY", "metadataField": "PATH", "validationRegex": "[a-z]+"}]}
                        """));
    }
}

package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.World.error;
import static dev.trestle.systems.formkiq.World.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.UpdateConfigurationRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What actions of each type have to have, told in the same words wherever they are added. */
class ActionRulesTest {
    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private Someone joe = world.someone("joe", "default");
    private String id = "";

    @BeforeEach
    void open() throws Exception {
        joe = world.someone("joe", "default");
        id = String.valueOf(joe.documents
                .addDocument(new AddDocumentRequest().content("x"), null, null)
                .getDocumentId());
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static String shown(HttpResponse<String> answer) {
        return answer.statusCode() + " " + answer.body();
    }

    /** The answers to an action by each way in which actions are added. */
    private List<String> answers(String action) {
        String actions = "\"actions\":[" + action + "]";
        return List.of(
                shown(joe.raw("POST", "/documents", "{\"content\":\"y\"," + actions + "}")),
                shown(joe.raw("POST", "/documents/upload", "{\"path\":\"y\"," + actions + "}")),
                shown(joe.raw("PATCH", "/documents/" + id, "{" + actions + "}")),
                shown(joe.raw("POST", "/documents/" + id + "/actions", "{" + actions + "}")));
    }

    private void assertRefused(String type, String parameters, String... keysAndTexts) {
        assertRefusedSo("{\"type\":\"" + type + "\",\"parameters\":{" + parameters + "}}", keysAndTexts);
    }

    private void assertRefusedSo(String action, String... keysAndTexts) {
        StringBuilder errors = new StringBuilder("400 {\"errors\":[");
        for (int i = 0; i < keysAndTexts.length; i += 2) {
            errors.append(i == 0 ? "" : ",")
                    .append('{')
                    .append(keysAndTexts[i].isEmpty() ? "" : "\"key\":\"" + keysAndTexts[i] + "\",")
                    .append("\"error\":\"")
                    .append(keysAndTexts[i + 1])
                    .append("\"}");
        }
        assertThat(answers(action)).as(action).containsOnly(errors + "]}");
    }

    private static String required(String name) {
        return "action '" + name + "' parameter is required";
    }

    @Test
    void action_withoutAType_isRefused() {
        assertRefusedSo("{\"parameters\":{\"url\":\"https://a.example\"}}", "type", "action 'type' is required");
        assertThat(joe.raw("POST", "/documents/" + id + "/actions", "{\"actions\":[{\"type\":\"DANCE\"}]}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void webhook_and_eventBridge_needWhereTheyGo() {
        assertRefused("WEBHOOK", "", "parameters.url", required("url"));
        assertRefused("WEBHOOK", "\"url\":\"\"", "parameters.url", required("url"));
        assertRefused("EVENTBRIDGE", "", "parameters.eventBusName", "'eventBusName' parameter is required");
    }

    @Test
    void ocr_withQueries_needsThem() {
        assertRefused(
                "OCR",
                "\"ocrParseTypes\":\"QUERIES\"",
                "parameters.ocrTextractQueries",
                required("ocrTextractQueries"));
        assertRefused(
                "OCR",
                "\"ocrParseTypes\":\"TEXT,QUERIES\",\"ocrTextractQueries\":[{\"alias\":\"a\"}]",
                "parameters.ocrTextractQueries.text",
                required("ocrTextractQueries.text"));
    }

    @Test
    void notification_needsAnAddressRecipientsAndAText() throws Exception {
        assertRefused("NOTIFICATION", "", "parameters.notificationEmail", "notificationEmail is not configured");
        world.admin()
                .system
                .updateConfiguration("default", new UpdateConfigurationRequest().notificationEmail("a@example.org"));
        assertRefused(
                "NOTIFICATION",
                "",
                "parameters.notificationType",
                required("notificationType"),
                "parameters.notificationSubject",
                required("notificationSubject"),
                "parameters.notificationToCc",
                "action 'notificationToCc' or 'notificationToBcc' is required",
                "parameters.notificationText",
                "action 'notificationText' or 'notificationHtml' is required");
        assertRefused(
                "NOTIFICATION",
                "\"notificationType\":\"email\",\"notificationSubject\":\"s\",\"notificationToBcc\":\"b@example.org\"",
                "parameters.notificationText",
                "action 'notificationText' or 'notificationHtml' is required");
    }

    @Test
    void idp_and_queue_needWhatIsThere() {
        assertRefused("IDP", "", "mappingId", "'mappingId' is required");
        assertRefused("IDP", "\"mappingId\":\"m1\"", "mappingId", "'mappingId' does not exist");
        assertRefusedSo("{\"type\":\"QUEUE\"}", "queueId", "'queueId' is required");
        assertRefusedSo("{\"type\":\"QUEUE\",\"queueId\":\"q/1\"}", "queueId", "'queueId' does not exist");
    }

    @Test
    void queue_thatIsThere_cannotBeAddedByItself() {
        var unused = world.tables
                .store()
                .within("default")
                .put(
                        dev.trestle.systems.formkiq.model.Workflows.QUEUE,
                        new dev.trestle.systems.formkiq.model.Workflows.Queue("q1", "Approvals"));
        String actions = "{\"actions\":[{\"type\":\"QUEUE\",\"queueId\":\"q1\"}]}";
        assertThat(shown(joe.raw("POST", "/documents/" + id + "/actions", actions)))
                .isEqualTo(error("type", "action type cannot be 'QUEUE'"));
        assertThat(shown(joe.raw("PATCH", "/documents/" + id, actions))).startsWith("200 ");
    }

    @Test
    void resize_needsMeasures() {
        assertRefused(
                "RESIZE",
                "",
                "parameters.width",
                "'width' parameter is required",
                "parameters.height",
                "'height' parameter is required");
        String measure = "parameter must be an integer > 0 or 'auto'";
        assertRefused(
                "RESIZE",
                "\"width\":\"0\",\"height\":\"-1\"",
                "parameters.width",
                "'width' " + measure,
                "parameters.height",
                "'height' " + measure);
        assertRefused(
                "RESIZE",
                "\"width\":\"auto\",\"height\":\"auto\"",
                "parameters.width",
                "'width' and 'height' parameters cannot be both set to auto");
        assertRefused(
                "RESIZE",
                "\"width\":\"10\",\"height\":\"auto\",\"outputType\":\"webp\"",
                "parameters.outputType",
                "'outputType' parameter must be one of [bmp, gif, jpeg, png, tif]");
    }

    @Test
    void tagging_needsTagsAnEngineAndItsKey() {
        assertRefused(
                "DOCUMENTTAGGING", "", "parameters.tags", required("tags"), "parameters.engine", required("engine"));
        assertRefused(
                "DOCUMENTTAGGING",
                "\"tags\":\"a\",\"engine\":\"abacus\"",
                "parameters.engine",
                "invalid 'engine' parameter");
        assertRefused(
                "DOCUMENTTAGGING", "\"tags\":\"a\",\"engine\":\"chatgpt\"", "", "chatgpt 'api key' is not configured");
    }

    @Test
    void classification_needsAPrompt() {
        assertRefused("DATA_CLASSIFICATION", "", "parameters.llmPromptEntityName", required("llmPromptEntityName"));
        String named = "\"llmPromptEntityName\":\"Invoices\"";
        assertRefused("DATA_CLASSIFICATION", named, "entityTypeId", "EntityType 'LlmPrompt' is not found");
        assertThat(joe.raw("POST", "/entityTypes", "{\"entityType\":{\"name\":\"LlmPrompt\",\"namespace\":\"PRESET\"}}")
                        .statusCode())
                .isEqualTo(201);
        assertRefused(
                "DATA_CLASSIFICATION",
                named,
                "parameters.llmPromptEntityName",
                "action 'llmPromptEntityName' doesn't exist");
    }

    @Test
    void actions_severalWrongOnes_tellOfTheFirst() {
        assertRefusedSo("{\"type\":\"WEBHOOK\"},{\"type\":\"RESIZE\"}", "parameters.url", required("url"));
        assertRefusedSo(
                "{\"type\":\"PUBLISH\"},{\"type\":\"EVENTBRIDGE\"},{\"type\":\"WEBHOOK\"}",
                "parameters.eventBusName",
                "'eventBusName' parameter is required");
    }

    @Test
    void actions_refusedOnes_leaveNothing() throws Exception {
        assertRefused("WEBHOOK", "", "parameters.url", required("url"));
        assertThat(joe.documents
                        .getDocuments(null, null, null, null, null, null, null, null, "100")
                        .getDocuments())
                .hasSize(1);
        assertThat(joe.actions.getDocumentActions(id, null, null, null, null).getActions())
                .isEmpty();
        assertThat(shown(joe.raw("POST", "/documents/" + id + "/actions", "{\"actions\":[]}")))
                .isEqualTo(error("actions", "'actions' is required"));
        assertThat(shown(joe.raw("POST", "/documents/none/actions", "{\"actions\":[{\"type\":\"PUBLISH\"}]}")))
                .isEqualTo(message(404, "Document none not found."));
    }

    @Test
    void types_withoutRules_areTaken() {
        for (String type : List.of("FULLTEXT", "ANTIVIRUS", "MALWARE_SCAN", "PUBLISH", "PDFEXPORT", "OCR")) {
            assertThat(shown(joe.raw(
                            "POST", "/documents/" + id + "/actions", "{\"actions\":[{\"type\":\"" + type + "\"}]}")))
                    .isEqualTo("200 {\"message\":\"Actions saved\"}");
        }
    }
}

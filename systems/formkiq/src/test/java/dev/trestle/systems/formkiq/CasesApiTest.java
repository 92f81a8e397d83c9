package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddCaseRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddNigoRequest;
import com.formkiq.client.model.AddTaskRequest;
import com.formkiq.client.model.CaseStatus;
import com.formkiq.client.model.GetCaseDocumentsResponse;
import com.formkiq.client.model.GetCasesResponse;
import com.formkiq.client.model.ModelCase;
import com.formkiq.client.model.NigoStatus;
import com.formkiq.client.model.Task;
import com.formkiq.client.model.TaskStatus;
import com.formkiq.client.model.UpdateCaseRequest;
import com.formkiq.client.model.UpdateNigoRequest;
import com.formkiq.client.model.UpdateTaskRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cases, tasks and nigos, called by FormKiQ's client. */
class CasesApiTest {
    private static final String NONE = "00000000-0000-7000-8000-000000000000";
    private static final int OPERATIONS = 21;

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone joe = world.someone("joe", "default");
    private final Someone ada = world.admin();

    @AfterEach
    void close() {
        world.close();
    }

    /** A call of the client. */
    private interface Called {
        void by(Someone who) throws Exception;
    }

    private static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    private static AddCaseRequest newCase(String fields) {
        return body("{'case':{" + fields + "}}", AddCaseRequest.class);
    }

    private static AddTaskRequest newTask(String fields) {
        return body("{'task':{" + fields + "}}", AddTaskRequest.class);
    }

    private static AddNigoRequest newNigo(String fields) {
        return body("{'nigo':{" + fields + "}}", AddNigoRequest.class);
    }

    private static UpdateCaseRequest caseChange(String fields) {
        return body("{'case':{" + fields + "}}", UpdateCaseRequest.class);
    }

    private static UpdateTaskRequest taskChange(String fields) {
        return body("{'task':{" + fields + "}}", UpdateTaskRequest.class);
    }

    private static UpdateNigoRequest nigoChange(String fields) {
        return body("{'nigo':{" + fields + "}}", UpdateNigoRequest.class);
    }

    private String addCase(String fields) throws Exception {
        return String.valueOf(joe.cases.addCase(newCase(fields), null).getCaseId());
    }

    private ModelCase getCase(String id) throws Exception {
        return Objects.requireNonNull(joe.cases.getCase(id, null).getCase());
    }

    private Task getTask(String caseId, String id) throws Exception {
        return Objects.requireNonNull(joe.cases.getCaseTask(caseId, id, null).getTask());
    }

    private String addDocument(String path) throws Exception {
        return joe.documents
                .addDocument(new AddDocumentRequest().path(path).content("x"), null, null)
                .getDocumentId();
    }

    private static List<String> paths(GetCaseDocumentsResponse of) {
        return Objects.requireNonNull(of.getDocuments()).stream()
                .map(each -> String.valueOf(each.getPath()))
                .sorted()
                .toList();
    }

    private static String answer(HttpResponse<String> response) {
        return response.statusCode() + " " + response.body();
    }

    /** What a request is refused with that the client could not make. */
    private String refused(String method, String path, String json) {
        return answer(joe.raw(method, path, json.replace('\'', '"')));
    }

    /** What the calls are about. */
    private record Things(String caseId, String taskId, String nigoId, String document) {}

    private static List<Called> ofCases(Things on) {
        return List.of(
                who -> who.cases.addCase(newCase("'name':'B'"), null),
                who -> who.cases.getCases(null, null, null),
                who -> who.cases.getCase(on.caseId(), null),
                who -> who.cases.updateCase(
                        on.caseId(), caseChange("'name':'C','documentIds':['" + on.document() + "']"), null),
                who -> who.cases.getCaseDocuments(on.caseId(), null, null, null),
                who -> who.cases.deleteCaseDocument(on.caseId(), on.document(), null));
    }

    private static List<Called> ofParts(Things on) {
        String linked = "'description':'d','name':'n','documentIds':['" + on.document() + "']";
        return List.of(
                who -> who.cases.addTask(on.caseId(), newTask("'description':'d'"), null),
                who -> who.cases.getCaseTasks(on.caseId(), null, null, null),
                who -> who.cases.getCaseTask(on.caseId(), on.taskId(), null),
                who -> who.cases.updateTask(on.caseId(), on.taskId(), taskChange(linked), null),
                who -> who.cases.getTaskDocuments(on.caseId(), on.taskId(), null, null, null),
                who -> who.cases.deleteTaskDocument(on.caseId(), on.taskId(), on.document(), null),
                who -> who.cases.deleteTask(on.caseId(), on.taskId(), null),
                who -> who.cases.addNigo(on.caseId(), newNigo("'name':'n'"), null),
                who -> who.cases.getCaseNigos(on.caseId(), null, null, null),
                who -> who.cases.getCaseNigo(on.caseId(), on.nigoId(), null),
                who -> who.cases.updateNigo(on.caseId(), on.nigoId(), nigoChange(linked), null),
                who -> who.cases.getNigoDocuments(on.caseId(), on.nigoId(), null, null, null),
                who -> who.cases.deleteNigoDocument(on.caseId(), on.nigoId(), on.document(), null),
                who -> who.cases.deleteNigo(on.caseId(), on.nigoId(), null),
                who -> who.cases.deleteCase(on.caseId(), null));
    }

    @Test
    void operations_ofCases_succeedAndAreRefused() throws Exception {
        String caseId = addCase("'name':'A'");
        Things on = new Things(
                caseId,
                String.valueOf(joe.cases
                        .addTask(caseId, newTask("'description':'d'"), null)
                        .getTaskId()),
                String.valueOf(
                        joe.cases.addNigo(caseId, newNigo("'name':'n'"), null).getNigoId()),
                addDocument("a.txt"));
        List<Called> all = new ArrayList<>(ofCases(on));
        all.addAll(ofParts(on));
        world.succeeded.clear();
        Someone nobody = world.someone("nobody");
        for (Called each : all) {
            assertThat(World.refused(() -> each.by(nobody))).startsWith("401 ");
        }
        assertThat(world.failed).hasSize(OPERATIONS);
        Someone reader = world.someone("rae", "default_read");
        for (Called each : all.stream().filter(called -> !isReading(called)).toList()) {
            assertThat(World.refused(() -> each.by(reader)))
                    .isEqualTo(World.message(401, "fkq access denied (groups: default (READ))"));
        }
        for (Called each : all) {
            each.by(joe);
        }
        assertThat(world.succeeded).containsAll(world.failed);
    }

    /** Whether a reader may make a call, found by making it on what nobody has. */
    private boolean isReading(Called called) {
        world.succeeded.clear();
        try {
            called.by(world.someone("rae", "default_read"));
            return true;
        } catch (Exception e) {
            return !String.valueOf(e.getMessage()).contains("401");
        }
    }

    @Test
    void numbers_ofEveryFormat_countByFormat() throws Exception {
        String counted = "[{'type':'STATIC','staticValue':'C-'},{'type':'DATE_YYYYMMDD'},"
                + "{'type':'STATIC','staticValue':'-'},{'type':'AUTO_INCREMENT','padding':4}]";
        ModelCase first =
                getCase(addCase("'name':'A','caseNumberFormat':" + counted + ",'documentNumberFormat':" + counted));
        ModelCase second = getCase(addCase("'name':'B','caseNumberFormat':" + counted));
        assertThat(first.getCaseNumber()).isEqualTo("C-20310303-0001");
        assertThat(first.getDocumentNumber()).isEqualTo("C-20310303-0001");
        assertThat(second.getCaseNumber()).isEqualTo("C-20310303-0002");
        assertThat(second.getDocumentNumber()).isNull();
        assertThat(numbered("[{'type':'AUTO_INCREMENT'}]")).isEqualTo("1");
        assertThat(numbered("[{'type':'AUTO_INCREMENT','padding':3}]")).isEqualTo("001");
        assertThat(numbered("[{'type':'AUTO_INCREMENT','padding':3}]")).isEqualTo("002");
        assertThat(numbered("[{'type':'STATIC','staticValue':'X'}]")).isEqualTo("X");
        assertThat(numbered("[{'type':'DATE_YYYYMMDD'}]")).isEqualTo("20310303");
        assertThat(numbered("[{'type':'STATIC','staticValue':'K.'},{'type':'AUTO_INCREMENT','padding':1}]"))
                .isEqualTo("K.1");
        String elsewhere = String.valueOf(ada.cases
                .addCase(newCase("'name':'A','caseNumberFormat':" + counted), "finance")
                .getCaseId());
        assertThat(Objects.requireNonNull(
                                ada.cases.getCase(elsewhere, "finance").getCase())
                        .getCaseNumber())
                .isEqualTo("C-20310303-0001");
    }

    private @org.jspecify.annotations.Nullable String numbered(String format) throws Exception {
        return getCase(addCase("'name':'A','caseNumberFormat':" + format)).getCaseNumber();
    }

    @Test
    void numbers_withoutFormat_countPlainly() throws Exception {
        ModelCase first = getCase(addCase("'name':'A','caseNumberFormat':[],'documentNumberFormat':[]"));
        ModelCase second = getCase(addCase("'name':'B'"));
        assertThat(List.of(String.valueOf(first.getCaseNumber()), String.valueOf(second.getCaseNumber())))
                .containsExactly("1", "2");
        assertThat(first.getDocumentNumber()).isNull();
    }

    @Test
    void formats_thatAreWrong_areRefusedTogether() {
        assertThat(refused(
                        "POST",
                        "/cases",
                        "{'case':{'name':'','caseNumberFormat':[{},{'type':'X'},{'type':'STATIC'},"
                                + "{'type':'AUTO_INCREMENT','padding':19}]}}"))
                .isEqualTo("400 {\"errors\":[{\"key\":\"name\",\"error\":\"'name' is required\"},"
                        + "{\"key\":\"caseNumberFormat[0].type\",\"error\":\"'type' is required\"},"
                        + "{\"key\":\"caseNumberFormat[1].type\",\"error\":\"'type' unexpected value 'X' must be one of"
                        + " AUTO_INCREMENT, STATIC, DATE_YYYYMMDD\"},"
                        + "{\"key\":\"caseNumberFormat[2].staticValue\",\"error\":\"'staticValue' is required\"},"
                        + "{\"key\":\"caseNumberFormat[3].padding\",\"error\":\"must be from 0 to 18\"}]}");
        assertThat(refused("POST", "/cases", "{}")).isEqualTo(World.error("case", "'case' is required"));
    }

    @Test
    void statusesAndDates_rightAndWrong() throws Exception {
        for (CaseStatus each : CaseStatus.values()) {
            String id = addCase("'name':'A','status':'" + each.getValue() + "'");
            assertThat(getCase(id).getStatus()).isEqualTo(each);
        }
        assertThat(getCase(addCase("'name':'A'")).getStatus()).isEqualTo(CaseStatus.NEW);
        ModelCase dated =
                getCase(addCase("'name':'A','plannedStartDate':'2031-01-31','startDate':'2031-02-01T10:00:00Z',"
                        + "'endDate':'2031-02-01','dueDate':'2031-03-01T10:00:00+0100'"));
        assertThat(dated.getStartDate()).isEqualTo("2031-02-01T10:00:00Z");
        assertThat(dated.getDueDate()).isEqualTo("2031-03-01T10:00:00+0100");
        assertThat(dated.getInsertedDate()).isEqualTo("2031-03-03T10:00:00+0000");
        assertThat(dated.getUserId()).isEqualTo("joe@example.org");
        assertThat(refused(
                        "POST",
                        "/cases",
                        "{'case':{'name':'A','status':'OPEN','plannedStartDate':'soon','startDate':'2031-02-30',"
                                + "'endDate':'2031-02-01T25:00','dueDate':'01.02.2031'}}"))
                .isEqualTo(
                        "400 {\"errors\":[{\"key\":\"status\",\"error\":\"'status' unexpected value 'OPEN' must be one"
                                + " of NEW, ASSIGNED, IN_PROGRESS, ON_HOLD, ESCALATED, RESOLVED, CLOSED, UNDER_REVIEW,"
                                + " AWAITING_CLIENT_RESPONSE\"},"
                                + Stream.of("plannedStartDate", "startDate", "endDate", "dueDate")
                                        .map(key -> "{\"key\":\"" + key + "\",\"error\":\"invalid date\"}")
                                        .collect(java.util.stream.Collectors.joining(","))
                                + "]}");
        assertThat(World.refused(() -> addCase("'name':'A','startDate':'2031-02-02','endDate':'2031-02-01'")))
                .isEqualTo(World.error("endDate", "cannot be before startDate"));
        assertThat(World.refused(() -> joe.cases.updateCase(
                        String.valueOf(dated.getCaseId()), caseChange("'startDate':'2031-02-02'"), null)))
                .isEqualTo(World.error("endDate", "cannot be before startDate"));
    }

    @Test
    void patch_ofOneField_leavesTheOthers() throws Exception {
        String id = addCase("'name':'A','description':'d','dueDate':'2031-03-05','metadata':{'k':'v'}");
        assertThat(joe.cases
                        .updateCase(id, caseChange("'status':'ON_HOLD'"), null)
                        .getCaseId())
                .isEqualTo(id);
        ModelCase after = getCase(id);
        assertThat(after.getStatus()).isEqualTo(CaseStatus.ON_HOLD);
        assertThat(after.getName()).isEqualTo("A");
        assertThat(after.getDescription()).isEqualTo("d");
        assertThat(after.getDueDate()).isEqualTo("2031-03-05");
        assertThat(after.getCaseNumber()).isEqualTo("1");
        assertThat(after.getMetadata()).isEqualTo(Map.of("k", "v"));
        joe.cases.updateCase(id, caseChange("'description':'','dueDate':''"), null);
        assertThat(getCase(id).getDescription()).isNull();
        assertThat(getCase(id).getDueDate()).isNull();
        assertThat(World.refused(() -> joe.cases.updateCase(id, caseChange("'name':''"), null)))
                .isEqualTo(World.error("name", "'name' is required"));
        String task = String.valueOf(joe.cases
                .addTask(id, newTask("'description':'t','dueDate':'2031-03-05'"), null)
                .getTaskId());
        joe.cases.updateTask(id, task, taskChange("'status':'RESOLVED'"), null);
        assertThat(getTask(id, task).getStatus()).isEqualTo(TaskStatus.RESOLVED);
        assertThat(getTask(id, task).getDueDate()).isEqualTo("2031-03-05");
        String nigo = String.valueOf(joe.cases
                .addNigo(id, newNigo("'name':'n','description':'x'"), null)
                .getNigoId());
        joe.cases.updateNigo(id, nigo, nigoChange("'status':'CLOSED'"), null);
        var stored =
                Objects.requireNonNull(joe.cases.getCaseNigo(id, nigo, null).getNigo());
        assertThat(stored.getStatus()).isEqualTo(NigoStatus.CLOSED);
        assertThat(stored.getDescription()).isEqualTo("x");
        assertThat(World.refused(() -> joe.cases.addTask(id, newTask("'name':'t','description':''"), null)))
                .isEqualTo(World.error("description", "'description' is required"));
        assertThat(World.refused(() -> joe.cases.addNigo(id, newNigo("'name':''"), null)))
                .isEqualTo(World.error("name", "'name' is required"));
    }

    @Test
    void metadata_ofAChange_isMergedByKey() throws Exception {
        String id = addCase("'name':'A','metadata':{'a':'1','b':{'x':[1,true,'z']},'c':2.5}");
        assertThat(refused("PATCH", "/cases/" + id, "{'case':{'metadata':{'a':'','c':3,'d':'new'}}}"))
                .startsWith("200 ");
        assertThat(answer(joe.raw("GET", "/cases/" + id, null)))
                .contains("\"metadata\":{")
                .contains("\"b\":{\"x\":[1,true,\"z\"]}")
                .contains("\"c\":3")
                .contains("\"d\":\"new\"")
                .doesNotContain("\"a\":");
        assertThat(refused("PATCH", "/cases/" + id, "{'case':{'metadata':{'a':'" + "x".repeat(1001) + "'}}}"))
                .isEqualTo(World.error("a", "value cannot exceed 1000"));
        assertThat(refused("PATCH", "/cases/" + id, "{'case':{'metadata':{'a':1e200}}}"))
                .isEqualTo(World.error("a", "number is out of range"));
        assertThat(refused(
                        "PATCH", "/cases/" + id, "{'case':{'metadata':{'a':" + "[".repeat(40) + "]".repeat(40) + "}}}"))
                .isEqualTo(World.error("a", "value is nested too deeply"));
        StringBuilder many = new StringBuilder("'k0':1");
        for (int i = 1; i < 30; i++) {
            many.append(",'k").append(i).append("':1");
        }
        assertThat(refused("PATCH", "/cases/" + id, "{'case':{'metadata':{" + many + "}}}"))
                .isEqualTo(World.error("metadata", "maximum number is 25"));
    }

    @Test
    void documents_ofCaseTaskAndNigo_areApart() throws Exception {
        String one = addDocument("a/one.txt");
        String two = addDocument("a/two.txt");
        String three = addDocument("b/three.txt");
        String id = addCase("'name':'A','documentIds':['" + one + "','" + three + "']");
        String task = String.valueOf(joe.cases
                .addTask(id, newTask("'description':'t','documentIds':['" + two + "']"), null)
                .getTaskId());
        String nigo = String.valueOf(joe.cases
                .addNigo(id, newNigo("'name':'n','documentIds':['" + one + "']"), null)
                .getNigoId());
        assertThat(ofCase(joe, id)).containsExactly("a/one.txt", "b/three.txt");
        assertThat(paths(joe.cases.getTaskDocuments(id, task, null, null, null)))
                .containsExactly("a/two.txt");
        assertThat(paths(joe.cases.getNigoDocuments(id, nigo, null, null, null)))
                .containsExactly("a/one.txt");
        joe.cases.updateTask(id, task, taskChange("'documentIds':['" + one + "','" + two + "']"), null);
        joe.cases.deleteCaseDocument(id, one, null);
        assertThat(ofCase(joe, id)).containsExactly("b/three.txt");
        assertThat(paths(joe.cases.getTaskDocuments(id, task, null, null, null)))
                .containsExactly("a/one.txt", "a/two.txt");
        assertThat(World.refused(() -> joe.cases.deleteCaseDocument(id, one, null)))
                .isEqualTo(World.message(404, "Document " + one + " not found."));
        joe.documents.deleteDocument(two, null, true);
        assertThat(paths(joe.cases.getTaskDocuments(id, task, null, null, null)))
                .containsExactly("a/one.txt");
        assertThat(World.refused(() -> joe.cases.deleteTaskDocument(id, task, two, null)))
                .isEqualTo(World.message(404, "Document " + two + " not found."));
        assertThat(World.refused(() -> addCase("'name':'B','documentIds':['" + two + "','" + NONE + "']")))
                .isEqualTo("400 {\"errors\":[{\"key\":\"" + two + "\",\"error\":\"document '" + two
                        + "' does not exist\"},{\"key\":\"" + NONE + "\",\"error\":\"document '" + NONE
                        + "' does not exist\"}]}");
        joe.documents.setDocumentRestore(two, null);
        assertThat(paths(joe.cases.getTaskDocuments(id, task, null, null, null)))
                .containsExactly("a/one.txt", "a/two.txt");
        joe.documents.deleteDocument(one, null, null);
        assertThat(paths(joe.cases.getNigoDocuments(id, nigo, null, null, null)))
                .isEmpty();
        assertThat(joe.documents.getDocument(three, null, null).getPath()).isEqualTo("b/three.txt");
    }

    private static List<String> ofCase(Someone who, String id) throws Exception {
        return paths(who.cases.getCaseDocuments(id, null, null, null));
    }

    @Test
    void documents_thatTheCallerMayNotRead_areNotThere() throws Exception {
        String open = addDocument("open/a.txt");
        String hidden = addDocument("vault/b.txt");
        String id = addCase("'name':'A','documentIds':['" + open + "','" + hidden + "']");
        ada.raw(
                "PUT",
                "/folders/permissions",
                "{\"path\":\"vault\",\"roles\":[{\"roleName\":\"default\",\"permissions\":[]}]}");
        assertThat(ofCase(joe, id)).containsExactly("open/a.txt");
        assertThat(ofCase(ada, id)).containsExactly("open/a.txt", "vault/b.txt");
        assertThat(World.refused(() -> joe.cases.deleteCaseDocument(id, hidden, null)))
                .isEqualTo(World.message(404, "Document " + hidden + " not found."));
        assertThat(World.refused(() -> addCase("'name':'B','documentIds':['" + hidden + "']")))
                .isEqualTo(World.error(hidden, "document '" + hidden + "' does not exist"));
        String foreign = ada.documents
                .addDocument(new AddDocumentRequest().path("x.txt").content("x"), "finance", null)
                .getDocumentId();
        assertThat(World.refused(() -> joe.cases.updateCase(id, caseChange("'documentIds':['" + foreign + "']"), null)))
                .isEqualTo(World.error(foreign, "document '" + foreign + "' does not exist"));
        assertThat(World.refused(() -> ada.cases.getCase(id, "finance")))
                .isEqualTo(World.message(404, "Case '" + id + "' not found"));
        assertThat(World.refused(() -> joe.cases.getCase(id, "finance")))
                .isEqualTo(World.message(401, "fkq access denied to siteId (finance)"));
    }

    @Test
    void documents_underAPolicyOfAttributes_areFiltered() throws Exception {
        ada.raw("POST", "/attributes", "{\"attribute\":{\"key\":\"team\"}}");
        String ours = ada.documents
                .addDocument(
                        body(
                                "{'path':'ours.txt','content':'x','attributes':[{'key':'team','stringValue':'a'}]}",
                                AddDocumentRequest.class),
                        null,
                        null)
                .getDocumentId();
        String theirs = addDocument("theirs.txt");
        String id = addCase("'name':'A','documentIds':['" + ours + "','" + theirs + "']");
        assertThat(answer(ada.raw(
                        "PUT",
                        "/sites/default/opa/accessPolicy/policyItems",
                        "{\"policyItems\":[{\"anyRoles\":[\"default\"],"
                                + "\"attributes\":[{\"key\":\"team\",\"eq\":{\"stringValue\":\"a\"}}]}]}")))
                .startsWith("200 ");
        assertThat(ofCase(joe, id)).containsExactly("ours.txt");
        assertThat(World.refused(() -> joe.cases.getCase(id, null))).isEqualTo(World.message(401, "fkq access denied"));
    }

    @Test
    void case_withHundredsOfTasks_isGoneAtOnceAndItsRowsByJob() throws Exception {
        String id = addCase("'name':'A','documentIds':['" + addDocument("a.txt") + "']");
        for (int i = 0; i < 500; i++) {
            joe.raw("POST", "/cases/" + id + "/tasks", "{\"task\":{\"description\":\"" + i + "\"}}");
        }
        assertThat(joe.cases.deleteCase(id, null).getMessage()).isEqualTo("Case '" + id + "' deleted");
        String gone = World.message(404, "Case '" + id + "' not found");
        assertThat(World.refused(() -> joe.cases.getCase(id, null))).isEqualTo(gone);
        assertThat(World.refused(() -> joe.cases.getCaseTasks(id, null, null, null)))
                .isEqualTo(gone);
        assertThat(World.refused(() -> joe.cases.addTask(id, newTask("'description':'t'"), null)))
                .isEqualTo(gone);
        assertThat(joe.cases.getCases(null, null, null).getCases()).isEmpty();
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(rows(id)).isZero());
        assertThat(joe.documents
                        .getDocuments(null, null, null, null, null, null, null, null, null)
                        .getDocuments())
                .hasSize(1);
    }

    private int rows(String caseId) {
        return world.tables
                .store()
                .within("default")
                .consistent()
                .items(dev.trestle.systems.formkiq.model.Cases.WHOLE_CASE.of(caseId), 1000)
                .size();
    }

    @Test
    void task_deleted_losesItsDocumentsAlone() throws Exception {
        String document = addDocument("a.txt");
        String linked = "'description':'t','name':'n','documentIds':['" + document + "']";
        String id = addCase("'name':'A'");
        String task =
                String.valueOf(joe.cases.addTask(id, newTask(linked), null).getTaskId());
        String nigo =
                String.valueOf(joe.cases.addNigo(id, newNigo(linked), null).getNigoId());
        assertThat(joe.cases.deleteTask(id, task, null).getMessage()).isEqualTo("Task '" + task + "' deleted");
        assertThat(World.refused(() -> joe.cases.getTaskDocuments(id, task, null, null, null)))
                .isEqualTo(World.message(404, "Task '" + task + "' not found"));
        assertThat(paths(joe.cases.getNigoDocuments(id, nigo, null, null, null)))
                .containsExactly("a.txt");
        assertThat(joe.cases.deleteNigo(id, nigo, null).getMessage()).isEqualTo("Nigo '" + nigo + "' deleted");
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(rows(id)).isEqualTo(1));
    }

    @Test
    void lists_areInOrderOfCreationAndPaged() throws Exception {
        List<String> made = new ArrayList<>();
        String id = addCase("'name':'A'");
        List<String> tasks = new ArrayList<>();
        made.add(id);
        for (int i = 0; i < 24; i++) {
            made.add(addCase("'name':'" + (100 - i) + "'"));
            tasks.add(String.valueOf(joe.cases
                    .addTask(id, newTask("'description':'" + (100 - i) + "'"), null)
                    .getTaskId()));
        }
        GetCasesResponse first = joe.cases.getCases(null, null, null);
        GetCasesResponse second = joe.cases.getCases(null, first.getNext(), null);
        GetCasesResponse third = joe.cases.getCases(null, second.getNext(), null);
        List<String> listed = new ArrayList<>();
        for (GetCasesResponse page : List.of(first, second, third)) {
            Objects.requireNonNull(page.getCases()).forEach(each -> listed.add(String.valueOf(each.getCaseId())));
        }
        assertThat(listed).isEqualTo(made);
        assertThat(third.getNext()).isNull();
        assertThat(Objects.requireNonNull(
                                joe.cases.getCaseTasks(id, null, null, "100").getTasks())
                        .stream()
                        .map(each -> String.valueOf(each.getTaskId())))
                .isEqualTo(tasks);
        assertThat(World.refused(() -> joe.cases.getCaseTasks(id, null, first.getNext(), null)))
                .isEqualTo(World.message(400, "Invalid Next token"));
        assertThat(answer(joe.raw("GET", "/x/cases?status=CLOSED", null))).isEqualTo("200 {\"cases\":[]}");
        joe.cases.updateCase(made.get(3), caseChange("'status':'CLOSED'"), null);
        joe.cases.updateCase(made.get(20), caseChange("'status':'CLOSED'"), null);
        assertThat(answer(joe.raw("GET", "/x/cases?status=CLOSED,RESOLVED&limit=1", null)))
                .contains(made.get(20))
                .contains("\"next\"")
                .doesNotContain(made.get(3));
    }

    @Test
    void partsOfAnotherCase_areNotFound() throws Exception {
        String one = addCase("'name':'A'");
        String other = addCase("'name':'B'");
        String task = String.valueOf(
                joe.cases.addTask(one, newTask("'description':'t'"), null).getTaskId());
        String nigo = String.valueOf(
                joe.cases.addNigo(one, newNigo("'name':'n'"), null).getNigoId());
        String noTask = World.message(404, "Task '" + task + "' not found");
        String noNigo = World.message(404, "Nigo '" + nigo + "' not found");
        for (Called each : List.<Called>of(
                who -> who.cases.getCaseTask(other, task, null),
                who -> who.cases.updateTask(other, task, taskChange("'description':'x'"), null),
                who -> who.cases.deleteTask(other, task, null),
                who -> who.cases.getTaskDocuments(other, task, null, null, null),
                who -> who.cases.deleteTaskDocument(other, task, NONE, null))) {
            assertThat(World.refused(() -> each.by(joe))).isEqualTo(noTask);
        }
        for (Called each : List.<Called>of(
                who -> who.cases.getCaseNigo(other, nigo, null),
                who -> who.cases.updateNigo(other, nigo, nigoChange("'name':'x'"), null),
                who -> who.cases.deleteNigo(other, nigo, null),
                who -> who.cases.getNigoDocuments(other, nigo, null, null, null),
                who -> who.cases.deleteNigoDocument(other, nigo, NONE, null))) {
            assertThat(World.refused(() -> each.by(joe))).isEqualTo(noNigo);
        }
        assertThat(answer(joe.raw("GET", "/cases/" + one + "%23x", null)))
                .isEqualTo(World.message(404, "Case '" + one + "#x' not found"));
        assertThat(getTask(one, task).getDescription()).isEqualTo("t");
    }
}

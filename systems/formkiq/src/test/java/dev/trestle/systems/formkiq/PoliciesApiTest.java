package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddApiKeyRequest;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTagsRequest;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentsCompressRequest;
import com.formkiq.client.model.IndexFolderMoveRequest;
import com.formkiq.client.model.OpaPolicyItem;
import com.formkiq.client.model.SearchResultDocument;
import com.formkiq.client.model.SetOpaAccessPolicyItemsRequest;
import com.formkiq.client.model.UpdateMatchingDocumentTagsRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.OpenPolicies;
import dev.trestle.systems.formkiq.model.OpenPolicies.OpenPolicy;
import dev.trestle.systems.formkiq.model.OpenPolicies.PolicyType;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Access policies of a site: what they refuse, and which documents they show. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class PoliciesApiTest {
    private static final String DENIED = World.message(401, "fkq access denied");

    private final World world;
    private final Someone joe;
    private final Someone admin;

    PoliciesApiTest(Target target) {
        world = new World(target);
        joe = world.someone("joe", "default", "finance-team");
        admin = world.admin();
    }

    @BeforeEach
    void define() throws Exception {
        for (Map.Entry<String, String> each : Map.of(
                        "team", "STRING", "amount", "NUMBER", "secret", "BOOLEAN", "owner", "STRING")
                .entrySet()) {
            admin.attributes.addAttribute(
                    body(
                            "{'attribute':{'key':'" + each.getKey() + "','dataType':'" + each.getValue() + "'}}",
                            AddAttributeRequest.class),
                    null);
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    private void set(String items) throws Exception {
        admin.access.setOpaAccessPolicyItems(
                "default", body("{'policyItems':[" + items + "]}", SetOpaAccessPolicyItemsRequest.class));
    }

    /** A document with attributes as JSON. */
    private String add(Someone who, String path, String attributes) throws Exception {
        return String.valueOf(who.documents
                .addDocument(
                        body(
                                "{'path':'" + path + "','content':'x','attributes':[" + attributes + "]}",
                                AddDocumentRequest.class),
                        null,
                        null)
                .getDocumentId());
    }

    private static String text(String key, String value) {
        return "{'key':'" + key + "','stringValue':'" + value + "'}";
    }

    private static List<String> paths(List<SearchResultDocument> documents) {
        return documents.stream()
                .map(SearchResultDocument::getPath)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
    }

    private List<String> folder(Someone who, String path) throws Exception {
        return paths(Objects.requireNonNull(who.folders
                .getFolderDocuments(null, null, path, null, null, null)
                .getDocuments()));
    }

    @Test
    void operators_eachOfThem_showWhatMeetsThem() throws Exception {
        add(admin, "a", text("team", "x") + ",{'key':'amount','numberValue':9},{'key':'secret','booleanValue':true}");
        add(admin, "b", text("team", "y") + ",{'key':'amount','numberValue':10},{'key':'secret','booleanValue':false}");
        add(admin, "c", "{'key':'amount','numberValue':10.5},{'key':'team','stringValues':['x','z']}");
        add(admin, "d", text("owner", "joe@example.org"));
        Map<String, List<String>> shown = Map.ofEntries(
                Map.entry("'team','eq':{'stringValue':'x'}", List.of("a", "c")),
                Map.entry("'team','eq':{'stringValue':'X'}", List.of()),
                Map.entry("'amount','eq':{'numberValue':10.0}", List.of("b")),
                Map.entry("'secret','eq':{'booleanValue':false}", List.of("b")),
                Map.entry("'owner','eq':{'input':{'matchUsername':true}}", List.of("d")),
                Map.entry("'team','neq':{'stringValue':'x'}", List.of("b")),
                Map.entry("'amount','gt':{'numberValue':9}", List.of("b", "c")),
                Map.entry("'amount','gte':{'numberValue':9}", List.of("a", "b", "c")),
                Map.entry("'amount','lt':{'numberValue':10}", List.of("a")),
                Map.entry("'amount','lte':{'numberValue':10}", List.of("a", "b")),
                Map.entry("'amount','gt':{'numberValue':9},'lt':{'numberValue':10.5}", List.of("b")),
                Map.entry("'team','in':{'stringValues':['y','z']}", List.of("b", "c")),
                Map.entry("'team','notIn':{'stringValues':['y','z']}", List.of("a")));
        for (Map.Entry<String, List<String>> each : shown.entrySet()) {
            set("{'anyRoles':['finance-team'],'attributes':[{'key':" + each.getKey() + "}]}");
            assertThat(folder(joe, null)).as(each.getKey()).isEqualTo(each.getValue());
            assertThat(folder(admin, null)).hasSize(4);
        }
        // All rules of an item, one of the items.
        set("{'attributes':[{'key':'team','eq':{'stringValue':'x'}},{'key':'amount','gt':{'numberValue':9}}]},"
                + "{'attributes':[{'key':'owner','eq':{'stringValue':'joe@example.org'}}]}");
        assertThat(folder(joe, null)).containsExactly("c", "d");
    }

    @Test
    void rolesAndInput_decideOnRequests() throws Exception {
        add(admin, "a", text("team", "x"));
        set("{'allRoles':['default','finance-team'],'input':{'httpMethod':{'in':['get']}}}");
        assertThat(folder(joe, null)).containsExactly("a");
        assertThat(World.refused(() -> add(joe, "b", ""))).isEqualTo(DENIED);
        Someone other = world.someone("kim", "default");
        assertThat(World.refused(() -> folder(other, null))).isEqualTo(DENIED);

        set("{'anyRoles':['none','finance-team'],'excludedRoles':['interns']}");
        assertThat(folder(joe, null)).containsExactly("a");
        assertThat(World.refused(() -> folder(world.someone("ivy", "default", "finance-team", "interns"), null)))
                .isEqualTo(DENIED);

        set("{'input':{'resource':{'in':['/folders'],'notIn':['/attributes/{name}']}}}");
        assertThat(folder(joe, null)).containsExactly("a");
        assertThat(World.refused(() -> joe.attributes.getAttributes(null, null, null)))
                .isEqualTo(DENIED);
        set("{'input':{'httpMethod':{'notIn':['DELETE']},'resource':{'notIn':['/documents/{documentId}/url']}}}");
        joe.attributes.getAttributes(null, null, null);
        assertThat(World.refused(() -> joe.attributes.deleteAttribute("team", null)))
                .isEqualTo(DENIED);

        // What nobody restricts is as before, once the policy has ended.
        admin.access.deleteOpaAccessPolicyItems("default");
        assertThat(folder(other, null)).containsExactly("a");
        assertThat(World.refused(() -> admin.access.deleteOpaAccessPolicyItems("default")))
                .isEqualTo(World.message(404, "Policy of site 'default' not found"));
    }

    @Test
    void rulesOfAttributes_holdForAllOfADocument() throws Exception {
        String mine = add(admin, "f/mine.txt", text("team", "x"));
        String theirs = add(admin, "f/theirs.txt", text("team", "y"));
        String gone = add(admin, "f/gone.txt", text("team", "y"));
        admin.documents.deleteDocument(gone, null, true);
        for (String id : List.of(mine, theirs)) {
            admin.tags.addDocumentTags(
                    id, body("{'tags':[{'key':'t','value':'1'}]}", AddDocumentTagsRequest.class), null);
        }
        set("{'anyRoles':['finance-team'],'attributes':[{'key':'team','eq':{'stringValue':'x'}}]}");
        assertThat(joe.documents.getDocument(mine, null, null).getPath()).isEqualTo("f/mine.txt");
        List<String> calls = new ArrayList<>(List.of(
                "GET /documents/ID",
                "GET /documents/ID/content",
                "GET /documents/ID/url",
                "GET /documents/ID/tags",
                "GET /documents/ID/attributes",
                "GET /documents/ID/versions",
                "GET /documents/ID/upload",
                "PATCH /documents/ID {\"width\":\"1\"}",
                "POST /documents/ID/tags {\"tags\":[{\"key\":\"n\",\"value\":\"1\"}]}",
                "PUT /documents/ID/attributes/team {\"attribute\":{\"stringValue\":\"x\"}}",
                "DELETE /documents/ID",
                "DELETE /documents/ID?softDelete=true",
                "DELETE /indices/folder/f%2Ftheirs.txt",
                "POST /indices/folder/move {\"source\":\"f/theirs.txt\",\"target\":\"g\"}",
                "POST /indices/folder/move {\"source\":\"f\",\"target\":\"g\"}",
                "DELETE /indices/tags/t",
                "GET /attributes",
                "POST /folders {\"path\":\"new\"}"));
        for (String call : calls) {
            String[] parts = call.replace("ID", theirs).split(" ", 3);
            assertThat(joe.raw(parts[0], parts[1], parts.length > 2 ? parts[2] : null)
                            .body())
                    .as(call)
                    .contains("fkq access denied");
        }
        assertThat(joe.raw("PUT", "/documents/" + gone + "/restore", null).body())
                .contains("fkq access denied");
        assertThat(joe.raw("DELETE", "/documents/" + gone, null).body()).contains("fkq access denied");
        assertThat(joe.documents
                        .getDocuments(null, null, null, true, null, null, null, null, null)
                        .getDocuments())
                .isEmpty();
        assertThat(joe.raw("GET", "/x/deleted", null).body()).isEqualTo("{\"documents\":[]}");
        assertThat(World.refused(() -> joe.documents.compressDocuments(
                        body("{'documentIds':['" + theirs + "']}", DocumentsCompressRequest.class), null)))
                .contains("does not exist");
        // Pages offer what is left, and events tell of no more.
        assertThat(joe.raw("GET", "/x/permissions?path=f/theirs.txt", null).body())
                .isEqualTo("{\"permissions\":[]}");
        assertThat(joe.raw("GET", "/x/permissions?path=f/mine.txt", null).body())
                .isEqualTo("{\"permissions\":[\"READ\",\"WRITE\",\"DELETE\"]}");
        // What is made has to be among what its maker sees.
        assertThat(World.refused(() -> add(joe, "f/new.txt", text("team", "y"))))
                .isEqualTo(DENIED);
        assertThat(World.refused(() -> add(joe, "f/new.txt", ""))).isEqualTo(DENIED);
        add(joe, "f/new.txt", text("team", "x"));
        joe.indices.indexFolderMove(
                "folder", body("{'source':'f/mine.txt','target':'g'}", IndexFolderMoveRequest.class), null);
        // Many documents at once: those that are left.
        joe.tags.updateMatchingDocumentTags(
                body(
                        "{'match':{'tag':{'key':'t'}},'update':{'tags':[{'key':'u','value':'1'}]}}",
                        UpdateMatchingDocumentTagsRequest.class),
                null);
        Awaitility.await()
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(
                                admin.tags.getDocumentTag(mine, "u", null, null).getValue())
                        .isEqualTo("1"));
        assertThat(World.refused(() -> admin.tags.getDocumentTag(theirs, "u", null, null)))
                .startsWith("404");
    }

    @Test
    void pages_underAPolicy_areFull() throws Exception {
        for (int i = 0; i < 60; i++) {
            add(admin, "p/" + (100 + i), text("team", i % 3 == 0 ? "x" : "y"));
        }
        set("{'anyRoles':['finance-team'],'attributes':[{'key':'team','eq':{'stringValue':'x'}}]}");
        var list = joe.documents.getDocuments(null, null, null, null, null, null, null, null, "10");
        var next = joe.documents.getDocuments(null, null, null, null, null, null, list.getNext(), null, null);
        assertThat(list.getDocuments()).hasSize(10);
        assertThat(next.getDocuments()).hasSize(10);
        assertThat(next.getNext()).isNull();
        var folder = joe.folders.getFolderDocuments(null, null, "p", "15", null, null);
        var rest = joe.folders.getFolderDocuments(null, null, "p", null, null, folder.getNext());
        assertThat(folder.getDocuments()).hasSize(15);
        assertThat(rest.getDocuments()).hasSize(5);
        DocumentSearchRequest request = body("{'query':{'attribute':{'key':'team'}}}", DocumentSearchRequest.class);
        var found = joe.search.documentSearch(request, null, "19", null, null);
        var last = joe.search.documentSearch(request, null, null, found.getNext(), null);
        assertThat(found.getDocuments()).hasSize(19);
        assertThat(last.getDocuments()).hasSize(1);
        // A token of before the policy shows no more than it.
        admin.access.deleteOpaAccessPolicyItems("default");
        var before = joe.documents.getDocuments(null, null, null, null, null, null, null, null, "10");
        set("{'excludedRoles':['default']}");
        assertThat(World.refused(() ->
                        joe.documents.getDocuments(null, null, null, null, null, null, before.getNext(), null, null)))
                .isEqualTo(DENIED);
    }

    @Test
    void apiKeys_haveTheirOwnRoles() throws Exception {
        String key = String.valueOf(admin.system
                .addApiKey("default", body("{'name':'k'}", AddApiKeyRequest.class))
                .getApiKey());
        Someone program = world.withProof(key);
        set("{'excludedRoles':['API_KEY']}");
        assertThat(World.refused(() -> folder(program, null))).isEqualTo(DENIED);
        assertThat(folder(joe, null)).isEmpty();
        set("{'allRoles':['API_KEY','default']}");
        assertThat(folder(program, null)).isEmpty();
        assertThat(World.refused(() -> folder(joe, null))).isEqualTo(DENIED);
    }

    @Test
    void fullPolicy_ofAnotherProgram_denies() throws Exception {
        var store = world.tables.store();
        set("{'anyRoles':['finance-team']}");
        assertThat(folder(joe, null)).isEmpty();
        OpenPolicy ours =
                store.consistent().get(OpenPolicies.FULL_POLICY.of("default")).orElseThrow();
        for (String foreign :
                List.of("package formkiq\n\ndefault allow = true\n", ours.policy() + "\nallow if true\n", "")) {
            store.put(OpenPolicies.OPEN_POLICY, new OpenPolicy("default", foreign, PolicyType.FULL, null));
            assertThat(World.refused(() -> folder(joe, null))).isEqualTo(World.message(401, "policy is not supported"));
        }
        assertThat(folder(admin, null)).isEmpty();
        assertThat(World.refused(() -> admin.access.getOpaAccessPolicyItems("default")))
                .isEqualTo(World.message(400, "policy is not supported"));
        // So does an item that was slipped in beside the full policy.
        store.put(OpenPolicies.OPEN_POLICY, ours);
        assertThat(folder(joe, null)).isEmpty();
        store.put(
                OpenPolicies.OPEN_POLICY,
                new OpenPolicy("default", "{\"anyRoles\":[\"x\"]}", PolicyType.POLICY_ITEM, 1));
        assertThat(World.refused(() -> folder(joe, null))).isEqualTo(World.message(401, "policy is not supported"));
        // Setting it anew takes all of that away.
        set("{'anyRoles':['finance-team']}");
        assertThat(folder(joe, null)).isEmpty();
        assertThat(admin.access.getOpaAccessPolicyItems("default").getPolicyItems())
                .hasSize(1);
    }

    @Test
    void policy_isShownAsItWasGivenAndAsRego() throws Exception {
        assertThat(admin.access.getOpaAccessPolicyItems("default").getPolicyItems())
                .isEmpty();
        assertThat(World.refused(() -> admin.access.getOpaAccessPolicy("default")))
                .isEqualTo(World.message(404, "Policy of site 'default' not found"));
        set("{'anyRoles':['a\\\"b'],'attributes':[{'key':'amount','lte':{'numberValue':1000}}]}");
        List<OpaPolicyItem> items = Objects.requireNonNull(
                admin.access.getOpaAccessPolicyItems("default").getPolicyItems());
        String rego = String.valueOf(admin.access.getOpaAccessPolicy("default").getOpaPolicy());
        assertThat(rego)
                .startsWith("package formkiq\n")
                .contains("default allow := false", "{\"a\\\"b\"}", "value <= 1000");
        assertThat(rego).contains(String.valueOf(items.get(0).getPolicy()));
        assertThat(admin.access.getOpaAccessPolicies().getOpaPolicies())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.getSiteId()).isEqualTo("default");
                    assertThat(each.getPolicy()).isEqualTo(rego);
                });
        // What was read can be written again.
        admin.access.setOpaAccessPolicyItems("default", new SetOpaAccessPolicyItemsRequest().policyItems(items));
        assertThat(admin.access.getOpaAccessPolicyItems("default").getPolicyItems())
                .isEqualTo(items);
        for (Someone who : List.of(joe, world.someone("gov", "default_govern"))) {
            assertThat(World.refused(() -> who.access.getOpaAccessPolicies())).startsWith("401");
            assertThat(World.refused(() -> who.access.getOpaAccessPolicy("default")))
                    .startsWith("401");
            assertThat(World.refused(() -> who.access.getOpaAccessPolicyItems("default")))
                    .startsWith("401");
            assertThat(World.refused(() -> who.access.deleteOpaAccessPolicyItems("default")))
                    .startsWith("401");
            assertThat(World.refused(() -> who.access.setOpaAccessPolicyItems(
                            "default", new SetOpaAccessPolicyItemsRequest().policyItems(items))))
                    .startsWith("401");
        }
    }

    @Test
    void trial_saysWhatThePolicySays() throws Exception {
        String mine = add(admin, "a", text("team", "x"));
        String theirs = add(admin, "b", text("team", "y"));
        String trial = "{\"groups\":[\"finance-team\"],\"method\":\"get\",\"resource\":\"/documents/{id}\"%s}";
        assertThat(admin.raw("POST", "/x/policy/trial", String.format(trial, ""))
                        .body())
                .isEqualTo("{\"allowed\":true,\"reason\":\"OPEN\"}");
        set("{'anyRoles':['finance-team'],'attributes':[{'key':'team','eq':{'stringValue':'x'}}]},"
                + "{'anyRoles':['bosses']}");
        Map<String, String> said = Map.of(
                String.format(trial, ",\"documentId\":\"" + mine + "\""), "{\"allowed\":true,\"reason\":\"DOCUMENT\"}",
                String.format(trial, ",\"documentId\":\"" + theirs + "\""),
                        "{\"allowed\":false,\"reason\":\"NO_DOCUMENT\"}",
                String.format(trial, "").replace("finance-team", "others"),
                        "{\"allowed\":false,\"reason\":\"NO_ITEM\"}",
                String.format(trial, "").replace("finance-team", "bosses"), "{\"allowed\":true,\"reason\":\"ITEM\"}");
        said.forEach((asked, answer) -> assertThat(
                        admin.raw("POST", "/x/policy/trial", asked).body())
                .as(asked)
                .isEqualTo(answer));
        assertThat(joe.raw("POST", "/x/policy/trial", String.format(trial, "")).statusCode())
                .isEqualTo(401);
    }

    @Test
    void items_thatCouldNeverHold_areRefused() throws Exception {
        Map<String, String> refusals = Map.of(
                "", World.error("policyItems", "'policyItems' is required"),
                "{}", World.error("policyItems[0]", "a policy item needs at least one condition"),
                "{'attributes':[{'key':'none','eq':{'stringValue':'x'}}]}",
                        World.error("none", "attribute 'none' not found"),
                "{'attributes':[{'key':'team','eq':{}}]}", World.error("team", "attribute 'team' needs a condition"),
                "{'attributes':[{'key':'amount','eq':{'stringValue':'x'}}]}",
                        World.error("amount", "attribute only support number value"),
                "{'attributes':[{'key':'team','gt':{'numberValue':1}}]}",
                        World.error("team", "attribute only support string value"),
                "{'input':{'httpMethod':{'in':['FETCH']}}}",
                        World.error("policyItems[0].input.httpMethod", "invalid method 'FETCH'"),
                "{'input':{'resource':{'in':['/documnts']}}}",
                        World.error("policyItems[0].input.resource", "invalid resource '/documnts'"),
                "{'anyRoles':['x'],'policy':'package formkiq'}",
                        World.error("policyItems[0].policy", "policy is not supported"));
        for (Map.Entry<String, String> each : refusals.entrySet()) {
            assertThat(World.refused(() -> set(each.getKey())))
                    .as(each.getKey())
                    .isEqualTo(each.getValue());
        }
        String many = "{'anyRoles':['finance-team']},".repeat(96);
        assertThat(World.refused(() -> set(many.substring(0, many.length() - 1))))
                .isEqualTo(World.error("policyItems", "maximum number is 95"));
        String most = "{'anyRoles':['finance-team']},".repeat(95);
        set(most.substring(0, most.length() - 1));
        assertThat(admin.access.getOpaAccessPolicyItems("default").getPolicyItems())
                .hasSize(95);
        set("{'anyRoles':['finance-team']}");
        assertThat(admin.access.getOpaAccessPolicyItems("default").getPolicyItems())
                .hasSize(1);
    }
}

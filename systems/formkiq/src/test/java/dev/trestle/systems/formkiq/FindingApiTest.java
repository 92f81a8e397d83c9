package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.ApiException;
import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentAttribute;
import com.formkiq.client.model.AddDocumentAttributeStandard;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTag;
import com.formkiq.client.model.AddFolderPermission;
import com.formkiq.client.model.AddFolderRequest;
import com.formkiq.client.model.AttributeDataType;
import com.formkiq.client.model.DocumentSearch;
import com.formkiq.client.model.DocumentSearchAttribute;
import com.formkiq.client.model.DocumentSearchMeta;
import com.formkiq.client.model.DocumentSearchRange;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentSearchResponse;
import com.formkiq.client.model.DocumentSearchTag;
import com.formkiq.client.model.FolderPermissionType;
import com.formkiq.client.model.IndexFolderMoveRequest;
import com.formkiq.client.model.IndexSearchRequest;
import com.formkiq.client.model.SearchResultDocument;
import com.formkiq.client.model.SetDocumentTagKeyRequest;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Folders, their permissions, and the search. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class FindingApiTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone joe;

    @SuppressWarnings("NullAway.Init")
    private Someone admin;

    @BeforeEach
    void open() {
        world = new World(target);
        joe = world.someone("joe", "default");
        admin = world.admin();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private String add(String path) throws Exception {
        return joe.documents
                .addDocument(new AddDocumentRequest().path(path).content("x"), null, null)
                .getDocumentId();
    }

    private String withNumber(String number) throws Exception {
        return joe.documents
                .addDocument(
                        new AddDocumentRequest()
                                .content("x")
                                .addAttributesItem(new AddDocumentAttribute(new AddDocumentAttributeStandard()
                                        .key("price")
                                        .numberValue(new BigDecimal(number)))),
                        null,
                        null)
                .getDocumentId();
    }

    private void define(String key, AttributeDataType type) throws Exception {
        joe.attributes.addAttribute(
                new AddAttributeRequest().attribute(new AddAttribute().key(key).dataType(type)), null);
    }

    private List<String> folder(Someone who, String path) throws Exception {
        return who.folders.getFolderDocuments(null, null, path, "100", null, null).getDocuments().stream()
                .map(SearchResultDocument::getPath)
                .toList();
    }

    private DocumentSearchResponse search(Someone who, DocumentSearch query, String limit, String next)
            throws Exception {
        return who.search.documentSearch(new DocumentSearchRequest().query(query), null, limit, next, null);
    }

    private List<String> found(DocumentSearch query) throws Exception {
        return search(joe, query, "100", null).getDocuments().stream()
                .map(SearchResultDocument::getDocumentId)
                .toList();
    }

    /** The index may still be built. */
    private List<String> textFound(String text) throws Exception {
        try {
            return found(new DocumentSearch().text(text));
        } catch (ApiException e) {
            assertThat(e.getCode()).isEqualTo(503);
            return List.of("not yet");
        }
    }

    private static DocumentSearchAttribute attribute(String key) {
        return new DocumentSearchAttribute().key(key);
    }

    @Test
    void folders_lifeCycle_isThatOfTheirContent() throws Exception {
        add("b/x.txt");
        add("a.txt");
        String key = joe.folders
                .addFolder(new AddFolderRequest().path("c/d"), null, null)
                .getIndexKey();
        assertThat(folder(joe, null)).containsExactly("b", "c", "a.txt");
        assertThat(folder(joe, "/b/")).containsExactly("b/x.txt");
        assertThat(folder(joe, "nowhere")).isEmpty();
        assertThat(joe.folders
                        .addFolder(new AddFolderRequest().path("c/d"), null, null)
                        .getIndexKey())
                .isEqualTo(key);
        String top = joe.folders
                .getFolderDocuments(null, null, null, null, null, null)
                .getDocuments()
                .get(1)
                .getIndexKey();
        assertThat(World.refused(() -> joe.folders.deleteFolder(top, null, null)))
                .isEqualTo(World.message(400, "folder is not empty"));
        assertThat(joe.folders.deleteFolder(key, null, null).getMessage()).isEqualTo("deleted folder");
        assertThat(World.refused(() -> joe.folders.deleteFolder(key, null, null)))
                .isEqualTo(World.message(404, "directory not found"));
        assertThat(World.refused(() -> joe.folders.getFolderDocuments(null, "bm8jbm8", null, null, null, null)))
                .isEqualTo(World.message(404, "invalid indexKey 'bm8jbm8'"));
        assertThat(World.refused(() -> joe.folders.addFolder(new AddFolderRequest(), null, null)))
                .isEqualTo(World.message(400, "missing 'path' parameters"));
        assertThat(joe.indices.deleteIndex(top, "folder", null).getMessage()).isEqualTo("Folder deleted");
        assertThat(World.refused(() -> joe.indices.deleteIndex(top, "folder", null)))
                .startsWith("404 ");
        assertThat(joe.indices
                        .indexSearch(new IndexSearchRequest().indexType("folder"), null, null, null, null)
                        .getValues())
                .extracting(each -> each.getValue())
                .containsExactly("b");
        assertThat(World.refused(
                        () -> joe.indices.indexSearch(new IndexSearchRequest().indexType("x"), null, null, null, null)))
                .isEqualTo(World.message(400, "invalid 'indexType' parameter"));
    }

    @Test
    void move_folder_isThereAtOnceAndPathsFollow() throws Exception {
        String one = add("old/deep/1.txt");
        String two = add("old/2.txt");
        assertThat(joe.indices
                        .indexFolderMove(
                                "folder",
                                new IndexFolderMoveRequest().source("old").target("new/place"),
                                null)
                        .getMessage())
                .isEqualTo("Folder moved");
        assertThat(joe.folders
                        .getFolderDocuments(null, null, "new/place", null, null, null)
                        .getDocuments())
                .hasSize(2);
        assertThat(folder(joe, "old")).isEmpty();
        Awaitility.await().untilAsserted(() -> {
            assertThat(joe.documents.getDocument(one, null, null).getPath()).isEqualTo("new/place/deep/1.txt");
            assertThat(joe.documents.getDocument(two, null, null).getPath()).isEqualTo("new/place/2.txt");
        });
        joe.indices.indexFolderMove(
                "folder", new IndexFolderMoveRequest().source("new/place/2.txt").target("/"), null);
        assertThat(joe.documents.getDocument(two, null, null).getPath()).isEqualTo("2.txt");
        assertThat(World.refused(() -> joe.indices.indexFolderMove(
                        "folder", new IndexFolderMoveRequest().source("nope").target("x"), null)))
                .isEqualTo(World.message(400, "folder 'nope' does not exist"));
    }

    @Test
    void folderPermissions_nearestRule_decides() throws Exception {
        Someone eve = world.someone("eve", "default_read", "auditors");
        String secret = add("secret/plan.txt");
        add("open.txt");
        SetFolderPermissionsRequest rule = new SetFolderPermissionsRequest()
                .path("secret")
                .addRolesItem(
                        new AddFolderPermission().roleName("auditors").addPermissionsItem(FolderPermissionType.READ));
        assertThat(World.refused(() -> joe.folders.setFolderPermissions(rule, null)))
                .startsWith("401 ");
        assertThat(admin.folders.setFolderPermissions(rule, null).getMessage()).isEqualTo("Folder permissions set");

        String denied = World.message(401, "fkq access denied");
        assertThat(World.refused(() -> joe.documents.getDocument(secret, null, null)))
                .isEqualTo(denied);
        assertThat(World.refused(() -> joe.documents.deleteDocument(secret, null, false)))
                .isEqualTo(denied);
        assertThat(World.refused(() -> add("secret/deeper/x.txt"))).isEqualTo(denied);
        assertThat(folder(joe, null)).containsExactly("open.txt");
        assertThat(joe.documents
                        .getDocuments(null, null, null, null, null, null, null, null, null)
                        .getDocuments())
                .hasSize(1);
        assertThat(eve.documents.getDocument(secret, null, null).getPath()).isEqualTo("secret/plan.txt");
        assertThat(folder(eve, "secret")).containsExactly("secret/plan.txt");
        String key = admin.folders
                .getFolderDocuments(null, null, null, null, null, null)
                .getDocuments()
                .get(0)
                .getIndexKey();
        assertThat(admin.folders.getFolderPermissions(key, null).getRoles()).hasSize(1);
        assertThat(World.refused(() -> admin.folders.getFolderPermissions("bm8jbm8", null)))
                .startsWith("404 ");
        admin.folders.setFolderPermissions(new SetFolderPermissionsRequest().path("secret"), null);
        assertThat(joe.documents.getDocument(secret, null, null).getPath()).isEqualTo("secret/plan.txt");
    }

    @Test
    void search_numbers_areComparedAsNumbers() throws Exception {
        define("price", AttributeDataType.NUMBER);
        List<String> ids = new ArrayList<>();
        for (String number : List.of("-10", "-9.5", "0", "0.0000001", "9", "10", "1000000000000000000000000000000")) {
            ids.add(withNumber(number));
        }
        assertThat(found(new DocumentSearch().attribute(attribute("price")))).isEqualTo(ids);
        assertThat(found(new DocumentSearch()
                        .attribute(attribute("price")
                                .range(new DocumentSearchRange().start("-9.5").end("10.0")))))
                .isEqualTo(ids.subList(1, 6));
        assertThat(found(new DocumentSearch().attribute(attribute("price").eq("9.0"))))
                .isEqualTo(ids.subList(4, 5));
        assertThat(found(new DocumentSearch().attribute(attribute("price").eqOr(List.of("10", "-10")))))
                .containsExactly(ids.get(5), ids.get(0));
        List<String> paged = new ArrayList<>();
        String next = null;
        do {
            DocumentSearchResponse page =
                    search(joe, new DocumentSearch().attribute(attribute("price")), next == null ? "2" : null, next);
            page.getDocuments().forEach(each -> paged.add(each.getDocumentId()));
            next = page.getNext();
        } while (next != null);
        assertThat(paged).isEqualTo(ids);
    }

    @Test
    void search_severalConditions_areJoined() throws Exception {
        define("city", AttributeDataType.STRING);
        define("kind", AttributeDataType.STRING);
        // 2,000 characters of three and four bytes, of which the key holds the first 900 bytes.
        String common = "漢😀".repeat(666) + "漢";
        String one = tagged("a/1.txt", "Bern", "letter", "red");
        String two = tagged("a/2.txt", "Bern", "bill", "red blue");
        String three = tagged("b/3.txt", common + "1", "bill", "red");
        tagged("b/4.txt", common + "2", "bill", "reddish");

        assertThat(found(new DocumentSearch()
                        .attributes(List.of(
                                attribute("city").eq("Bern"), attribute("kind").beginsWith("b")))))
                .containsExactly(two);
        assertThat(found(new DocumentSearch().attribute(attribute("city").eq(common + "1"))))
                .containsExactly(three);
        assertThat(found(new DocumentSearch()
                        .attribute(attribute("kind").eq("bill"))
                        .meta(new DocumentSearchMeta().folder("a"))))
                .containsExactly(two);
        assertThat(found(new DocumentSearch()
                        .tag(new DocumentSearchTag()
                                .key("colour")
                                .range(new DocumentSearchRange().start("red").end("red blue")))))
                .containsExactlyInAnyOrder(one, two, three);
        assertThat(found(new DocumentSearch()
                        .tag(new DocumentSearchTag().key("colour").eq("red"))
                        .attribute(attribute("kind").eq("letter"))))
                .containsExactly(one);
        Awaitility.await()
                .untilAsserted(() -> assertThat(textFound("bern lett")).containsExactly(one));
        assertThat(found(new DocumentSearch().meta(new DocumentSearchMeta().path("/a/2.txt"))))
                .containsExactly(two);
        assertThat(found(new DocumentSearch().documentIds(List.of(two, "nope", one))))
                .containsExactly(two, one);
        joe.documents.deleteDocument(one, null, true);
        assertThat(found(new DocumentSearch().attribute(attribute("city").eq("Bern"))))
                .containsExactly(two);
    }

    @Test
    void search_words_areFoundWhereTheCallerMayRead() throws Exception {
        define("city", AttributeDataType.STRING);
        define("kind", AttributeDataType.STRING);
        String one = tagged("Reports/2031/Jahresbericht Zürich.pdf", "Genève", "annual", "red");
        String two = tagged("vault/Zürich plan.pdf", "Bern", "plan", "red");
        world.someone("eve", "other")
                .documents
                .addDocument(new AddDocumentRequest().path("Zürich.txt").content("x"), "other", null);
        found(List.of(one, two), "zurich");
        found(List.of(one), "geneve annual");
        found(List.of(one), "reports red");
        found(List.of(two), "\"zürich plan\"");

        joe.tags.setDocumentTag(two, "colour", new SetDocumentTagKeyRequest().value("turquoise"), null);
        found(List.of(two), "turquoise");
        joe.tags.deleteDocumentTag(two, "colour", null);
        found(List.of(), "turquoise");
        joe.documents.deleteDocument(two, null, true);
        found(List.of(one), "zurich");
        joe.documents.setDocumentRestore(two, null);
        found(List.of(one, two), "zurich");

        admin.folders.setFolderPermissions(
                new SetFolderPermissionsRequest()
                        .path("vault")
                        .addRolesItem(new AddFolderPermission()
                                .roleName("auditors")
                                .addPermissionsItem(FolderPermissionType.READ)),
                null);
        // No document has changed: who may read what is compared at each search.
        assertThat(textFound("zurich")).containsExactly(one);
        assertThat(search(admin, new DocumentSearch().text("zurich"), null, null)
                        .getDocuments())
                .hasSize(2);
        assertThat(found(new DocumentSearch()
                        .text("zurich")
                        .attribute(attribute("kind").eq("plan"))))
                .isEmpty();
        assertThat(found(new DocumentSearch()
                        .text("zurich")
                        .attribute(attribute("kind").eq("annual"))
                        .meta(new DocumentSearchMeta().folder("Reports"))))
                .containsExactly(one);
        assertThat(found(new DocumentSearch().text("zurich").meta(new DocumentSearchMeta().path("elsewhere.pdf"))))
                .isEmpty();
    }

    private void found(List<String> ids, String text) {
        Awaitility.await().untilAsserted(() -> assertThat(textFound(text)).containsExactlyInAnyOrderElementsOf(ids));
    }

    @Test
    void search_wordsOfManyDocuments_pagesToTheEnd() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            ids.add(add((i % 2 == 0 ? "vault/" : "open/") + "plan " + "word ".repeat(i % 7) + i + ".txt"));
        }
        found(ids, "plan");
        admin.folders.setFolderPermissions(
                new SetFolderPermissionsRequest()
                        .path("vault")
                        .addRolesItem(new AddFolderPermission()
                                .roleName("auditors")
                                .addPermissionsItem(FolderPermissionType.READ)),
                null);
        List<Integer> sizes = new ArrayList<>();
        List<String> paged = new ArrayList<>();
        String next = null;
        do {
            DocumentSearchResponse page =
                    search(joe, new DocumentSearch().text("plan"), next == null ? "5" : null, next);
            sizes.add(page.getDocuments().size());
            page.getDocuments().forEach(each -> paged.add(each.getDocumentId()));
            next = page.getNext();
        } while (next != null);
        assertThat(sizes).containsExactly(5, 5, 2);
        assertThat(paged).doesNotHaveDuplicates().isSubsetOf(ids).hasSize(12);
    }

    private String tagged(String path, String city, String kind, String colour) throws Exception {
        return joe.documents
                .addDocument(
                        new AddDocumentRequest()
                                .path(path)
                                .content("x")
                                .addTagsItem(new AddDocumentTag().key("colour").value(colour))
                                .addAttributesItem(new AddDocumentAttribute(new AddDocumentAttributeStandard()
                                        .key("city")
                                        .stringValue(city)))
                                .addAttributesItem(new AddDocumentAttribute(new AddDocumentAttributeStandard()
                                        .key("kind")
                                        .stringValue(kind))),
                        null,
                        null)
                .getDocumentId();
    }

    @Test
    void search_invalid_isRefused() {
        assertThat(joe.raw("POST", "/search", "{}").body()).isEqualTo("{\"errors\":[{\"error\":\"invalid body\"}]}");
        assertThat(World.refused(() -> found(new DocumentSearch()
                        .attribute(attribute("a")
                                .range(new DocumentSearchRange().start("").end(""))))))
                .startsWith("400 ");
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            many.add("d" + i);
        }
        assertThat(World.refused(() -> found(new DocumentSearch().documentIds(many))))
                .isEqualTo(World.message(400, "Maximum number of DocumentIds is 100"));
    }
}

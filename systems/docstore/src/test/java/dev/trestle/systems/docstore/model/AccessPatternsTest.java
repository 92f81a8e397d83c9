package dev.trestle.systems.docstore.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Bound;
import dev.trestle.model.Groups;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.SortCondition;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Page;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Each documented access pattern is one request, returns just what it should, and keeps to its tenant. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class AccessPatternsTest {
    private static final Instant NOON = Samples.NOON;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private TestStore tables;

    @SuppressWarnings("NullAway.Init")
    private ItemStore tenant1;

    @SuppressWarnings("NullAway.Init")
    private ItemStore tenant2;

    @BeforeEach
    void createTables() {
        tables = TestStore.open(target, DocstoreModel.MODEL, Clock.systemUTC());
        tenant1 = tables.store().within("tenant1");
        tenant2 = tables.store().within("tenant2");
        write();
        tables.takeCalls();
    }

    /** The document's example rows, and a document of another tenant by the same owner. */
    private void write() {
        tenant1.create(DocumentsTable.DOCUMENT, document("tenant1", "docA", 2));
        tenant1.create(DocumentsTable.VERSION, version("docA", 0));
        tenant1.create(DocumentsTable.VERSION, version("docA", 1));
        tenant1.create(DocumentsTable.DOCUMENT, document("tenant1", "docB", 1));
        tenant1.create(DocumentsTable.VERSION, version("docB", 0));
        tenant2.create(DocumentsTable.DOCUMENT, document("tenant2", "docA", 3));
    }

    @AfterEach
    void deleteTables() {
        tables.close();
    }

    @Test
    void write_exampleRows_areTheDocuments() {
        assertThat(tables.items(DocumentsTable.TABLE))
                .extracting(AccessPatternsTest::row)
                .containsExactlyInAnyOrder(
                        "tenant1#docA #LATEST Document",
                        "tenant1#docA v0 Version",
                        "tenant1#docA v1 Version",
                        "tenant1#docB #LATEST Document",
                        "tenant1#docB v0 Version",
                        "tenant2#docA #LATEST Document");
    }

    @Test
    void getLatestAndVersion_byKey_areOneGetEach() {
        assertThat(tenant1.get(DocumentsTable.LATEST.of("docA"))).contains(document("tenant1", "docA", 2));
        assertThat(tenant1.get(DocumentsTable.VERSION_BY_NUMBER.of("docA", 1))).contains(version("docA", 1));
        assertThat(tenant2.get(DocumentsTable.LATEST.of("docB"))).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem", "getItem");
    }

    @Test
    void listAllVersions_elevenOfOneDocument_isOneQueryInTheOrderOfText() {
        for (int number = 2; number <= 10; number++) {
            tenant1.create(DocumentsTable.VERSION, version("docA", number));
        }
        tables.takeCalls();

        assertThat(tenant1.all(DocumentsTable.VERSIONS.of("docA"), 11))
                .extracting(Version::version)
                .containsExactly(0, 1, 10, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(tables.takeCalls()).containsExactly("query");
    }

    @Test
    void fetchDocument_withVersions_isOneQuery() {
        Groups groups = tenant1.collect(DocumentsTable.FETCH_DOCUMENT.of("docA"), 11);

        Document document = groups.one(DocumentsTable.DOCUMENT).orElseThrow();
        assertThat(groups.of(DocumentsTable.VERSION))
                .filteredOn(version -> version.version() == document.currentVersion())
                .containsExactly(version("docA", 1));
        assertThat(groups.size()).isEqualTo(3);
        assertThat(tables.takeCalls()).containsExactly("query");
    }

    @Test
    void docsOwnedByMe_twoTenants_isOneQueryOfTheCallersDocuments() {
        tenant1.create(
                DocumentsTable.DOCUMENT, Samples.document("tenant1", "docC", "eve", NOON.plusSeconds(9), List.of()));
        tables.takeCalls();

        assertThat(tenant1.all(DocumentsTable.OWNED_BY_ME.of("ann"), 10))
                .extracting(Document::id)
                .containsExactlyInAnyOrder("docA", "docB");
        assertThat(tenant2.all(DocumentsTable.OWNED_BY_ME.of("ann"), 10))
                .extracting(Document::tenantId)
                .containsExactly("tenant2");
        assertThat(tables.takeCalls()).containsExactly("query", "query");
        assertThat(condition(DocumentsTable.OWNED_BY_ME.of("ann")))
                .isEqualTo(new KeyCondition("ann", new SortCondition.Equal("#LATEST")));
    }

    @Test
    void lists_ofTenantAndOwner_areOneQueryEachNewestFirst() {
        assertThat(tenant1.all(DocumentsTable.DOCUMENTS_OF_TENANT.of(), 10))
                .extracting(Document::id)
                .containsExactlyInAnyOrder("docA", "docB");
        assertThat(tenant1.all(DocumentsTable.TENANT_NEWEST_FIRST.of(), 10))
                .extracting(Document::id)
                .containsExactly("docA", "docB");
        assertThat(tenant1.all(DocumentsTable.OWNED_NEWEST_FIRST.of("ann"), 10))
                .extracting(Document::id)
                .containsExactly("docA", "docB");
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query");
    }

    @Test
    void ownedNewestFirst_pagesAmongAnotherTenants_areFull() {
        Bound<Document> owned = DocumentsTable.OWNED_NEWEST_FIRST.of("ann");

        Page<Document> first = tenant1.page(owned, 1, null);
        assertThat(tables.takeCalls()).containsExactly("query");
        Page<Document> second = tenant1.page(owned, 1, first.next().orElseThrow());
        assertThat(tables.takeCalls()).containsExactly("query");

        assertThat(first.items()).extracting(Document::id).containsExactly("docA");
        assertThat(second.items()).extracting(Document::id).containsExactly("docB");
        assertThat(second.next()).isEmpty();
    }

    @Test
    @Tag("once")
    void rollbackAndAccess_concurrentChange_isRefused() {
        Stored<Document> read =
                tenant1.stored(DocumentsTable.ROLLBACK.of("docA")).orElseThrow();
        Document back = Samples.rolledBack(read.record(), 1, 0, "bob", List.of("carl"));

        tenant1.put(DocumentsTable.DOCUMENT, back, Expect.unchanged(read));

        assertThat(tenant1.get(DocumentsTable.ACCESS_MANAGEMENT.of("docA"))).contains(back);
        assertThatThrownBy(() -> tenant1.put(DocumentsTable.DOCUMENT, read.record(), Expect.unchanged(read)))
                .isInstanceOf(WriteRefusedException.class);
        assertThat(condition(DocumentsTable.UPDATE_DOCUMENT.of("docA")))
                .isEqualTo(new KeyCondition("tenant1#docA", new SortCondition.Equal("#LATEST")));
    }

    @Test
    void sharedWith_userAndGroup_isOneQueryEachNewestFirst() {
        for (Document document : List.of(
                Samples.document("tenant1", "docA", "ann", NOON.plusSeconds(1), List.of("bob", "group:all")),
                Samples.document("tenant1", "docB", "ann", NOON.plusSeconds(2), List.of("bob")))) {
            Share.of(document).forEach(share -> tenant1.put(SupportTable.SHARE, share));
        }
        tables.takeCalls();

        assertThat(tenant1.all(SupportTable.SHARED_WITH.of("bob"), 10))
                .extracting(Share::documentId)
                .containsExactly("docB", "docA");
        assertThat(tenant1.all(SupportTable.SHARED_WITH.of("group:all"), 10))
                .extracting(Share::documentId)
                .containsExactly("docA");
        assertThat(tenant2.all(SupportTable.SHARED_WITH.of("bob"), 10)).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query");
        assertThat(tenant1.get(SupportTable.SHARE_BY_KEY.of("bob", "docA")))
                .map(Share::role)
                .contains(ShareRole.EDITOR);
    }

    @Test
    void shareOf_editorAmongViewers_isAnEditor() {
        Document document = Samples.rolledBack(
                Samples.document("tenant1", "docA", "ann", NOON, List.of("bob")), 1, 0, "bob", List.of("bob", "carl"));

        assertThat(Share.of(document))
                .extracting(share -> share.principal() + " " + share.role())
                .containsExactly("bob EDITOR", "carl VIEWER");
    }

    @Test
    void rollbacksAndDeletions_ofADocument_areOneQueryEachNewestFirst() {
        tenant1.create(SupportTable.ROLLBACK_ENTRY, new RollbackEntry("docA", NOON, "bob", 1, 0));
        tenant1.create(SupportTable.ROLLBACK_ENTRY, new RollbackEntry("docA", NOON.plusMillis(1), "ann", 0, 1));
        Document document = document("tenant1", "docA", 2);
        DeletedDocument first = deleted(document, version("docA", 0), NOON);
        DeletedDocument second = deleted(document, version("docA", 1), NOON.plusMillis(1));
        tenant1.create(SupportTable.DELETED_DOCUMENT, first);
        tenant1.create(SupportTable.DELETED_DOCUMENT, second);
        tables.takeCalls();

        assertThat(tenant1.all(SupportTable.ROLLBACKS.of("docA"), 10))
                .extracting(RollbackEntry::rolledBackBy)
                .containsExactly("ann", "bob");
        assertThat(tenant1.all(SupportTable.DELETIONS.of("docA"), 10)).containsExactly(second, first);
        assertThat(tenant1.all(SupportTable.DELETED_OF_OWNER.of("ann"), 10)).containsExactly(second, first);
        assertThat(tenant1.get(SupportTable.DELETION.of("docA", NOON))).contains(first);
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query", "getItem");
        assertThat(second.versions())
                .extracting(version -> version.restored("docA"))
                .containsExactly(version("docA", 1));
    }

    private static DeletedDocument deleted(Document document, Version version, Instant at) {
        return DeletedDocument.of(
                new Stored<>(document, Map.of()), List.of(new Stored<>(version, Map.of())), List.of(), "ann", at);
    }

    @Test
    void lastMoveAndTombstone_areOneGetEach() {
        Instant expiry = Instant.parse("2100-01-01T00:00:00Z");
        LastMove move = new LastMove("docA", "m1", expiry);
        ObjectTombstone tombstone = new ObjectTombstone("docA", "documents/tenant1/docA/x.md", expiry);
        tenant1.put(SupportTable.LAST_MOVE, move);
        tenant1.put(SupportTable.OBJECT_TOMBSTONE, tombstone);
        tables.takeCalls();

        assertThat(tenant1.get(SupportTable.LAST_MOVE_OF.of("docA"))).contains(move);
        assertThat(tenant1.get(SupportTable.TOMBSTONE_OF.of("docA", tombstone.path())))
                .contains(tombstone);
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
    }

    @Test
    void keptVersions_ofADocument_areOneGetAndHoldForThatDocumentOnly() {
        Document document = document("tenant1", "docA", 2);
        KeptVersions note = KeptVersions.of(
                document,
                2,
                List.of(
                        KeptVersion.of(version("docA", 1)),
                        KeptVersion.of(version("docA", 0)).older()));
        tenant1.put(SupportTable.KEPT_VERSIONS, note);
        tables.takeCalls();

        assertThat(tenant1.get(SupportTable.KEPT_OF.of("docA"))).contains(note);
        assertThat(tables.takeCalls()).containsExactly("getItem");
        assertThat(note.isOf(document))
                .as("a document that another program wrote")
                .isFalse();
        assertThat(note.isOf(Samples.rolledBack(document, 1, 0, "bob", List.of())))
                .isTrue();
        assertThat(note.isOf(Samples.rolledBack(document, 2, 0, "bob", List.of())))
                .isFalse();
    }

    @Test
    void pictures_ofADocument_areOneQueryAndOneGet() {
        Picture picture = new Picture(
                "docA", "k3x9", NOON, "image/png", 12, "documents/tenant1/docA/p7.png", "ann", NOON.plusMillis(1));
        tenant1.create(SupportTable.PICTURE, picture);
        tables.takeCalls();

        assertThat(tenant1.all(SupportTable.PICTURES.of("docA"), 10)).containsExactly(picture);
        assertThat(tenant1.get(SupportTable.PICTURE_BY_ID.of("docA", "k3x9"))).contains(picture);
        assertThat(tenant2.all(SupportTable.PICTURES.of("docA"), 10)).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("query", "getItem", "query");
    }

    @Test
    void marksOfVersions_areOneGet() {
        VersionMarks marks = new VersionMarks("docA", NOON, List.of(new VersionMark(1, "as sent", true, "ann", NOON)));
        tenant1.create(SupportTable.VERSION_MARKS, marks);
        tables.takeCalls();

        assertThat(tenant1.get(SupportTable.MARKS_OF.of("docA"))).contains(marks);
        assertThat(tenant2.get(SupportTable.MARKS_OF.of("docA"))).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
    }

    @Test
    void organisation_ofATenantAndADocument_isOneRequestEach() {
        Folder folder = new Folder("tenant1", "f1", "Plans", null, "ann", NOON, NOON, null);
        Filing filing = new Filing("tenant1", "docA", NOON, "f1", List.of("roof"), null, "ann", NOON);
        Comment comment = new Comment(
                "tenant1",
                "docA",
                NOON,
                "c1",
                null,
                "ann",
                "Why?",
                List.of("bob"),
                new Comment.Anchor(1, "some text", 12),
                NOON,
                null,
                null,
                null,
                null,
                null);
        Presence presence =
                new Presence("tenant1", "docA", "ann", "Ann", true, NOON, NOON, Instant.parse("2100-01-01T00:00:00Z"));
        tenant1.create(SupportTable.FOLDER, folder);
        tenant1.create(SupportTable.FOLDER_TREE, new FolderTree("t1"));
        tenant1.create(SupportTable.FILING, filing);
        tenant1.create(SupportTable.COMMENT, comment);
        tenant1.create(SupportTable.PRESENCE, presence);
        tables.takeCalls();

        assertThat(tenant1.all(SupportTable.FOLDERS.of(), 10)).containsExactly(folder);
        assertThat(tenant1.all(SupportTable.FILINGS.of(), 10)).containsExactly(filing);
        assertThat(tenant1.all(SupportTable.COMMENTS.of("docA"), 10)).containsExactly(comment);
        assertThat(tenant1.all(SupportTable.PRESENT.of("docA"), 10)).containsExactly(presence);
        assertThat(tables.takeCalls()).containsExactly("query", "query", "query", "query");
        assertThat(tenant1.get(SupportTable.FOLDER_BY_ID.of("f1"))).contains(folder);
        assertThat(tenant1.get(SupportTable.FOLDER_TREE_OF.of())).contains(new FolderTree("t1"));
        assertThat(tenant1.get(SupportTable.FILING_OF.of("docA"))).contains(filing);
        assertThat(tenant1.get(SupportTable.COMMENT_BY_ID.of("docA", "c1"))).contains(comment);
        assertThat(tenant1.get(SupportTable.PRESENCE_OF.of("docA", "ann"))).contains(presence);
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem", "getItem", "getItem", "getItem");
        assertThat(tenant2.all(SupportTable.FOLDERS.of(), 10)).isEmpty();
        assertThat(tenant2.all(SupportTable.FILINGS.of(), 10)).isEmpty();
        assertThat(tenant2.all(SupportTable.COMMENTS.of("docA"), 10)).isEmpty();
    }

    @Test
    void anything_withoutATenantOrOfAnother_isRefused() {
        ItemStore unbound = tables.store();
        assertThatThrownBy(() -> unbound.get(DocumentsTable.LATEST.of("docA")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("within");
        assertThatThrownBy(() -> tenant2.put(DocumentsTable.DOCUMENT, document("tenant1", "docA", 1)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("another tenant");
        assertThatThrownBy(() -> tenant1.get(DocumentsTable.LATEST.of("a#b")))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("id"));
        assertThatThrownBy(() -> unbound.within("a#b").get(DocumentsTable.LATEST.of("x")))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("tenantId"));
    }

    private static KeyCondition condition(Bound<?> bound) {
        return bound.conditions(DocumentsTable.TABLE.scoping("tenant1")).get(0);
    }

    private static String row(Map<String, AttributeValue> item) {
        return item.get("pk").s() + " " + item.get("sk").s() + " "
                + item.get("type").s();
    }

    private static Document document(String tenant, String id, int hours) {
        return Samples.document(tenant, id, "ann", NOON.plusSeconds(hours * 3600L), List.of("bob"));
    }

    private static Version version(String document, int number) {
        return Samples.version(document, number, ChangeType.CREATE);
    }
}

package dev.trestle.systems.docstore.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Groups;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.testing.CountingClient;
import dev.trestle.testing.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Each documented access pattern is one request, returns just what it should, and keeps to its tenant. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.trestle.testing.Targets#all")
class AccessPatternsTest {
    private static final AtomicLong RUNS = new AtomicLong(System.nanoTime());
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private final String prefix = "t" + Long.toString(RUNS.incrementAndGet(), 36) + "-";

    @SuppressWarnings("NullAway.Init")
    private CountingClient counting;

    @SuppressWarnings("NullAway.Init")
    private ItemStore unbound;

    @SuppressWarnings("NullAway.Init")
    private ItemStore tenant1;

    @SuppressWarnings("NullAway.Init")
    private ItemStore tenant2;

    @BeforeEach
    void createTables() {
        counting = new CountingClient(target.client());
        ItemStore.Builder builder = ItemStore.builder(counting.client(), DocstoreModel.MODEL);
        for (Table table : DocstoreModel.MODEL.allTables()) {
            builder.name(table, prefix + table.name());
        }
        unbound = builder.build();
        unbound.createTables();
        tenant1 = unbound.within("tenant1");
        tenant2 = unbound.within("tenant2");
        write();
        counting.takeCalls();
    }

    /** The document's example rows, and a document of another tenant by the same owner. */
    private void write() {
        tenant1.create(DocumentsTable.DOCUMENT, document("tenant1", "docA", "ann", 2));
        tenant1.create(DocumentsTable.VERSION, version("docA", 0));
        tenant1.create(DocumentsTable.VERSION, version("docA", 1));
        tenant1.create(DocumentsTable.DOCUMENT, document("tenant1", "docB", "ann", 1));
        tenant1.create(DocumentsTable.VERSION, version("docB", 0));
        tenant2.create(DocumentsTable.DOCUMENT, document("tenant2", "docA", "ann", 3));
    }

    @AfterEach
    void deleteTables() {
        for (Table table : DocstoreModel.MODEL.allTables()) {
            target.client().deleteTable(request -> request.tableName(prefix + table.name()));
        }
    }

    @Test
    void write_exampleRows_areTheDocuments() {
        assertThat(target.client()
                        .scan(request -> request.tableName(prefix + "docstore-documents"))
                        .items())
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
    void write_version_hasNoKeyOfAnyIndex() {
        Map<String, AttributeValue> version = target.client()
                .getItem(request -> request.tableName(prefix + "docstore-documents")
                        .key(Map.of("pk", AttributeValue.fromS("tenant1#docA"), "sk", AttributeValue.fromS("v0"))))
                .item();

        assertThat(version)
                .containsOnlyKeys(
                        "pk",
                        "sk",
                        "type",
                        "version",
                        "author",
                        "createdAt",
                        "changeType",
                        "path",
                        "fileSize",
                        "fileType",
                        "fileName");
    }

    @Test
    void latestAndVersion_byKey_areOneGetEach() {
        assertThat(tenant1.get(DocumentsTable.LATEST.of("docA"))).contains(document("tenant1", "docA", "ann", 2));
        assertThat(tenant1.get(DocumentsTable.VERSION_BY_NUMBER.of("docA", 1))).contains(version("docA", 1));
        assertThat(tenant2.get(DocumentsTable.LATEST.of("docB"))).isEmpty();
        assertThat(counting.takeCalls()).containsExactly("getItem", "getItem", "getItem");
    }

    @Test
    void versions_ofOneDocument_areOneQuery() {
        assertThat(tenant1.all(DocumentsTable.VERSIONS.of("docA"), 10))
                .containsExactly(version("docA", 0), version("docA", 1));
        assertThat(counting.takeCalls()).containsExactly("query");
    }

    @Test
    void collection_documentWithVersions_isOneQuery() {
        Groups groups = tenant1.collect(DocumentsTable.DOCUMENT_WITH_VERSIONS.of("docA"), 11);

        assertThat(groups.one(DocumentsTable.DOCUMENT)).map(Document::id).contains("docA");
        assertThat(groups.of(DocumentsTable.VERSION)).hasSize(2);
        assertThat(counting.takeCalls()).containsExactly("query");
    }

    @Test
    void lists_ofOwnerAndTenant_keepToTheTenant() {
        assertThat(tenant1.all(DocumentsTable.OWNED_BY_ME.of("ann"), 10))
                .extracting(Document::id)
                .containsExactlyInAnyOrder("docA", "docB");
        assertThat(tenant1.all(DocumentsTable.DOCUMENTS_OF_TENANT.of(), 10))
                .extracting(Document::id)
                .containsExactlyInAnyOrder("docA", "docB");
        assertThat(tenant1.all(DocumentsTable.TENANT_NEWEST_FIRST.of(), 10))
                .extracting(Document::id)
                .containsExactly("docA", "docB");
        assertThat(tenant2.all(DocumentsTable.OWNED_NEWEST_FIRST.of("ann"), 10))
                .extracting(Document::tenantId)
                .containsExactly("tenant2");
        assertThat(counting.takeCalls()).containsExactly("query", "query", "query", "query");
    }

    @Test
    void anything_withoutATenantOrOfAnother_isRefused() {
        assertThatThrownBy(() -> unbound.get(DocumentsTable.LATEST.of("docA")))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("within");
        assertThatThrownBy(() -> tenant2.put(DocumentsTable.DOCUMENT, document("tenant1", "docA", "eve", 1)))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("another tenant");
        assertThatThrownBy(() -> tenant1.get(DocumentsTable.LATEST.of("a#b")))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("id"));
        assertThatThrownBy(() -> unbound.within("a#b").get(DocumentsTable.LATEST.of("x")))
                .isInstanceOfSatisfying(
                        RefusedValueException.class, e -> assertThat(e.field()).isEqualTo("tenantId"));
    }

    private static String row(Map<String, AttributeValue> item) {
        return item.get("pk").s() + " " + item.get("sk").s() + " "
                + item.get("type").s();
    }

    private static Document document(String tenant, String id, String owner, int hours) {
        Instant modified = NOON.plusSeconds(hours * 3600L);
        return new Document(
                id,
                tenant,
                "Survey",
                "survey.md",
                "text/markdown",
                12,
                0,
                1,
                owner,
                List.of("bob"),
                List.of(),
                modified,
                NOON,
                modified,
                null,
                null,
                null);
    }

    private static Version version(String document, int number) {
        return new Version(
                document,
                number,
                "ann",
                NOON,
                ChangeType.CREATE,
                "documents/tenant1/" + document + "/r.md",
                12,
                "text/markdown",
                "survey.md");
    }
}

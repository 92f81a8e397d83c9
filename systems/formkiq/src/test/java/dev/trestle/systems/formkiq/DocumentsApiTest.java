package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddChildDocument;
import com.formkiq.client.model.AddDocumentMetadata;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentResponse;
import com.formkiq.client.model.AddDocumentTag;
import com.formkiq.client.model.AddDocumentUploadRequest;
import com.formkiq.client.model.ChecksumType;
import com.formkiq.client.model.ChildDocument;
import com.formkiq.client.model.Document;
import com.formkiq.client.model.DocumentsCompressRequest;
import com.formkiq.client.model.GetDocumentContentResponse;
import com.formkiq.client.model.GetDocumentResponse;
import com.formkiq.client.model.GetDocumentUrlResponse;
import com.formkiq.client.model.GetDocumentsResponse;
import com.formkiq.client.model.UpdateDocumentRequest;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class DocumentsApiTest {
    private static final byte[] BYTES = {0, 1, 2, (byte) 0xff, (byte) 0xfe};

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

    private String add(String path, String content) throws Exception {
        return joe.documents
                .addDocument(new AddDocumentRequest().path(path).content(content), null, null)
                .getDocumentId();
    }

    private GetDocumentResponse get(String id) throws Exception {
        return joe.documents.getDocument(id, null, null);
    }

    private GetDocumentsResponse day(String date, String tz, String next, String previous, String limit)
            throws Exception {
        return joe.documents.getDocuments(null, null, null, null, date, tz, next, previous, limit);
    }

    @Test
    void addDocument_textAndBinary_areReadBack() throws Exception {
        String text = add("notes/a.txt", "grüß dich");
        String binary = joe.documents
                .addDocument(
                        new AddDocumentRequest()
                                .path("b.bin")
                                .contentType("application/octet-stream")
                                .isBase64(true)
                                .content(Base64.getEncoder().encodeToString(BYTES)),
                        null,
                        null)
                .getDocumentId();

        GetDocumentContentResponse content = joe.documents.getDocumentContent(text, null, null, null);
        assertThat(content.getContent()).isEqualTo("grüß dich");
        assertThat(content.getIsBase64()).isFalse();
        GetDocumentContentResponse other = joe.documents.getDocumentContent(binary, null, null, null);
        assertThat(world.download(other.getContentUrl())).isEqualTo(BYTES);
        GetDocumentUrlResponse url = joe.documents.getDocumentUrl(binary, null, null, null, null, true, null);
        assertThat(world.download(url.getUrl())).isEqualTo(BYTES);
        GetDocumentResponse shown = get(text);
        assertThat(shown.getContentType()).isEqualTo("text/plain");
        assertThat(shown.getContentLength()).isEqualTo(11);
        assertThat(shown.getInsertedDate()).isEqualTo("2031-03-03T10:00:00+0000");
        assertThat(shown.getUserId()).isEqualTo("joe@example.org");
    }

    @Test
    void addDocument_invalid_isRefusedInFormKiqsWords() throws Exception {
        String id = UUID.randomUUID().toString();
        joe.documents.addDocument(new AddDocumentRequest().documentId(id).content("x"), null, null);

        assertThat(World.refused(() -> joe.documents.addDocument(
                        new AddDocumentRequest().documentId(id).content("x"), null, null)))
                .isEqualTo(World.message(409, "documentId '" + id + "' already exists"));
        assertThat(joe.documents.deleteDocument(id, null, true).getMessage())
                .isEqualTo("'" + id + "' object soft deleted");
        assertThat(World.refused(() -> joe.documents.addDocument(
                        new AddDocumentRequest().documentId(id).content("x"), null, null)))
                .isEqualTo(World.message(409, "documentId '" + id + "' already exists"));
        assertThat(World.refused(() -> joe.documents.addDocument(
                        new AddDocumentRequest().documentId("x1").content("x"), null, null)))
                .isEqualTo(World.message(400, "invalid documentId 'x1'"));
        assertThat(joe.raw("POST", "/documents", "{}").body())
                .isEqualTo(
                        "{\"errors\":[{\"error\":\"either 'content', 'documents', or 'deepLinkPath' are required\"}]}");
        assertThat(World.refused(() -> add("a//b.txt", "x")))
                .isEqualTo(World.error("path", "invalid Path contains multiple '//' characters"));
        assertThat(World.refused(() -> joe.documents.addDocument(
                        new AddDocumentRequest().content("x").width("wide"), null, null)))
                .isEqualTo(World.error("width", "invalid 'width' must be numeric or 'auto'"));
        assertThat(World.refused(() -> joe.documents.addDocument(
                        new AddDocumentRequest().content("x").checksum("00"), null, null)))
                .isEqualTo(World.error("checksumType", "'checksumType' required when 'checksum' is set"));
        assertThat(World.refused(() -> joe.documents.addDocument(
                        new AddDocumentRequest()
                                .content("x")
                                .checksumType(ChecksumType.SHA256)
                                .checksum("0".repeat(64)),
                        null,
                        null)))
                .startsWith("400 ");
        assertThat(World.refused(() -> get("unknown"))).isEqualTo(World.message(404, "Document unknown not found."));
    }

    @Test
    void upload_put_isSeenAtTheFirstRead() throws Exception {
        GetDocumentUrlResponse upload = joe.documents.getDocumentUpload("scan.pdf", null, null, null, null, null, null);
        assertThat(world.put(upload.getUrl(), upload.getHeaders(), "application/pdf", BYTES))
                .isEqualTo(200);

        GetDocumentResponse shown = get(upload.getDocumentId());

        assertThat(shown.getContentType()).isEqualTo("application/pdf");
        assertThat(shown.getContentLength()).isEqualTo(BYTES.length);
        assertThat(shown.getChecksum())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("MD5").digest(BYTES)));
    }

    @Test
    void upload_octetStream_keepsTheDocumentsOwnType() throws Exception {
        GetDocumentUrlResponse upload = joe.documents.addDocumentUpload(
                new AddDocumentUploadRequest().path("x.dat").contentType("image/png"), null, null, null, null);
        world.put(upload.getUrl(), upload.getHeaders(), "application/octet-stream", BYTES);
        assertThat(get(upload.getDocumentId()).getContentType()).isEqualTo("image/png");

        GetDocumentUrlResponse again =
                joe.documents.getDocumentIdUpload(upload.getDocumentId(), null, null, null, null, null, null);
        world.put(again.getUrl(), again.getHeaders(), "application/octet-stream", new byte[] {7});
        assertThat(get(upload.getDocumentId()).getContentLength()).isEqualTo(1);
    }

    @Test
    void upload_withChecksum_refusesOtherBytes() throws Exception {
        for (ChecksumType type : List.of(ChecksumType.SHA256, ChecksumType.SHA1)) {
            String algorithm = type == ChecksumType.SHA1 ? "SHA-1" : "SHA-256";
            String sum = HexFormat.of()
                    .formatHex(MessageDigest.getInstance(algorithm).digest(BYTES));
            GetDocumentUrlResponse upload =
                    joe.documents.getDocumentUpload(type + ".bin", null, type.getValue(), sum, null, null, null);

            assertThat(upload.getHeaders().keySet())
                    .contains(
                            "x-amz-sdk-checksum-algorithm",
                            "x-amz-checksum-" + type.getValue().toLowerCase());
            assertThat(world.put(upload.getUrl(), upload.getHeaders(), "a/b", new byte[] {1}))
                    .isEqualTo(400);
            assertThat(get(upload.getDocumentId()).getContentLength()).isNull();
            assertThat(world.put(upload.getUrl(), upload.getHeaders(), "a/b", BYTES))
                    .isEqualTo(200);
            assertThat(get(upload.getDocumentId()).getChecksum()).isEqualTo(sum);
            assertThat(get(upload.getDocumentId()).getChecksumType()).isEqualTo(type);
        }
    }

    @Test
    void children_goAndReturnWithTheirParent() throws Exception {
        AddDocumentResponse added = joe.documents.addDocument(
                new AddDocumentRequest()
                        .path("mail.eml")
                        .addDocumentsItem(new AddChildDocument()
                                .path("one.txt")
                                .content("1")
                                .addMetadataItem(
                                        new AddDocumentMetadata().key("page").value("1")))
                        .addDocumentsItem(new AddChildDocument().path("two.txt").content("2")),
                null,
                null);
        String parent = added.getDocumentId();
        String child = added.getDocuments().get(0).getDocumentId();

        assertThat(get(parent).getDocuments())
                .extracting(ChildDocument::getPath)
                .containsExactly("one.txt", "two.txt");
        assertThat(get(child).getBelongsToDocumentId()).isEqualTo(parent);
        assertThat(day(null, null, null, null, null).getDocuments())
                .extracting(Document::getDocumentId)
                .containsExactly(parent);
        joe.documents.deleteDocument(parent, null, true);
        assertThat(World.refused(() -> get(child))).startsWith("404 ");
        assertThat(joe.documents.setDocumentRestore(parent, null).getMessage()).isEqualTo("document restored");
        assertThat(get(parent).getDocuments()).hasSize(2);
        assertThat(joe.documents.getDocumentContent(child, null, null, null).getContent())
                .isEqualTo("1");
        assertThat(get(child).getMetadata()).hasSize(1);
        // Within its parent it has none, which the list of operations says, and every answer is compared with.
        assertThat(joe.raw("GET", "/documents/" + parent, null).body()).doesNotContain("\"page\"");
        joe.documents.deleteDocument(parent, null, false);
        Awaitility.await()
                .untilAsserted(() -> assertThat(World.refused(() -> get(child))).startsWith("404 "));
    }

    @Test
    void deepLinks_areGivenAsTheyAre() throws Exception {
        String id = joe.documents
                .addDocument(
                        new AddDocumentRequest().deepLinkPath("https://docs.google.com/spreadsheets/d/1/sheet"),
                        null,
                        null)
                .getDocumentId();
        GetDocumentResponse shown = get(id);

        assertThat(shown.getContentType()).isEqualTo("application/vnd.google-apps.spreadsheet");
        assertThat(shown.getPath()).isEqualTo("sheet");
        assertThat(shown.getLastModifiedDate()).isNull();
        assertThat(joe.documents
                        .getDocumentUrl(id, null, null, null, null, null, null)
                        .getUrl())
                .isEqualTo("https://docs.google.com/spreadsheets/d/1/sheet");
        String own = "s3://" + world.bucket + "/other-site/" + id;
        String linked = joe.documents
                .addDocument(new AddDocumentRequest().deepLinkPath(own), null, null)
                .getDocumentId();
        assertThat(joe.documents
                        .getDocumentUrl(linked, null, null, null, null, null, null)
                        .getUrl())
                .isEqualTo(own);
        for (String kind : List.of("document", "spreadsheets", "forms", "presentation")) {
            GetDocumentResponse google = get(linked("https://docs.google.com/" + kind + "/d/" + kind + "/edit"));
            assertThat(google.getContentType()).isEqualTo("application/vnd.google-apps." + kind.replaceAll("s$", ""));
            assertThat(google.getContentLength()).isNull();
        }
        assertThat(get(linked("s3://test.txt")).getPath()).isEqualTo("test.txt");
        assertThat(get(linked("http://example.org/a/plan.pdf?x=1")).getPath()).isEqualTo("plan.pdf");
        assertThat(joe.documents
                        .getDocumentUrl(linked("s3://elsewhere/a.pdf"), null, null, null, null, null, null)
                        .getUrl())
                .as("a bucket that the installation does not name")
                .isEqualTo("s3://elsewhere/a.pdf");
        assertThat(World.refused(() -> joe.documents.addDocument(
                        new AddDocumentRequest().deepLinkPath("javascript:alert(1)"), null, null)))
                .isEqualTo(World.error("deepLinkPath", "DeepLinkPath 'javascript:alert(1)' is not a valid URL"));
    }

    private String linked(String address) throws Exception {
        return joe.documents
                .addDocument(new AddDocumentRequest().deepLinkPath(address), null, null)
                .getDocumentId();
    }

    @Test
    void deepLinks_toABucketThatIsNamed_arePresignedButNeverToTheDocumentsOwn() throws Exception {
        world.close();
        world = new World(
                target,
                FormKiqSettingsBuilder.builder(FormKiq.SYSTEM.settings().defaults())
                        .deepLinkBuckets(List.of("scans"))
                        .build());
        joe = world.someone("joe", "default");
        assertThat(joe.documents
                        .getDocumentUrl(linked("s3://scans/a/b.pdf"), null, null, null, null, null, null)
                        .getUrl())
                .contains("/scans/a/b.pdf?")
                .contains("X-Amz-Signature=");
        for (String other :
                List.of("s3://scans", "s3://SCANS/a.pdf", "s3://scans2/a.pdf", "s3://" + world.bucket + "/x")) {
            assertThat(joe.documents
                            .getDocumentUrl(linked(other), null, null, null, null, null, null)
                            .getUrl())
                    .isEqualTo(other);
        }
    }

    @Test
    void paths_taken_areRenamed() throws Exception {
        String first = add("/a/plan.txt", "1");
        String second = add("a/plan.txt", "2");
        String third = add("a/other.txt", "3");

        assertThat(get(first).getPath()).isEqualTo("/a/plan.txt");
        assertThat(get(second).getPath()).isEqualTo("a/plan (" + second + ").txt");
        joe.documents.updateDocument(third, new UpdateDocumentRequest().path("a/plan.txt"), null, null);
        assertThat(get(third).getPath()).isEqualTo("a/plan (" + third + ").txt");
        joe.documents.updateDocument(third, new UpdateDocumentRequest().path("a/plan.txt"), null, null);
        assertThat(get(third).getPath()).isEqualTo("a/plan (" + third + ").txt");
        joe.documents.updateDocument(first, new UpdateDocumentRequest().path("a/Plan.txt"), null, null);
        assertThat(get(first).getPath()).isEqualTo("a/Plan.txt");
    }

    @Test
    void addDocument_twentyAtOnce_makeOneFolder() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(20);
        try {
            List<Future<String>> added = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String path = "Chicago/sample" + i + ".txt";
                added.add(threads.submit(() -> add(path, path)));
            }
            for (Future<String> each : added) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(joe.folders
                        .getFolderDocuments(null, null, null, null, null, null)
                        .getDocuments())
                .extracting(each -> each.getPath())
                .containsExactly("Chicago");
        assertThat(joe.folders
                        .getFolderDocuments(null, null, "/Chicago", "100", null, null)
                        .getDocuments())
                .hasSize(20);
    }

    @Test
    void dayLists_pageForthAndBack_newestFirst() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            world.clock.advance(Duration.ofMinutes(1));
            ids.add(0, add("d" + i + ".txt", "x"));
        }
        world.clock.advance(Duration.ofDays(1));
        world.someone("eve", "other").documents.addDocument(new AddDocumentRequest().content("x"), "other", null);

        GetDocumentsResponse first = day(null, null, null, null, "3");
        GetDocumentsResponse second = day(null, null, first.getNext(), null, null);
        GetDocumentsResponse third = day(null, null, second.getNext(), null, null);

        assertThat(ids(first)).isEqualTo(ids.subList(0, 3));
        assertThat(first.getPrevious()).isNull();
        assertThat(ids(second)).isEqualTo(ids.subList(3, 6));
        assertThat(ids(third)).isEqualTo(ids.subList(6, 7));
        assertThat(third.getNext()).isNull();
        assertThat(ids(day(null, null, null, third.getPrevious(), null))).isEqualTo(ids.subList(3, 6));
        assertThat(ids(day("2031-03-03", "-0600", null, null, "20"))).hasSize(7);
        assertThat(ids(day("2031-03-04", "+1400", null, null, "20"))).hasSize(7);
        assertThat(ids(day("2031-03-04", null, null, null, "20"))).isEmpty();
        assertThat(World.refused(() -> day("4 March", null, null, null, null)))
                .isEqualTo(World.message(400, "Invalid date string: 4 March"));
        assertThat(World.refused(() -> day("2031-03-02", null, first.getNext(), null, null)))
                .isEqualTo(World.message(400, "Invalid Next token"));
        assertThat(World.refused(() ->
                        admin.documents.getDocuments(null, null, null, null, null, null, first.getNext(), null, null)))
                .isEqualTo(World.message(400, "Invalid Next token"));
    }

    private static List<String> ids(GetDocumentsResponse page) {
        return page.getDocuments().stream().map(Document::getDocumentId).toList();
    }

    @Test
    void metadata_twentySix_areRefused() throws Exception {
        AddDocumentRequest request = new AddDocumentRequest().content("x");
        for (int i = 0; i < 25; i++) {
            request.addMetadataItem(new AddDocumentMetadata().key("k" + i).value("v" + i));
        }
        String id = joe.documents.addDocument(request, null, null).getDocumentId();
        assertThat(get(id).getMetadata()).hasSize(25);
        assertThat(World.refused(() -> joe.documents.updateDocument(
                        id,
                        new UpdateDocumentRequest()
                                .addMetadataItem(new AddDocumentMetadata()
                                        .key("one more")
                                        .value("v")),
                        null,
                        null)))
                .isEqualTo(World.error("metadata", "maximum number is 25"));
        joe.documents.updateDocument(
                id,
                new UpdateDocumentRequest()
                        .addMetadataItem(new AddDocumentMetadata().key("k3").value("")),
                null,
                null);
        assertThat(get(id).getMetadata()).hasSize(24);
    }

    @Test
    void softDelete_everywhere_isNotFoundUntilRestored() throws Exception {
        String id = joe.documents
                .addDocument(
                        new AddDocumentRequest()
                                .path("a/b.txt")
                                .content("x")
                                .addTagsItem(new AddDocumentTag().key("colour").value("red")),
                        null,
                        null)
                .getDocumentId();
        joe.documents.deleteDocument(id, null, true);

        String missing = World.message(404, "Document " + id + " not found.");
        assertThat(World.refused(() -> get(id))).isEqualTo(missing);
        assertThat(World.refused(() -> joe.documents.getDocumentContent(id, null, null, null)))
                .isEqualTo(missing);
        assertThat(World.refused(() -> joe.documents.getDocumentUrl(id, null, null, null, null, null, null)))
                .isEqualTo(missing);
        assertThat(World.refused(() -> joe.tags.getDocumentTags(id, null, null, null, null, null)))
                .isEqualTo(missing);
        assertThat(World.refused(() -> joe.versions.getDocumentVersions(id, null, null, null, null)))
                .isEqualTo(missing);
        assertThat(World.refused(() -> joe.documents.getDocumentIdUpload(id, null, null, null, null, null, null)))
                .isEqualTo(missing);
        assertThat(World.refused(() -> joe.values.getDocumentAttributes(id, null, null, null)))
                .isEqualTo(missing);
        assertThat(ids(joe.documents.getDocuments(null, null, null, true, null, null, null, null, null)))
                .containsExactly(id);
        String other = add("a/b.txt", "y");
        assertThat(get(other).getPath()).isEqualTo("a/b.txt");
        joe.documents.setDocumentRestore(id, null);
        assertThat(get(id).getPath()).isEqualTo("a/b (" + id + ").txt");
        assertThat(joe.tags.getDocumentTag(id, "colour", null, null).getValue()).isEqualTo("red");
        assertThat(World.refused(() -> joe.documents.setDocumentRestore(id, null)))
                .isEqualTo(missing);
    }

    @Test
    void deleteAndPurge_nothingLeft_isNotFound() throws Exception {
        String id = add("a.txt", "x");
        String linked = joe.documents
                .addDocument(new AddDocumentRequest().deepLinkPath("https://example.org/x"), null, null)
                .getDocumentId();
        assertThat(joe.documents.deleteDocument(id, null, false).getMessage()).isEqualTo("'" + id + "' object deleted");
        assertThat(World.refused(() -> joe.documents.deleteDocument(id, null, false)))
                .isEqualTo(World.message(404, "Document " + id + " not found."));
        assertThat(World.refused(() -> joe.documents.purgeDocument(linked, null)))
                .startsWith("401 ");
        String orphan = UUID.randomUUID().toString();
        Objects3.CLIENT.putObject(
                put -> put.bucket(world.bucket).key(orphan),
                software.amazon.awssdk.core.sync.RequestBody.fromString("left over"));
        assertThat(admin.documents.purgeDocument(orphan, null).getMessage())
                .as("objects without rows")
                .isEqualTo("'" + orphan + "' object deleted all versions");
        assertThat(World.refused(() -> admin.documents.purgeDocument(orphan, null)))
                .startsWith("404 ");
        assertThat(admin.documents.purgeDocument(linked, null).getMessage())
                .isEqualTo("'" + linked + "' object deleted all versions");
        Awaitility.await()
                .untilAsserted(() -> assertThat(World.refused(() -> admin.documents.purgeDocument(id, null)))
                        .isEqualTo(World.message(404, "Document " + id + " not found.")));
    }

    @Test
    void compress_several_areInOneArchive() throws Exception {
        String one = add("../x/a.txt", "1");
        String two = add("x/a.txt", "2");
        assertThat(World.refused(() -> joe.documents.compressDocuments(new DocumentsCompressRequest(), null)))
                .isEqualTo(World.error("documentIds", "is required"));
        assertThat(World.refused(() -> joe.documents.compressDocuments(
                        new DocumentsCompressRequest().addDocumentIdsItem("nope"), null)))
                .isEqualTo(World.error("documentId", "Document 'nope' does not exist"));
        String big = add("big.bin", "x");
        target.client()
                .updateItem(update -> update.tableName(world.tables.nameOf(DocumentsTable.TABLE))
                        .key(Map.of("PK", AttributeValue.fromS("docs#" + big), "SK", AttributeValue.fromS("document")))
                        .updateExpression("SET contentLength = :length")
                        .expressionAttributeValues(Map.of(":length", AttributeValue.fromN("10737418241"))));
        assertThat(World.refused(() ->
                        joe.documents.compressDocuments(new DocumentsCompressRequest().addDocumentIdsItem(big), null)))
                .isEqualTo(World.error("documentIds", "contents exceed 10 GB together"));
        String three = add("x/a (" + two + ").txt", "3");
        String url = joe.documents
                .compressDocuments(
                        new DocumentsCompressRequest()
                                .addDocumentIdsItem(one)
                                .addDocumentIdsItem(three)
                                .addDocumentIdsItem(one)
                                .addDocumentIdsItem(two),
                        null)
                .getDownloadUrl();

        Awaitility.await().until(() -> {
            int status = world.status(url);
            assertThat(status).as("until it is ready").isIn(404, 200);
            return status == 200;
        });
        List<String> entries = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(world.download(url)))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.add(entry.getName() + "=" + new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        String taken = "x/a (" + two + ")";
        assertThat(entries).containsExactly("x/a.txt=1", taken + ".txt=3", taken + " (" + two + ").txt=2");
    }
}

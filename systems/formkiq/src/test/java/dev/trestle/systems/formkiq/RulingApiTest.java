package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.FlowWorld.body;
import static dev.trestle.systems.formkiq.FlowWorld.waits;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import com.formkiq.client.model.UpdateRulesetRequest;
import com.google.zxing.BarcodeFormat;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import dev.trestle.systems.formkiq.model.FlowRows;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules that put documents into workflows when their content comes. */
class RulingApiTest {
    private final FlowWorld flow = new FlowWorld();
    private String queue = "";
    private String workflow = "";

    @BeforeEach
    void define() throws Exception {
        queue = flow.queue("q");
        workflow = flow.workflow("w", waits("one", queue, ""));
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private static String when(String criterion, String operation, String value) {
        return "{'criterion':'" + criterion + "','operation':'" + operation + "','value':'" + value + "'}";
    }

    /** Waits until rules were applied to a document, and says where it is in a workflow. */
    private String ruled(String document, String in) {
        Awaitility.await().untilAsserted(() -> {
            flow.world.formkiq.runJobs();
            assertThat(flow.world.tables.store().within("default").get(FlowRows.RULES_OF_DOCUMENT.of(document)))
                    .isPresent();
        });
        return flow.at(document, in);
    }

    private String add(AddDocumentRequest asked) throws Exception {
        return String.valueOf(
                flow.writer.documents.addDocument(asked, null, null).getDocumentId());
    }

    private String text(String content) throws Exception {
        return add(
                new AddDocumentRequest().path("t.txt").contentType("text/plain").content(content));
    }

    @Test
    void rulesets_areTriedByPriority_andTheFirstRuleThatHoldsStarts() throws Exception {
        String other = flow.workflow("other", waits("two", queue, ""));
        String third = flow.workflow("third", waits("three", queue, ""));
        flow.rule(flow.ruleset(10, "ACTIVE"), 1, other, when("TEXT", "CONTAINS", "invoice"));
        flow.rule(flow.ruleset(1, "INACTIVE"), 1, third, when("TEXT", "CONTAINS", "invoice"));
        String two = flow.ruleset(2, "ACTIVE");
        flow.rule(two, 10, third, when("TEXT", "CONTAINS", "invoice"));
        flow.rule(two, 2, workflow, when("TEXT", "CONTAINS", "INVOICE  no"));
        String document = text("An invoice\nNo. 7");
        assertThat(ruled(document, workflow)).isEqualTo("IN_PROGRESS one");
        assertThat(flow.at(document, other)).isEqualTo("404");
        assertThat(flow.at(document, third)).isEqualTo("404");
        flow.ada.rulesets.updateRuleset(two, body("{'ruleset':{'priority':20}}", UpdateRulesetRequest.class), null);
        assertThat(ruled(text("invoice no 8"), other)).isEqualTo("IN_PROGRESS two");
        assertThat(ruled(text("something else"), other)).isEqualTo("404");
    }

    @Test
    void criteria_ofTypeTextAndAttribute_compareWithoutCase() throws Exception {
        flow.ada.attributes.addAttribute(body("{'attribute':{'key':'kind'}}", AddAttributeRequest.class), null);
        flow.ada.attributes.addAttribute(
                body("{'attribute':{'key':'sum','dataType':'NUMBER'}}", AddAttributeRequest.class), null);
        String ruleset = flow.ruleset(1, "ACTIVE");
        flow.rule(
                ruleset,
                1,
                workflow,
                when("CONTENT_TYPE", "EQ", "TEXT/plain")
                        + ",{'criterion':'ATTRIBUTE','attributeKey':'kind','operation':'EQ','value':'bill'}"
                        + ",{'attribute':'ATTRIBUTE','attributeKey':'sum','operation':'EQ','value':'7.5'}");
        String holds = "{'path':'a.txt','contentType':'text/plain','content':'x','attributes':"
                + "[{'key':'kind','stringValues':['other','Bill']},{'key':'sum','numberValue':7.50}]}";
        assertThat(ruled(add(body(holds, AddDocumentRequest.class)), workflow)).isEqualTo("IN_PROGRESS one");
        String fails = holds.replace("7.50", "8");
        assertThat(ruled(add(body(fails, AddDocumentRequest.class)), workflow)).isEqualTo("404");
    }

    @Test
    void newContent_isRuledAgain_andOnceEach() throws Exception {
        flow.rule(flow.ruleset(1, "ACTIVE"), 1, workflow, when("TEXT", "EQ", "go"));
        String document = text("wait");
        assertThat(ruled(document, workflow)).isEqualTo("404");
        flow.writer.documents.updateDocument(document, new UpdateDocumentRequest().content("go"), null, null);
        flow.awaitAt(document, workflow, "IN_PROGRESS one");
        flow.awaitWaiting(queue, document);
        flow.decide(flow.writer, document, workflow, "APPROVE", null);
        flow.world.formkiq.runJobs();
        assertThat(flow.at(document, workflow))
                .as("the same content starts nothing more")
                .isEqualTo("COMPLETE null");
        flow.writer.documents.updateDocument(document, new UpdateDocumentRequest().content("go "), null, null);
        flow.awaitAt(document, workflow, "IN_PROGRESS one");
    }

    private static String png(String says) throws Exception {
        BitMatrix matrix = new QRCodeWriter().encode(says, BarcodeFormat.QR_CODE, 300, 300);
        BufferedImage image = new BufferedImage(300, 300, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < 300; x++) {
            for (int y = 0; y < 300; y++) {
                image.setRGB(x, y, matrix.get(x, y) ? 0 : 0xffffff);
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, "png", out)).isTrue();
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    @Test
    void barcode_onAPicture_isRead() throws Exception {
        flow.rule(flow.ruleset(1, "ACTIVE"), 1, workflow, when("BARCODE", "EQ", "inv-4711"));
        String document = add(new AddDocumentRequest()
                .path("code.png")
                .contentType("image/png")
                .isBase64(true)
                .content(png("INV-4711")));
        assertThat(ruled(document, workflow)).isEqualTo("IN_PROGRESS one");
        String broken = add(new AddDocumentRequest()
                .path("broken.png")
                .contentType("image/png")
                .isBase64(true)
                .content("AAAA"));
        assertThat(ruled(broken, workflow)).isEqualTo("404");
    }

    @Test
    void field_ofAForm_isRead() throws Exception {
        flow.rule(
                flow.ruleset(1, "ACTIVE"),
                1,
                workflow,
                "{'criterion':'FIELD','fieldName':'customer.name','operation':'CONTAINS','value':'acme'}");
        String document = add(new AddDocumentRequest()
                .path("form.pdf")
                .contentType("application/pdf")
                .isBase64(true)
                .content(FormPdf.with("customer.name", "ACME Ltd")));
        assertThat(ruled(document, workflow)).isEqualTo("IN_PROGRESS one");
    }

    @Test
    void trial_saysWhichRuleHoldsAndWhy_andStartsNothing() throws Exception {
        String document = text("hello");
        flow.rule(flow.ruleset(1, "ACTIVE"), 1, workflow, when("TEXT", "EQ", "bye"));
        flow.rule(flow.ruleset(2, "ACTIVE"), 1, workflow, when("TEXT", "CONTAINS", "ELL"));
        String said = flow.ada
                .raw("POST", "/x/rulesets/trial", "{\"documentId\":\"" + document + "\"}")
                .body();
        assertThat(said).contains("\"holds\":false,\"found\":\"hello\"", "\"holds\":true,\"found\":\"hello\"");
        assertThat(flow.at(document, workflow)).isEqualTo("404");
        assertThat(flow.writer.raw("POST", "/x/rulesets/trial", "{}").statusCode())
                .isEqualTo(400);
    }
}

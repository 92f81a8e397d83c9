package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.api.ExamineObjectsApi;
import com.formkiq.client.model.GetExaminePdfUrlResponse;
import com.formkiq.client.model.PdfDocumentField;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PDF files that are examined: with a form, without, with a password, and files that are none. */
class ExamineApiTest {
    private static final String PDF = "application/pdf";

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Someone joe = world.someone("joe", "default");
    private final ExamineObjectsApi objects = new ExamineObjectsApi(joe.client);

    @AfterEach
    void close() {
        world.close();
    }

    private static byte[] pdf(boolean hasForm, String password) {
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            document.addPage(new PDPage());
            if (hasForm) {
                PDAcroForm form = new PDAcroForm(document);
                document.getDocumentCatalog().setAcroForm(form);
                PDField city = new PDTextField(form);
                city.setPartialName("city");
                city.getCOSObject().setString(COSName.V, "Århus");
                PDField empty = new PDTextField(form);
                empty.setPartialName("empty");
                form.setFields(List.of(city, empty));
            }
            if (!password.isEmpty()) {
                document.protect(new StandardProtectionPolicy(password, password, new AccessPermission()));
            }
            document.save(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String sent(byte[] bytes) throws Exception {
        GetExaminePdfUrlResponse address = objects.getExaminePdfUrl(null);
        assertThat(world.put(address.getUploadUrl(), null, PDF, bytes)).isEqualTo(200);
        return address.getId();
    }

    @Test
    void examine_filesOfAllKinds_tellsFieldsOrWhatIsWrong() throws Exception {
        assertThat(objects.getExaminePdf(sent(pdf(true, "")), null)
                        .getFileinfo()
                        .getFields())
                .extracting(PdfDocumentField::getField, PdfDocumentField::getValue)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("city", "Århus"),
                        org.assertj.core.groups.Tuple.tuple("empty", ""));
        assertThat(objects.getExaminePdf(sent(pdf(false, "")), null)
                        .getFileinfo()
                        .getFields())
                .isEmpty();
        String locked = sent(pdf(true, "secret"));
        assertThat(World.refused(() -> objects.getExaminePdf(locked, null)))
                .isEqualTo(World.message(400, "The PDF file is protected by a password."));
        String none = sent("no PDF".getBytes(StandardCharsets.UTF_8));
        assertThat(World.refused(() -> objects.getExaminePdf(none, null)))
                .isEqualTo(World.message(400, "The PDF file cannot be read."));
    }

    @Test
    void examine_whatIsNotThere_isNotFound() throws Exception {
        String own = sent(pdf(true, ""));
        String empty = objects.getExaminePdfUrl(null).getId();
        String document = world.admin()
                .documents
                .addDocument(new com.formkiq.client.model.AddDocumentRequest().content("x"), null, null)
                .getDocumentId();
        for (String id : List.of(empty, document, "00000000-0000-4000-8000-000000000000", "../default/x")) {
            assertThat(World.refused(() -> objects.getExaminePdf(id, null)))
                    .isEqualTo(World.message(404, "Object '" + id + "' not found"));
        }
        ExamineObjectsApi other = new ExamineObjectsApi(world.someone("fay", "finance").client);
        assertThat(World.refused(() -> other.getExaminePdf(own, "finance"))).startsWith("404 ");
        assertThat(World.refused(() -> other.getExaminePdf(own, "default"))).startsWith("401 ");
        world.clock.advance(Duration.ofHours(3));
        // A job that the system has begun by itself is done a moment later.
        Awaitility.await().untilAsserted(() -> {
            world.formkiq.runJobs();
            assertThat(joe.raw("GET", "/objects/examine/" + own + "/pdf", null).statusCode())
                    .isEqualTo(404);
        });
    }
}

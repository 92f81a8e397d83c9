package dev.trestle.media.worker;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.media.FormField;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTerminalField;

/** Reads the fields of the form that a PDF file has: those that hold a value, in the file's order. Nothing of it is run. */
final class FormFields {
    private static final int FIELDS_MAX = 10_000;
    private static final int NAME_MAX = 1_000;
    private static final int VALUE_MAX = 10_000;
    private static final int TEXT_MAX = 1_000_000;

    private final Task task;

    FormFields(Task task) {
        this.task = task;
    }

    Task.Pdf read() throws IOException, RefusedFileException {
        List<FormField> fields;
        int pages;
        try (PDDocument document = PdfFiles.open(task.files().get(0))) {
            pages = document.getNumberOfPages();
            fields = of(document);
        } catch (IOException | RuntimeException e) {
            throw new RefusedFileException("DAMAGED", "The PDF file cannot be read.");
        }
        String target = task.target() + "-fields";
        new ObjectMapper().writeValue(new File(target), fields);
        return new Task.Pdf(task.files().get(0), pages, target);
    }

    private static List<FormField> of(PDDocument document) throws RefusedFileException {
        // Without a fix-up: it would make appearances for fields, which nobody looks at here.
        PDAcroForm form = document.getDocumentCatalog().getAcroForm(null);
        List<FormField> fields = new ArrayList<>();
        if (form == null) {
            return fields;
        }
        int left = TEXT_MAX;
        for (PDField field : form.getFieldTree()) {
            if (!(field instanceof PDTerminalField)) {
                continue;
            }
            FormField read = new FormField(
                    cut(field.getFullyQualifiedName(), NAME_MAX), cut(field.getValueAsString(), VALUE_MAX));
            left -= read.name().length() + read.value().length();
            if (fields.size() == FIELDS_MAX || left < 0) {
                throw new RefusedFileException("TOO_LARGE", "The form has more fields, or longer ones, than are read.");
            }
            fields.add(read);
        }
        return fields;
    }

    private static String cut(String text, int most) {
        return text == null ? "" : text.length() <= most ? text : text.substring(0, most);
    }
}

package dev.trestle.media.worker;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.media.book.Book;
import dev.trestle.media.book.BookLimits;
import dev.trestle.media.worker.book.BookSetter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

/** Books: what they are made of is read from a file, and what came of them is written to one. */
public final class Books {
    private static final int TURNED_SIDE = 2_000;

    private Books() {}

    /** What the file of a task has. */
    public record Plan(Book book, BookLimits limits, boolean isTextAlone) {}

    static Task.Pdf write(Task task) throws IOException, RefusedFileException {
        ObjectMapper json = new ObjectMapper();
        Plan plan = json.readValue(new File(task.files().get(0)), Plan.class);
        BookSetter setter =
                new BookSetter(plan.book(), plan.limits(), (document, file) -> picture(document, file, task.pixels()));
        File target = new File(task.target());
        BookSetter.Made made = plan.isTextAlone() ? setter.writeText(target) : setter.write(target);
        String report = task.target() + "-made";
        json.writeValue(new File(report), made);
        return new Task.Pdf(task.target(), made.pages(), report);
    }

    /** The bytes of JPEG files are kept, unless they must be turned. */
    private static PDImageXObject picture(PDDocument document, String file, long pixelsMax)
            throws IOException, RefusedFileException {
        Picture picture = Picture.open(file, pixelsMax);
        picture.check();
        try {
            return picture.isUpright()
                    ? PDImageXObject.createFromByteArray(document, Files.readAllBytes(Path.of(file)), "picture")
                    : JPEGFactory.createFromImage(document, picture.scaled(TURNED_SIDE));
        } catch (IOException | RuntimeException e) {
            throw new RefusedFileException("DAMAGED", "The picture cannot be read.");
        }
    }
}

package dev.trestle.media.worker;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/** The main program of the child process: does one {@link Task} and writes its {@link Task.Answer}. */
public final class Worker {
    private static final long RESIZED_PIXELS_MAX = 40_000_000;

    private Worker() {}

    /** What ended a task, with the file that it is about. */
    private static final class EndedException extends RuntimeException {
        private final Task.Failure failure;

        EndedException(Task.Failure failure) {
            super(failure.message());
            this.failure = failure;
        }
    }

    /** {@code arguments} are the files of the task and of its answer. */
    public static void main(String[] arguments) throws IOException {
        ImageIO.setUseCache(false);
        ObjectMapper json = new ObjectMapper();
        Task task = json.readValue(new File(arguments[0]), Task.class);
        json.writeValue(new File(arguments[1]), answer(task));
    }

    private static Task.Answer answer(Task task) throws IOException {
        try {
            return switch (task.kind()) {
                case "scale" -> new Task.Answer(null, scaled(task), null);
                case "resize" -> new Task.Answer(null, resized(task), null);
                case "merge" -> new Task.Answer(null, null, new PdfFiles(task).merge(Worker::at));
                case "pages" -> new Task.Answer(null, new PdfFiles(task).pages(Worker::at), null);
                case "book" -> new Task.Answer(null, null, books(task));
                case "first-page" -> new Task.Answer(null, new PdfFiles(task).firstPage(Worker::at), null);
                case "mark" -> new Task.Answer(null, marked(task), null);
                case "frames" -> new Task.Answer(null, frames(task), null);
                case "text" -> new Task.Answer(null, null, written(() -> new OfficeText(task).read()));
                case "pdf-texts" -> new Task.Answer(null, null, written(() -> new PdfTexts(task).read()));
                case "pdf-layers" -> new Task.Answer(null, null, written(() -> new PdfTexts(task).lay()));
                case "pdf-pictures" -> new Task.Answer(null, pdfPictures(task), null);
                case "fields" -> new Task.Answer(null, null, fields(task));
                default -> throw new IllegalArgumentException("There is no task " + task.kind() + ".");
            };
        } catch (EndedException e) {
            return new Task.Answer(e.failure, null, null);
        }
    }

    private interface Writing {
        Task.Pdf run() throws IOException, RefusedFileException;
    }

    private static Task.Pdf written(Writing writing) throws IOException {
        List<Task.Pdf> made = new ArrayList<>();
        at(0, () -> made.add(writing.run()));
        return made.get(0);
    }

    private static List<Task.Picture> pdfPictures(Task task) throws IOException {
        List<Task.Picture> made = new ArrayList<>();
        at(0, () -> made.addAll(new PdfTexts(task).pictures()));
        return made;
    }

    /** The pictures of a file of several, each as large as the task's first size; as many as its second one. */
    private static List<Task.Picture> frames(Task task) throws IOException {
        List<Task.Picture> made = new ArrayList<>();
        at(0, () -> {
            String file = task.files().get(0);
            int count = Picture.count(file, task.sizes().get(1));
            for (int i = 0; i < count; i++) {
                Picture picture = Picture.open(file, i, task.pixels());
                made.add(Picture.write(picture.scaled(task.sizes().get(0)), Path.of(task.target() + "-" + i)));
            }
        });
        return made;
    }

    private static Task.Pdf books(Task task) throws IOException {
        List<Task.Pdf> made = new ArrayList<>();
        at(0, () -> made.add(Books.write(task)));
        return made.get(0);
    }

    private static Task.Pdf fields(Task task) throws IOException {
        List<Task.Pdf> read = new ArrayList<>();
        at(0, () -> read.add(new FormFields(task).read()));
        return read.get(0);
    }

    private static List<Task.Picture> scaled(Task task) throws IOException {
        List<Task.Picture> made = new ArrayList<>();
        at(0, () -> {
            Picture picture = Picture.open(task.files().get(0), task.pixels());
            for (int size : task.sizes()) {
                made.add(Picture.write(picture.scaled(size), Path.of(task.target() + "-" + size)));
            }
        });
        return made;
    }

    private static List<Task.Picture> resized(Task task) throws IOException {
        List<Task.Picture> made = new ArrayList<>();
        at(0, () -> {
            Picture picture = Picture.open(task.files().get(0), task.pixels());
            double upright = (double) picture.uprightWidth() / picture.uprightHeight();
            long width = task.sizes().get(0);
            long height = task.sizes().get(1);
            if (width == 0) {
                width = Math.max(1, Math.round(height * upright));
            } else if (height == 0) {
                height = Math.max(1, Math.round(width / upright));
            }
            if (width * height > RESIZED_PIXELS_MAX || Math.max(width, height) > Short.MAX_VALUE) {
                throw new RefusedFileException(
                        "TOO_LARGE",
                        "The picture would have " + width + " x " + height + " pixels; at most " + RESIZED_PIXELS_MAX
                                + " are made, and " + Short.MAX_VALUE + " on a side.");
            }
            made.add(Picture.writeAs(
                    picture.resized((int) width, (int) height),
                    Path.of(task.target()),
                    task.types().get(0)));
        });
        return made;
    }

    private static List<Task.Picture> marked(Task task) throws IOException {
        List<Task.Picture> made = new ArrayList<>();
        at(0, () -> made.add(new Marking(task).mark()));
        return made;
    }

    private static void at(int file, PdfFiles.OfFile action) throws IOException {
        try {
            action.run();
        } catch (RefusedFileException e) {
            throw new EndedException(new Task.Failure(e.problem(), file, e.text()));
        }
    }
}

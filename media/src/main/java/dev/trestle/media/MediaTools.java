package dev.trestle.media;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.media.MediaException.Problem;
import dev.trestle.media.book.Book;
import dev.trestle.media.book.BookLimits;
import dev.trestle.media.book.MadeBook;
import dev.trestle.media.worker.Books;
import dev.trestle.media.worker.Task;
import dev.trestle.media.worker.Worker;
import dev.trestle.media.worker.book.BookSetter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;

/**
 * Does things with files that people bring. Each call starts a child process; a few run at a time, further ones wait.
 *
 * <pre>{@code
 * try (Workspace space = media.workspace()) {
 *     Path photo = space.add(content, 10 << 20);
 *     List<Made> sizes = media.scale(space, photo, List.of(new Size(320), new Size(1600)));
 * }
 * }</pre>
 *
 * <p>What is wrong with a file ends a call with {@link MediaException}; what is wrong with the machine with {@link UncheckedIOException}, and can be tried
 * again.
 */
public final class MediaTools {
    private static final int PROCESSES_MAX = 2;
    private static final double HEAP_SHARE = 0.7;
    /** No page is drawn as a picture to mark it: there may be so many times more of them. */
    private static final int MARKED_PAGES = 10;

    private static final int MIB = 1 << 20;
    private static final int OCR_SIDE = 3000;

    private final Path directory;
    private final MediaLimits limits;
    private final Ocr ocr;
    private final ObjectMapper json = new ObjectMapper();
    private final Semaphore places = new Semaphore(PROCESSES_MAX, true);

    /**
     * @param directory for temporary files
     * @param tesseract the program's path, or its name on PATH
     * @param languages that it recognises, such as {@code eng}
     */
    public MediaTools(Path directory, MediaLimits limits, String tesseract, List<String> languages) {
        this.directory = directory;
        this.limits = limits;
        this.ocr = new Ocr(tesseract, languages);
    }

    public Workspace workspace() throws IOException {
        return Workspace.in(directory);
    }

    /** Pictures of several sizes, upright, without metadata. */
    public List<Made> scale(Workspace space, Path picture, List<Size> sizes) {
        Task.Answer answer = run(space, "scale", List.of(picture), List.of(""), sizes);
        return made(answer);
    }

    /**
     * A picture of another size, upright, without metadata; enlarged, if that is asked for.
     *
     * @param width zero for what keeps the proportions, as {@code height} may be
     * @param type that it gets: {@code image/bmp}, {@code gif}, {@code jpeg}, {@code png} or {@code tiff}
     */
    public Made resize(Workspace space, Path picture, int width, int height, String type) {
        if (width < 0 || height < 0 || width == 0 && height == 0) {
            throw new IllegalArgumentException("A picture needs a width or a height.");
        }
        Task task = new Task(
                "resize",
                List.of(picture.toString()),
                List.of(type),
                space.next("out").toString(),
                List.of(width, height),
                limits.pixels(),
                limits.pages(),
                null);
        return made(run(space, task)).get(0);
    }

    /**
     * One PDF file of PDF files and pictures, in their order, and the text that it has.
     *
     * @param types {@code application/pdf}, or a picture's
     */
    public Merged merge(Workspace space, List<Path> files, List<String> types) {
        if (files.isEmpty() || files.size() != types.size()) {
            throw new IllegalArgumentException("Each file needs its type.");
        }
        Task.Pdf pdf = Objects.requireNonNull(
                run(space, "merge", files, types, List.of()).pdf());
        try {
            List<String> texts = json.readValue(Path.of(pdf.texts()).toFile(), new TypeReference<List<String>>() {});
            return new Merged(Path.of(pdf.file()), pdf.pages(), texts);
        } catch (IOException e) {
            throw new UncheckedIOException("The texts of a PDF file cannot be read.", e);
        }
    }

    /** The pages of a PDF file as pictures. */
    public List<Made> pages(Workspace space, Path pdf, Size width) {
        return made(run(space, "pages", List.of(pdf), List.of("application/pdf"), List.of(width)));
    }

    /** The fields of the form that a PDF file has, in the file's order; none if it has no form. */
    public List<FormField> formFields(Workspace space, Path pdf) {
        Task.Pdf read = Objects.requireNonNull(run(space, "fields", List.of(pdf), List.of("application/pdf"), List.of())
                .pdf());
        try {
            return json.readValue(Path.of(read.texts()).toFile(), new TypeReference<List<FormField>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException("The fields of a PDF file cannot be read.", e);
        }
    }

    /** The first page of a PDF file as a picture, however many pages it has. */
    public Made firstPage(Workspace space, Path pdf, Size width) {
        return made(run(space, "first-page", List.of(pdf), List.of("application/pdf"), List.of(width)))
                .get(0);
    }

    /**
     * Sets a book. Its pictures are files of the workspace.
     *
     * @throws MediaException with {@link Problem#TOO_LARGE} if it has more pages or bytes than it may
     */
    public MadeBook book(Workspace space, Book book, BookLimits most) {
        return book(space, new Books.Plan(book, most, false));
    }

    /** Sets a text without a title page and contents: the paragraphs of the book's chapters alone. */
    public MadeBook text(Workspace space, Book book, BookLimits most) {
        return book(space, new Books.Plan(book, most, true));
    }

    private MadeBook book(Workspace space, Books.Plan asked) {
        Path plan = space.next("plan");
        try {
            json.writeValue(plan.toFile(), asked);
            Task.Pdf pdf =
                    Objects.requireNonNull(run(space, "book", List.of(plan), List.of("application/json"), List.of())
                            .pdf());
            BookSetter.Made made = json.readValue(Path.of(pdf.texts()).toFile(), BookSetter.Made.class);
            return new MadeBook(
                    Path.of(pdf.file()), made.pages(), made.missing(), made.missingIn(), made.picturesLeftOut());
        } catch (IOException e) {
            throw new UncheckedIOException("A book cannot be written.", e);
        }
    }

    /**
     * A picture or a PDF file with watermarks drawn over it, over each page of a PDF file. Pictures that are neither JPEG nor PNG become
     * PNG; metadata go.
     *
     * @param type of the file: {@code application/pdf}, or a picture's
     */
    public Made mark(Workspace space, Path file, String type, List<Mark> marks) {
        List<Task.Mark> drawn = marks.stream()
                .map(each -> new Task.Mark(
                        each.text(),
                        each.picture() == null ? null : each.picture().toString(),
                        each.fontSize(),
                        each.rotation(),
                        each.isFitted(),
                        each.x().name(),
                        each.y().name(),
                        each.right(),
                        each.down()))
                .toList();
        Task task = new Task(
                "mark",
                List.of(file.toString()),
                List.of(type),
                space.next("out").toString(),
                List.of(),
                limits.pixels(),
                limits.pages() * MARKED_PAGES,
                drawn);
        return made(run(space, task)).get(0);
    }

    private static List<Made> made(Task.Answer answer) {
        return Objects.requireNonNull(answer.pictures()).stream()
                .map(each -> new Made(Path.of(each.file()), each.contentType(), each.width(), each.height()))
                .toList();
    }

    /**
     * The text on a picture.
     *
     * @throws MediaException with {@link Problem#UNAVAILABLE} if tesseract is not there
     */
    public Scanned recognise(Workspace space, Path picture) {
        Made upright = scale(space, picture, List.of(new Size(OCR_SIDE))).get(0);
        Path target = space.next("ocr");
        ChildProcess.Result result = inPlace(() -> {
            ChildProcess child = new ChildProcess(space, limits);
            String missing = ocr.missing(child);
            if (!missing.isEmpty()) {
                throw new MediaException(Problem.UNAVAILABLE, null, missing);
            }
            return ocr.run(child, upright.file(), target);
        });
        result.check();
        try {
            return Ocr.read(target.resolveSibling(target.getFileName() + ".tsv"));
        } catch (IOException | RuntimeException e) {
            throw new MediaException(Problem.DAMAGED, 0, "No text could be recognised on the picture.");
        }
    }

    /** What reads the text of files. */
    public FileReader reader() {
        return new FileReader(this, limits, ocr);
    }

    private Task.Answer run(Workspace space, String kind, List<Path> files, List<String> types, List<Size> sizes) {
        return runWith(
                space, kind, files, types, sizes.stream().map(Size::pixels).toList());
    }

    /** Runs a task that is told numbers, of pixels or of something else. */
    Task.Answer runWith(Workspace space, String kind, List<Path> files, List<String> types, List<Integer> numbers) {
        Task task = new Task(
                kind,
                files.stream().map(Path::toString).toList(),
                types,
                space.next("out").toString(),
                numbers,
                limits.pixels(),
                limits.pages(),
                null);
        return run(space, task);
    }

    private Task.Answer run(Workspace space, Task task) {
        Path request = space.next("task");
        Path reply = space.next("answer");
        try {
            json.writeValue(request.toFile(), task);
            inPlace(() -> new ChildProcess(space, limits).run(command(request, reply, space), Map.of()))
                    .check();
            Task.Answer answer = json.readValue(reply.toFile(), Task.Answer.class);
            Task.Failure failure = answer.failure();
            if (failure != null) {
                throw new MediaException(Problem.valueOf(failure.problem()), failure.file(), failure.message());
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException("A child process could not be used.", e);
        }
    }

    private List<String> command(Path request, Path reply, Workspace space) {
        long heap = Math.max(64, (long) (limits.memory() * HEAP_SHARE) / MIB);
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + space.directory(),
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                request.toString(),
                reply.toString());
    }

    /** What is done while one of the places is taken. */
    interface Run {
        ChildProcess.Result get() throws IOException, InterruptedException;
    }

    ChildProcess.Result inPlace(Run run) {
        try {
            places.acquire();
            try {
                return run.get();
            } finally {
                places.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("A child process was not waited for.", e));
        } catch (IOException e) {
            throw new UncheckedIOException("A child process could not be started.", e);
        }
    }
}

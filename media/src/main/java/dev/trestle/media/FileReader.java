package dev.trestle.media;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.media.MediaException.Problem;
import dev.trestle.media.worker.Task;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of files that people bring, each in child processes: a PDF file's own text first, what is on pictures by
 * tesseract, office documents by Tika.
 */
public final class FileReader {
    private static final int SIDE = 3000;
    /** Pages that have text take little time: there may be so many times more of them. */
    private static final int TEXT_PAGES = 10;
    /** Pictures of pages are large; few of them are in the workspace at a time. */
    private static final int PICTURES_AT_ONCE = 8;

    private final MediaTools media;
    private final MediaLimits limits;
    private final Ocr ocr;
    private final ObjectMapper json = new ObjectMapper();

    FileReader(MediaTools media, MediaLimits limits, Ocr ocr) {
        this.media = media;
        this.limits = limits;
        this.ocr = ocr;
    }

    /** Told after each page that was recognised; may throw to end the work. */
    public interface Progress {
        void page(int done);
    }

    /**
     * The beginning of the text of an office document.
     *
     * @throws MediaException with {@link Problem#UNSUPPORTED} if the file is of another type
     */
    public String office(Workspace space, Path file, int charactersMax) {
        Task.Pdf read = pdf(media.runWith(space, "text", List.of(file), List.of(""), List.of(charactersMax)));
        return read(read, new TypeReference<List<String>>() {}).get(0);
    }

    /** The text that the pages of a PDF file have by themselves. */
    public ReadFile pdf(Workspace space, Path file, int pagesMax) {
        return new ReadFile(pages(space, file, pagesMax), null);
    }

    private List<ReadPage> pages(Workspace space, Path file, int pagesMax) {
        int most = Math.min(pagesMax, limits.pages() * TEXT_PAGES);
        Task.Pdf read = pdf(media.runWith(space, "pdf-texts", List.of(file), List.of(""), List.of(most)));
        return read(read, new TypeReference<List<ReadPage>>() {});
    }

    /**
     * The text of a PDF file; of pages without any, what is recognised on them.
     *
     * @param isSearchable whether a PDF file with what was recognised is made
     * @throws MediaException with {@link Problem#UNAVAILABLE} if there is a page to recognise and no tesseract
     */
    public ReadFile recognisePdf(Workspace space, Path file, int pagesMax, boolean isSearchable, Progress progress) {
        List<ReadPage> pages = new ArrayList<>(pages(space, file, pagesMax));
        List<Integer> scanned = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            if (pages.get(i).text().isEmpty()) {
                scanned.add(i);
            }
        }
        if (scanned.isEmpty()) {
            return new ReadFile(pages, null);
        }
        if (scanned.size() > limits.pages()) {
            throw new MediaException(
                    Problem.TOO_LARGE, 0, "There are more than " + limits.pages() + " pages without text.");
        }
        requireProgram(space);
        List<Path> layers = new ArrayList<>(List.of(file));
        List<String> numbers = new ArrayList<>(List.of(""));
        for (int from = 0; from < scanned.size(); from += PICTURES_AT_ONCE) {
            List<Integer> some = scanned.subList(from, Math.min(scanned.size(), from + PICTURES_AT_ONCE));
            List<Task.Picture> pictures = Objects.requireNonNull(media.runWith(
                            space,
                            "pdf-pictures",
                            List.of(file),
                            some.stream().map(String::valueOf).toList(),
                            List.of(SIDE))
                    .pictures());
            for (int i = 0; i < some.size(); i++) {
                Path picture = Path.of(pictures.get(i).file());
                Path target = space.next("ocr");
                pages.set(some.get(i), page(recognised(space, picture, target, isSearchable)));
                delete(picture);
                layers.add(target.resolveSibling(target.getFileName() + ".pdf"));
                numbers.add(String.valueOf(some.get(i)));
                progress.page(from + i + 1);
            }
        }
        @Nullable
        Path searchable = isSearchable
                ? Path.of(pdf(media.runWith(space, "pdf-layers", layers, numbers, List.of()))
                        .file())
                : null;
        return new ReadFile(pages, searchable);
    }

    /**
     * What is recognised on a picture, on each one of a file that has several pages.
     *
     * @throws MediaException with {@link Problem#UNAVAILABLE} if tesseract is not there
     */
    public ReadFile recognise(Workspace space, Path picture, int pagesMax, Progress progress) {
        int most = Math.min(pagesMax, limits.pages());
        List<Task.Picture> pictures = Objects.requireNonNull(
                media.runWith(space, "frames", List.of(picture), List.of(""), List.of(SIDE, most))
                        .pictures());
        requireProgram(space);
        List<ReadPage> pages = new ArrayList<>();
        for (Task.Picture each : pictures) {
            pages.add(page(recognised(space, Path.of(each.file()), space.next("ocr"), false)));
            progress.page(pages.size());
        }
        return new ReadFile(pages, null);
    }

    private static ReadPage page(Scanned scanned) {
        return new ReadPage(scanned.text(), Tables.of(scanned.words()), true);
    }

    private void requireProgram(Workspace space) {
        media.inPlace(() -> {
            ChildProcess child = new ChildProcess(space, limits);
            String missing = ocr.missing(child);
            if (!missing.isEmpty()) {
                throw new MediaException(Problem.UNAVAILABLE, null, missing);
            }
            return new ChildProcess.Result(ChildProcess.End.DONE, "");
        });
    }

    private Scanned recognised(Workspace space, Path picture, Path target, boolean withLayer) {
        ChildProcess.Result result = media.inPlace(() -> {
            ChildProcess child = new ChildProcess(space, limits);
            return withLayer ? ocr.runWithLayer(child, picture, target) : ocr.run(child, picture, target);
        });
        result.check();
        try {
            return Ocr.read(target.resolveSibling(target.getFileName() + ".tsv"));
        } catch (IOException | RuntimeException e) {
            throw new MediaException(Problem.DAMAGED, 0, "No text could be recognised on the picture.");
        }
    }

    private static void delete(Path file) {
        try {
            java.nio.file.Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("A temporary file could not be removed.", e);
        }
    }

    private static Task.Pdf pdf(Task.Answer answer) {
        return Objects.requireNonNull(answer.pdf());
    }

    private <T> T read(Task.Pdf written, TypeReference<T> type) {
        try {
            return json.readValue(Path.of(written.texts()).toFile(), type);
        } catch (IOException e) {
            throw new UncheckedIOException("The text of a file cannot be read.", e);
        }
    }
}

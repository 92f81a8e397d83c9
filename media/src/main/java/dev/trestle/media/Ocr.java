package dev.trestle.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Text on pictures, recognised by the program {@code tesseract}. It is given only pictures that were made here. */
final class Ocr {
    private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z_]{3,20}");
    private static final int WORDS_MAX = 20_000;
    private static final int COLUMNS = 12;
    /** Any will do: a layer is scaled to its page. */
    private static final String LAYER_DPI = "300";

    private static final String PAGE_LEVEL = "1";
    private static final String WORD_LEVEL = "5";

    private final String program;
    private final List<String> languages;

    Ocr(String program, List<String> languages) {
        this.program = program;
        this.languages = List.copyOf(languages);
        languages.forEach(language -> {
            if (!LANGUAGE.matcher(language).matches()) {
                throw new IllegalArgumentException("\"" + language + "\" is no language of tesseract's.");
            }
        });
    }

    /** Why nothing can be recognised here, in words for an administrator; empty if it can. */
    String missing(ChildProcess child) throws IOException, InterruptedException {
        ChildProcess.Result listed;
        try {
            listed = child.run(List.of(program, "--list-langs"), environment());
        } catch (IOException e) {
            return "The program " + program + " is not installed. Install tesseract, or set media.tesseract.";
        }
        Set<String> lacking = new TreeSet<>(languages);
        listed.report().lines().forEach(lacking::remove);
        return lacking.isEmpty()
                ? ""
                : "tesseract lacks the languages " + lacking + ". Install their data, or set media.languages.";
    }

    private static Map<String, String> environment() {
        // One thread: several pages are read side by side instead.
        return Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C.UTF-8", "OMP_THREAD_LIMIT", "1");
    }

    ChildProcess.Result run(ChildProcess child, Path picture, Path target) throws IOException, InterruptedException {
        return child.run(
                List.of(program, picture.toString(), target.toString(), "-l", String.join("+", languages), "tsv"),
                environment());
    }

    /** The same, and the text alone as a PDF page, to be laid over the picture. */
    ChildProcess.Result runWithLayer(ChildProcess child, Path picture, Path target)
            throws IOException, InterruptedException {
        return child.run(
                List.of(
                        program,
                        picture.toString(),
                        target.toString(),
                        "-l",
                        String.join("+", languages),
                        "--dpi",
                        LAYER_DPI,
                        "-c",
                        "textonly_pdf=1",
                        "tsv",
                        "pdf"),
                environment());
    }

    /** Reads the table that tesseract writes: a row for each page, block, paragraph, line and word. */
    static Scanned read(Path table) throws IOException {
        List<Scanned.Word> words = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String lastParagraph = "";
        String lastLine = "";
        int width = 0;
        int height = 0;
        for (String row : Files.readAllLines(table)) {
            String[] cells = row.split("\t", -1);
            if (cells.length != COLUMNS || words.size() >= WORDS_MAX) {
                continue;
            }
            if (cells[0].equals(PAGE_LEVEL)) {
                width = Integer.parseInt(cells[8]);
                height = Integer.parseInt(cells[9]);
            }
            String word = cells[11].strip();
            if (!cells[0].equals(WORD_LEVEL) || word.isEmpty()) {
                continue;
            }
            String paragraph = cells[2] + "/" + cells[3];
            String line = paragraph + "/" + cells[4];
            if (!text.isEmpty()) {
                text.append(!paragraph.equals(lastParagraph) ? "\n\n" : !line.equals(lastLine) ? "\n" : " ");
            }
            text.append(word);
            lastParagraph = paragraph;
            lastLine = line;
            words.add(new Scanned.Word(
                    word,
                    Integer.parseInt(cells[6]),
                    Integer.parseInt(cells[7]),
                    Integer.parseInt(cells[8]),
                    Integer.parseInt(cells[9]),
                    Math.round(Float.parseFloat(cells[10]))));
        }
        return new Scanned(width, height, text.toString(), words);
    }
}

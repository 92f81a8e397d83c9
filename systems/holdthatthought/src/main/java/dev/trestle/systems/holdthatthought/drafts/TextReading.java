package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.media.Made;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Scanned;
import dev.trestle.media.Workspace;
import dev.trestle.systems.holdthatthought.archive.PageView;
import dev.trestle.systems.holdthatthought.model.TextSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The text of a scan, page by page: the PDF file's own; else what a language model reads; else what tesseract does; else none. Tesseract
 * also says where words stand, whoever read the text.
 */
final class TextReading {
    private static final Logger LOG = LoggerFactory.getLogger(TextReading.class);
    private static final int CONTENT_BYTES_MAX = 300_000;
    private static final int WORDS_OF_PAGE_MAX = 1500;
    private static final int WORDS_MAX = 20_000;
    private static final int LETTERS_MIN = 3;

    private final Transcriber transcriber;
    private final MediaTools ocr;

    /** {@code ocr} has the limits of one page. */
    TextReading(Transcriber transcriber, MediaTools ocr) {
        this.transcriber = transcriber;
        this.ocr = ocr;
    }

    /**
     * What was read.
     *
     * @param words of each page
     */
    record Result(String text, TextSource source, List<List<PageView.Word>> words) {}

    /** Reads all pages; null if it was stopped before. */
    @Nullable
    Result read(Workspace space, List<String> own, List<Made> pictures, BooleanSupplier stopped, IntConsumer done)
            throws InterruptedException {
        Run run = new Run();
        for (int page = 0; page < pictures.size(); page++) {
            if (stopped.getAsBoolean()) {
                return null;
            }
            run.page(space, page < own.size() ? own.get(page) : "", pictures.get(page));
            done.accept(page + 1);
        }
        return run.result();
    }

    /** Where one scan stands. A service that failed once is not waited for at every further page. */
    private final class Run {
        private final List<String> texts = new ArrayList<>();
        private final List<List<PageView.Word>> words = new ArrayList<>();
        private boolean hasModel = transcriber.isConfigured();
        private boolean hasOcr = true;
        private int wordsLeft = WORDS_MAX;
        private boolean wasOwn;
        private boolean wasModel;
        private boolean wasOcr;

        void page(Workspace space, String own, Made picture) throws InterruptedException {
            if (letters(own) >= LETTERS_MIN) {
                wasOwn = true;
                texts.add(own);
                words.add(List.of());
                return;
            }
            Scanned scanned = recognised(space, picture);
            words.add(scanned == null ? List.of() : boxes(scanned));
            String modelled = transcribed(picture);
            if (modelled != null && !modelled.isBlank()) {
                wasModel = true;
                texts.add(modelled);
            } else {
                String recognised = scanned == null ? "" : scanned.text();
                wasOcr |= !recognised.isBlank();
                texts.add(recognised);
            }
        }

        private @Nullable Scanned recognised(Workspace space, Made picture) {
            if (!hasOcr) {
                return null;
            }
            try {
                return ocr.recognise(space, picture.file());
            } catch (MediaException e) {
                hasOcr = e.problem() != MediaException.Problem.UNAVAILABLE;
                LOG.atInfo().addKeyValue("why", String.valueOf(e.getMessage())).log("no text was recognised on a page");
                return null;
            }
        }

        private @Nullable String transcribed(Made picture) throws InterruptedException {
            if (!hasModel) {
                return null;
            }
            try {
                return transcriber.transcribe(Files.readAllBytes(picture.file()), picture.contentType());
            } catch (UncheckedIOException | IOException e) {
                hasModel = false;
                return null;
            }
        }

        private List<PageView.Word> boxes(Scanned scanned) {
            double width = Math.max(1, scanned.width());
            double height = Math.max(1, scanned.height());
            List<PageView.Word> boxes = scanned.words().stream()
                    .limit(Math.min(WORDS_OF_PAGE_MAX, wordsLeft))
                    .map(word -> new PageView.Word(
                            word.text(),
                            share(word.left(), width),
                            share(word.top(), height),
                            share(word.width(), width),
                            share(word.height(), height)))
                    .toList();
            wordsLeft -= boxes.size();
            return boxes;
        }

        Result result() {
            String text = cleaned(String.join("\n\n", texts));
            TextSource source = wasModel
                    ? TextSource.AI
                    : wasOcr ? TextSource.OCR : wasOwn && !text.isEmpty() ? TextSource.PDF : TextSource.NONE;
            return new Result(text, source, words);
        }
    }

    private static double share(int pixels, double whole) {
        return Math.round(10_000 * Math.min(1, Math.max(0, pixels / whole))) / 10_000.0;
    }

    private static long letters(String text) {
        return text.codePoints().filter(Character::isLetterOrDigit).count();
    }

    /** Without what no text has, and no longer than a letter may be. */
    static String cleaned(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.replace("\r\n", "\n").replace('\r', '\n').codePoints().forEach(c -> {
            boolean isOdd =
                    Character.isISOControl(c) && c != '\n' && c != '\t' || Character.getType(c) == Character.SURROGATE;
            if (!isOdd) {
                kept.appendCodePoint(c);
            }
        });
        String stripped = kept.toString().replaceAll("\n{3,}", "\n\n").strip();
        return cut(stripped, CONTENT_BYTES_MAX);
    }

    private static String cut(String text, int bytesMax) {
        if (text.getBytes(StandardCharsets.UTF_8).length <= bytesMax) {
            return text;
        }
        int bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (bytes > bytesMax) {
                break;
            }
            at += Character.charCount(c);
        }
        return text.substring(0, at);
    }
}

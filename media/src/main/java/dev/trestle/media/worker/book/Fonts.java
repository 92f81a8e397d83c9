package dev.trestle.media.worker.book;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.fontbox.ttf.OTFParser;
import org.apache.fontbox.ttf.OpenTypeFont;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeCollection;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBufferedFile;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jspecify.annotations.Nullable;

/**
 * The fonts of this machine, in the order in which a book prefers them: serif fonts, serif fonts for Chinese, then whatever has the character.
 * A font that cannot be read counts as not there.
 */
final class Fonts {
    private static final int FILES_MAX = 20_000;
    private static final int DEPTH_MAX = 8;
    private static final int OTHERS_MAX = 300;
    private static final List<String> DIRECTORIES = List.of(
            "/usr/share/fonts",
            "/usr/local/share/fonts",
            "/Library/Fonts",
            "/System/Library/Fonts",
            "C:\\Windows\\Fonts");

    /** Files of a family: regular, bold, italic, both. */
    private record Family(String regular, String bold, String italic, String boldItalic) {
        static Family of(String name, String regular, String ending) {
            return new Family(
                    name + regular + ending,
                    name + "-Bold" + ending,
                    name + "-Italic" + ending,
                    name + "-BoldItalic" + ending);
        }

        String file(boolean isBold, boolean isItalic) {
            return isBold ? isItalic ? boldItalic : bold : isItalic ? italic : regular;
        }
    }

    private static final List<Family> SERIF = List.of(
            Family.of("CharisSIL", "-Regular", ".ttf"),
            Family.of("GentiumPlus", "-Regular", ".ttf"),
            Family.of("NotoSerif", "-Regular", ".ttf"),
            Family.of("LiberationSerif", "-Regular", ".ttf"),
            Family.of("DejaVuSerif", "", ".ttf"),
            new Family(
                    "Times New Roman.ttf",
                    "Times New Roman Bold.ttf",
                    "Times New Roman Italic.ttf",
                    "Times New Roman Bold Italic.ttf"),
            new Family("times.ttf", "timesbd.ttf", "timesi.ttf", "timesbi.ttf"));

    /** Files with Chinese, Japanese and Korean characters; those of Noto have a font for each way of writing them. */
    private static final List<Family> EAST_ASIAN = List.of(
            new Family("NotoSerifCJK-Regular.ttc", "NotoSerifCJK-Bold.ttc", "", ""),
            new Family("NotoSansCJK-Regular.ttc", "NotoSansCJK-Bold.ttc", "", ""),
            new Family("Songti.ttc", "Songti.ttc", "", ""),
            new Family("simsun.ttc", "simsun.ttc", "", ""),
            new Family("uming.ttc", "uming.ttc", "", ""),
            new Family("wqy-zenhei.ttc", "wqy-zenhei.ttc", "", ""),
            new Family("DroidSansFallbackFull.ttf", "DroidSansFallbackFull.ttf", "", ""));

    private final PDDocument document;
    private final String language;
    private final Map<String, Path> files = new TreeMap<>();
    private final Map<String, List<Face>> chosen = new HashMap<>();
    private final Map<String, @Nullable Face> opened = new HashMap<>();
    private final List<TrueTypeFont> open = new ArrayList<>();
    private final List<Face> faces = new ArrayList<>();
    private final Map<Integer, @Nullable Face> anywhere = new HashMap<>();
    private int others;

    Fonts(PDDocument document, String language) {
        this.document = document;
        this.language = language;
        DIRECTORIES.forEach(this::look);
    }

    private void look(String directory) {
        Path root = Path.of(directory);
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> all = Files.walk(root, DEPTH_MAX, FileVisitOption.FOLLOW_LINKS)) {
            all.limit(FILES_MAX)
                    .filter(each -> each.toString().toLowerCase(Locale.ROOT).matches(".*\\.(ttf|otf|ttc)"))
                    .forEach(each -> files.putIfAbsent(each.getFileName().toString(), each));
        } catch (IOException | RuntimeException e) {
            // A directory that cannot be read has no fonts for us.
        }
    }

    /** The face that draws a character; null if no font here can. */
    @Nullable
    Face face(int codePoint, boolean isBold, boolean isItalic, boolean isEastAsian) {
        Face first = isEastAsian ? first(eastAsian(isBold), codePoint) : null;
        first = first == null ? first(serif(isBold, isItalic), codePoint) : first;
        first = first == null ? first(eastAsian(isBold), codePoint) : first;
        first = first == null && (isBold || isItalic) ? first(serif(false, false), codePoint) : first;
        return first == null ? anywhere(codePoint) : first;
    }

    private static @Nullable Face first(List<Face> faces, int codePoint) {
        for (Face each : faces) {
            if (each.has(codePoint)) {
                return each;
            }
        }
        return null;
    }

    private List<Face> serif(boolean isBold, boolean isItalic) {
        return chosen.computeIfAbsent("serif" + isBold + isItalic, key -> {
            List<Face> found = new ArrayList<>();
            for (Family each : SERIF) {
                add(found, open(each.file(isBold, isItalic), null));
            }
            return found;
        });
    }

    private List<Face> eastAsian(boolean isBold) {
        return chosen.computeIfAbsent("east" + isBold, key -> {
            List<Face> found = new ArrayList<>();
            for (Family each : EAST_ASIAN) {
                String file = each.file(isBold, false);
                String style = isBold ? "-Bold" : "-Regular";
                add(
                        found,
                        open(
                                file,
                                file.startsWith("Noto")
                                        ? file.substring(0, file.indexOf('-')) + variant() + style
                                        : null));
            }
            return found;
        });
    }

    /** Chinese characters are written differently in different places. */
    private String variant() {
        String tag = language.toLowerCase(Locale.ROOT);
        if (tag.startsWith("zh-tw") || tag.startsWith("zh-hant")) {
            return "tc";
        }
        return tag.startsWith("ja") ? "jp" : tag.startsWith("ko") ? "kr" : "sc";
    }

    private static void add(List<Face> faces, @Nullable Face face) {
        if (face != null) {
            faces.add(face);
        }
    }

    /** Any other font: for a rare character, the first one that has it. */
    private @Nullable Face anywhere(int codePoint) {
        if (anywhere.containsKey(codePoint)) {
            return anywhere.get(codePoint);
        }
        Face found = first(faces, codePoint);
        for (String name : files.keySet()) {
            if (found != null || others >= OTHERS_MAX) {
                break;
            }
            if (!opened.containsKey(name) && !name.endsWith(".ttc")) {
                others++;
                Face face = open(name, null);
                found = face != null && face.has(codePoint) ? face : null;
            }
        }
        anywhere.put(codePoint, found);
        return found;
    }

    private @Nullable Face open(String name, @Nullable String member) {
        Path path = files.get(name);
        if (path == null) {
            return null;
        }
        return opened.computeIfAbsent(name, key -> {
            try {
                Face face = face(path.toFile(), member);
                if (face != null) {
                    faces.add(face);
                }
                return face;
            } catch (IOException | RuntimeException e) {
                return null;
            }
        });
    }

    private @Nullable Face face(File file, @Nullable String member) throws IOException {
        String name = file.getName().toLowerCase(Locale.ROOT);
        TrueTypeFont font;
        if (name.endsWith(".ttc")) {
            font = member(new TrueTypeCollection(file), member);
        } else if (name.endsWith(".otf")) {
            font = new OTFParser().parse(new RandomAccessReadBufferedFile(file));
        } else {
            font = new TTFParser().parse(new RandomAccessReadBufferedFile(file));
        }
        if (font == null) {
            return null;
        }
        open.add(font);
        return font instanceof OpenTypeFont outlines && outlines.isPostScript()
                ? new OutlineFace(document, outlines)
                : new TrueTypeFace(document, font);
    }

    /** The member of that name, else the first. */
    private static @Nullable TrueTypeFont member(TrueTypeCollection collection, @Nullable String name)
            throws IOException {
        TrueTypeFont named = name == null ? null : collection.getFontByName(name);
        if (named != null) {
            return named;
        }
        List<TrueTypeFont> all = new ArrayList<>();
        collection.processAllFonts(all::add);
        return all.isEmpty() ? null : all.get(0);
    }

    /** Writes to the file what was used. */
    void end() throws IOException {
        for (Face face : faces) {
            face.end();
        }
    }

    void close() throws IOException {
        for (TrueTypeFont font : open) {
            font.close();
        }
    }
}

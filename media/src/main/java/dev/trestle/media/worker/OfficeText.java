package dev.trestle.media.worker;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipFile;
import org.apache.tika.exception.EncryptedDocumentException;
import org.apache.tika.exception.TikaException;
import org.apache.tika.exception.WriteLimitReachedException;
import org.apache.tika.io.TikaInputStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MimeTypes;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.epub.EpubParser;
import org.apache.tika.parser.microsoft.OfficeParser;
import org.apache.tika.parser.microsoft.ooxml.OOXMLParser;
import org.apache.tika.parser.microsoft.rtf.RTFParser;
import org.apache.tika.parser.odf.OpenDocumentParser;
import org.apache.tika.sax.BodyContentHandler;
import org.xml.sax.SAXException;

/**
 * The text of office documents, by Tika. What a file is follows from its bytes, never from its name; what is embedded
 * in it is not opened.
 */
final class OfficeText {
    private static final int HEAD = 1 << 16;
    private static final MediaType ZIP = MediaType.application("zip");

    /** How a document in a zip file is known: an entry that only its kind has. */
    private static final Map<String, Parser> ZIPPED = Map.of(
            "[Content_Types].xml", new OOXMLParser(),
            "content.xml", new OpenDocumentParser(),
            "META-INF/container.xml", new EpubParser());

    private final Task task;

    OfficeText(Task task) {
        this.task = task;
    }

    /** Writes the beginning of the text; as long as the task's size says. */
    Task.Pdf read() throws IOException, RefusedFileException {
        File file = new File(task.files().get(0));
        Parser parser = parser(file);
        int most = task.sizes().get(0);
        BodyContentHandler text = new BodyContentHandler(most);
        // Nobody parses what is embedded: the context has no parser for it.
        ParseContext context = new ParseContext();
        try (TikaInputStream in = TikaInputStream.get(file.toPath())) {
            parser.parse(in, text, new Metadata(), context);
        } catch (EncryptedDocumentException e) {
            throw new RefusedFileException("LOCKED", "The file is protected by a password.");
        } catch (IOException | SAXException | TikaException | RuntimeException | LinkageError e) {
            if (!WriteLimitReachedException.isWriteLimitReached(e)) {
                throw new RefusedFileException("DAMAGED", "The file cannot be read.");
            }
        }
        String found = text.toString().strip();
        String kept = found.length() <= most ? found : found.substring(0, most);
        new ObjectMapper().writeValue(new File(task.target()), List.of(kept));
        return new Task.Pdf(task.target(), 1, task.target());
    }

    private static Parser parser(File file) throws IOException, RefusedFileException {
        MediaType type = typeOf(file.toPath());
        for (Parser each : List.of(new OfficeParser(), new RTFParser())) {
            Set<MediaType> known = each.getSupportedTypes(new ParseContext());
            if (known.contains(type)) {
                return each;
            }
        }
        if (type.equals(ZIP)
                || type.getSubtype().endsWith("+zip")
                || type.getSubtype().contains("ooxml")) {
            return zipped(file);
        }
        throw new RefusedFileException("UNSUPPORTED", "There is no text in files of the type " + type + ".");
    }

    private static MediaType typeOf(Path file) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD);
        }
        try (TikaInputStream in = TikaInputStream.get(head)) {
            return MimeTypes.getDefaultMimeTypes().detect(in, new Metadata());
        }
    }

    private static Parser zipped(File file) throws RefusedFileException {
        try (ZipFile zip = new ZipFile(file)) {
            for (String entry : List.of("[Content_Types].xml", "META-INF/container.xml", "content.xml")) {
                Parser parser = ZIPPED.get(entry);
                if (parser != null && zip.getEntry(entry) != null) {
                    return parser;
                }
            }
        } catch (IOException | RuntimeException e) {
            throw new RefusedFileException("DAMAGED", "The file cannot be read.");
        }
        throw new RefusedFileException("UNSUPPORTED", "There is no text in files of this type.");
    }
}

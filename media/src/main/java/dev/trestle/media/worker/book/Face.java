package dev.trestle.media.worker.book;

import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.cos.COSBase;

/** One style of a font: how wide its characters are, and how a page shows them. */
interface Face {
    /** Codes of one font of the PDF file, which stand behind each other. */
    record Codes(COSBase font, byte[] bytes) {}

    boolean has(int codePoint);

    /** A share of the font's size. */
    float width(int codePoint);

    /** The codes for a text of characters that it has; they become part of the file. */
    List<Codes> encode(String text) throws IOException;

    /** Writes to the file what was used; nothing can be encoded after that. */
    void end() throws IOException;
}

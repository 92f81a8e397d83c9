package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.LowerCase;

/** Where the text of a scan came from. */
@LowerCase
public enum TextSource {
    /** The PDF file has it itself. */
    PDF,
    /** A language model read the page pictures. */
    AI,
    /** Tesseract recognised it. */
    OCR,
    /** It is to be typed beside the scan. */
    NONE
}

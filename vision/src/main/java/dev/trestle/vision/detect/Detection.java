package dev.trestle.vision.detect;

/** Something that was found on a frame. {@code confidence} is from 0 to 1. */
public record Detection(Kind kind, Box box, float confidence) {
    /** What is looked for; in the order of the network's answers. */
    public enum Kind {
        PERSON,
        BACKPACK,
        HANDBAG,
        SUITCASE,
        PHONE
    }
}

package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.LowerCase;

/** Who read a letter's text off its scan. */
@LowerCase
public enum Transcription {
    /** A machine, and nobody has compared it with the scan since. */
    MACHINE,
    CHECKED
}

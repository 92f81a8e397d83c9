package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.LowerCase;

/** How often a person gets a mail about what is new. */
@LowerCase
public enum Digest {
    OFF,
    DAILY,
    WEEKLY
}

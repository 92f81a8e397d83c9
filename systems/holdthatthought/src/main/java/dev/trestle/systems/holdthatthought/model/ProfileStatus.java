package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.LowerCase;

/** Whether a person is among the family's users; the list leaves out all but the active ones. */
@LowerCase
public enum ProfileStatus {
    ACTIVE,
    INACTIVE,
    DELETED
}

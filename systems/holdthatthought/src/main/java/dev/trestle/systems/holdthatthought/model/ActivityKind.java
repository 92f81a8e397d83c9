package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.LowerCase;

/** What happened. */
@LowerCase
public enum ActivityKind {
    LETTER,
    EDIT,
    COMMENT,
    MEDIA,
    MEMBER,
    DRAFT
}

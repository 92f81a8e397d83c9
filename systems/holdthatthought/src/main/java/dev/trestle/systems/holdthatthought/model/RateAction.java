package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.LowerCase;

/** What a person may do only so often. */
@LowerCase
public enum RateAction {
    COMMENT,
    MESSAGE,
    REACTION,
    PROFILE,
    UPLOAD
}

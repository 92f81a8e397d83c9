package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.value.WireNames;

/** What appearances can be searched by. */
@LowerCase
public enum SearchName {
    /** Of the upper or the lower clothing. */
    COLOR,
    EMOTION,
    /** The age bucket. */
    AGE,
    GENDER,
    MASK,
    OBJECT;

    /** The name in keys. */
    public String text() {
        return WireNames.of(SearchName.class).name(this);
    }
}

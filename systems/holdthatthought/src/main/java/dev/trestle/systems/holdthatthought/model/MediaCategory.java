package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.value.WireNames;

/** What kind of thing a medium is, and the part of the bucket that it lies in. Recorded voices lie among videos. */
@LowerCase
public enum MediaCategory {
    PICTURES,
    VIDEOS,
    DOCUMENTS;

    /** What keys of its objects begin with. */
    public String prefix() {
        return "media/" + WireNames.of(MediaCategory.class).name(this) + "/";
    }
}

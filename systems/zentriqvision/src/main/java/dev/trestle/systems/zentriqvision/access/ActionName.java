package dev.trestle.systems.zentriqvision.access;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.systems.zentriqvision.model.AccessAction;

/** An action as requests and answers name it. */
@LowerCase
public enum ActionName {
    SEARCH,
    VIEW,
    PLAYBACK,
    CROP,
    THUMBNAIL,
    PERSON,
    EXPORT,
    EDIT,
    LOG,
    DENIED;

    static ActionName of(AccessAction action) {
        return valueOf(action.name());
    }
}

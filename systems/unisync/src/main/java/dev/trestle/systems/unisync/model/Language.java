package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.annotation.Name;

/** A language that texts are kept in. */
@LowerCase
public enum Language {
    EN,
    ZH,
    @Name("zh-TW")
    ZH_TW
}

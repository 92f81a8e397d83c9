package dev.trestle.systems.unisync.translation;

import dev.trestle.systems.unisync.model.Language;

/** Puts texts into other languages. It may take long, and it may fail. */
public interface Translator {
    boolean can(Language from, Language to);

    /** The text in the other language. */
    String translate(String text, Language from, Language to) throws Exception;
}

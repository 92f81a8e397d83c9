package dev.trestle.systems.unisync.translation;

import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.LocalizedString;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What can be translated now: Chinese from one script to the other on this machine, the rest by a service if there is one. A service that
 * knows one script is enough for both.
 */
public final class Translators implements Translator {
    private final Translator scripts = new ChineseScripts();
    private final Optional<Translator> service;

    public Translators(Optional<Translator> service) {
        this.service = service;
    }

    public boolean hasService() {
        return service.isPresent();
    }

    /** What needs nobody else. */
    public Translator scripts() {
        return scripts;
    }

    @Override
    public boolean can(Language from, Language to) {
        return scripts.can(from, to)
                || canDirectly(from, to)
                || to == Language.ZH_TW && canDirectly(from, Language.ZH)
                || from == Language.ZH_TW && canDirectly(Language.ZH, to);
    }

    private boolean canDirectly(Language from, Language to) {
        return service.isPresent() && service.get().can(from, to);
    }

    @Override
    public String translate(String text, Language from, Language to) throws Exception {
        if (scripts.can(from, to)) {
            return scripts.translate(text, from, to);
        }
        Translator known = service.orElseThrow(() -> new IllegalStateException("no translation service is configured"));
        if (known.can(from, to)) {
            return known.translate(text, from, to);
        }
        if (to == Language.ZH_TW) {
            return scripts.translate(known.translate(text, from, Language.ZH), Language.ZH, Language.ZH_TW);
        }
        return known.translate(scripts.translate(text, Language.ZH_TW, Language.ZH), Language.ZH, to);
    }

    /** The languages that a text lacks, filled in by a translator that knows some of them; what it says is asked for once. */
    public static LocalizedString filled(
            LocalizedString all, Language from, Translator translator, Map<String, String> known) throws Exception {
        LocalizedString filled = all;
        String text = Texts.of(all, from);
        for (Language to : Language.values()) {
            if (Texts.of(filled, to).isEmpty() && translator.can(from, to)) {
                String key = from + " " + to + " " + text;
                String said = known.get(key);
                if (said == null) {
                    said = translator.translate(text, from, to);
                    known.put(key, said);
                }
                filled = Texts.with(filled, to, said);
            }
        }
        return filled;
    }

    /** The same, once. */
    public static LocalizedString filled(LocalizedString all, Language from, Translator translator) throws Exception {
        return filled(all, from, translator, new HashMap<>());
    }
}

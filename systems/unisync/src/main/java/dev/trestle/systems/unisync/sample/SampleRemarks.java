package dev.trestle.systems.unisync.sample;

import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.translation.Texts;
import dev.trestle.systems.unisync.translation.Translator;
import java.util.List;

/** What the people of the sample world say, and the translation service that knows it: the demo shows notes in all languages. */
final class SampleRemarks implements Translator {
    private static final List<LocalizedString> REMARKS = List.of(
            new LocalizedString("Please review the screen placement", "请检查屏幕位置", "請檢查螢幕位置"),
            new LocalizedString("The bracket collides with the duct", "支架与风管冲突", "支架與風管衝突"),
            new LocalizedString("The client wants it 20 cm higher", "客户希望提高20厘米", "客戶希望提高20公分"));

    static String of(int number, Language language) {
        return Texts.of(REMARKS.get(number % REMARKS.size()), language);
    }

    @Override
    public boolean can(Language from, Language to) {
        return from == Language.EN || to == Language.EN;
    }

    /** A name in front of a remark stays as it is. */
    @Override
    public String translate(String text, Language from, Language to) {
        for (LocalizedString remark : REMARKS) {
            String known = Texts.of(remark, from);
            if (text.endsWith(known)) {
                return text.substring(0, text.length() - known.length()) + Texts.of(remark, to);
            }
        }
        throw new IllegalArgumentException("The sample world has no translation of: " + text);
    }
}

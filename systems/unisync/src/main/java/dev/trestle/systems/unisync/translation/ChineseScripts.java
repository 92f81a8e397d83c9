package dev.trestle.systems.unisync.translation;

import com.github.houbb.opencc4j.util.ZhTwConverterUtil;
import dev.trestle.systems.unisync.model.Language;

/** Chinese as it is written on the mainland and on Taiwan, words included, by OpenCC's data: no service is needed. */
public final class ChineseScripts implements Translator {
    @Override
    public boolean can(Language from, Language to) {
        return from == Language.ZH && to == Language.ZH_TW || from == Language.ZH_TW && to == Language.ZH;
    }

    @Override
    public String translate(String text, Language from, Language to) {
        return to == Language.ZH_TW ? ZhTwConverterUtil.toTraditional(text) : ZhTwConverterUtil.toSimple(text);
    }
}

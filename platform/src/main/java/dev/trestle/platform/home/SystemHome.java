package dev.trestle.platform.home;

import dev.trestle.platform.notices.NoticeKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a system has for one person's home page. An operation gives it ({@link dev.trestle.platform.system.SystemDefinition#withHome}), so that
 * its right decides who gets it.
 *
 * @param waiting what waits for the person, the most urgent first
 * @param recent what they may want to go on with, newest first
 * @param figure how the system is doing, in one line; null for none
 */
public record SystemHome(
        List<Thing> waiting, List<Thing> recent, @Nullable Figure figure) {
    /** More than this says nothing on one page. */
    public static final int THINGS_MAX = 20;

    public SystemHome {
        waiting = waiting.stream().limit(THINGS_MAX).toList();
        recent = recent.stream().limit(THINGS_MAX).toList();
    }

    /**
     * Something with a page of its own.
     *
     * @param kind why it waits; null for what does not
     * @param code the text {@code <system>.home.<code>}
     * @param values parameters of the text
     * @param words parameters that are keys of texts themselves
     * @param link the path of its page
     * @param by who changed it last, by name
     */
    public record Thing(
            @Nullable NoticeKind kind,
            String title,
            String code,
            Map<String, String> values,
            Map<String, String> words,
            String link,
            @Nullable String by,
            Instant at) {
        public Thing {
            values = Map.copyOf(values);
            words = Map.copyOf(words);
        }
    }

    /**
     * A line about the system.
     *
     * @param code the text {@code <system>.home.<code>}
     * @param number that stands before the text
     * @param values parameters of the text
     * @param share what part of the whole is done, from 0 to 1; null where there is no whole
     */
    public record Figure(
            String code,
            String number,
            Map<String, String> values,
            @Nullable Double share) {
        public Figure {
            values = Map.copyOf(values);
        }
    }
}

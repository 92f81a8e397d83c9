package dev.trestle.platform.mail;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Mails of texts in three languages. They are the files {@code mails/en.json}, {@code zh.json} and {@code zh-TW.json} beside a class; each
 * mail has a subject, a text whose paragraphs are lines, and the words of its link:
 *
 * <pre>{@code
 * {"invitation.subject": "{inviter} invites you to {server}",
 *  "invitation.text": "Hello {name}.\n{inviter} …",
 *  "invitation.link": "Choose a password"}
 * }</pre>
 *
 * <p>Values are text, whatever is in them: in HTML they are escaped, and in a subject they cannot break a line. Immutable.
 */
public final class MailTexts {
    public static final List<String> LANGUAGES = List.of("en", "zh", "zh-TW");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-zA-Z]+)}");
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]+");
    private static final int SUBJECT_MAX = 200;
    private static final int VALUE_MAX = 1000;

    private final Map<String, Map<String, String>> texts;

    private MailTexts(Map<String, Map<String, String>> texts) {
        this.texts = texts;
    }

    /** The texts beside a class. */
    public static MailTexts beside(Class<?> type) {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        for (String language : LANGUAGES) {
            try (InputStream in = type.getResourceAsStream("mails/" + language + ".json")) {
                if (in == null) {
                    throw new IllegalArgumentException("There is no mails/" + language + ".json beside " + type + ".");
                }
                all.put(language, Json.mapper().readValue(in, new TypeReference<Map<String, String>>() {}));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new MailTexts(all);
    }

    /**
     * Makes a mail.
     *
     * @param language of the reader; English for one that there are no texts in
     * @param name what its texts' names begin with
     * @param link where its button leads; null for a mail without one
     */
    public Mail mail(
            @Nullable String language, String to, String name, Map<String, String> values, @Nullable String link) {
        Map<String, String> own = texts.getOrDefault(language == null ? "en" : language, texts.get("en"));
        if (own == null) {
            throw new IllegalStateException("There are no English texts.");
        }
        String subject = filled(text(own, name + ".subject"), values, MailTexts::plain);
        StringBuilder plain = new StringBuilder();
        StringBuilder html = new StringBuilder("<!doctype html><html><body style=\"font-family:sans-serif\">");
        for (String paragraph : text(own, name + ".text").split("\n")) {
            plain.append(filled(paragraph, values, MailTexts::plain)).append("\n\n");
            html.append("<p>")
                    .append(filled(escaped(paragraph), values, value -> escaped(plain(value))))
                    .append("</p>");
        }
        if (link != null) {
            String label = text(own, name + ".link");
            plain.append(label).append(":\n").append(link).append('\n');
            html.append("<p><a href=\"")
                    .append(escaped(link))
                    .append("\">")
                    .append(escaped(label))
                    .append("</a></p>");
        }
        html.append("</body></html>");
        String cut = subject.length() > SUBJECT_MAX ? subject.substring(0, SUBJECT_MAX - 1) + "…" : subject;
        return Mail.of(to, cut, plain.toString(), html.toString());
    }

    private static String text(Map<String, String> own, String name) {
        String text = own.get(name);
        if (text == null) {
            throw new IllegalArgumentException("There is no text " + name + " for mails.");
        }
        return text;
    }

    private static String filled(
            String text, Map<String, String> values, java.util.function.UnaryOperator<String> written) {
        Matcher each = PLACEHOLDER.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (each.find()) {
            String value = values.get(each.group(1));
            if (value == null) {
                throw new IllegalArgumentException("A mail's text names {" + each.group(1) + "}, which has no value.");
            }
            each.appendReplacement(filled, Matcher.quoteReplacement(written.apply(value)));
        }
        return each.appendTail(filled).toString();
    }

    private static String plain(String value) {
        String clean = UNPRINTABLE.matcher(value).replaceAll(" ").strip();
        return clean.length() > VALUE_MAX ? clean.substring(0, VALUE_MAX) + "…" : clean;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}

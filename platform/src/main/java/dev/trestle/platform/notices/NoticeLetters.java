package dev.trestle.platform.notices;

import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.table.Notice;
import dev.trestle.platform.table.Person;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes notices as mails, with the texts that pages show, to people whom the built-in issuer knows. Nobody else has an address that
 * was checked.
 */
public final class NoticeLetters implements NoticeMail {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    private final Identity identity;
    private final Texts texts;
    private final String publicUrl;
    private final Post post;

    /** The texts of pages. */
    @FunctionalInterface
    public interface Texts {
        /** A text by its key; null if there is none. */
        @Nullable
        String get(String language, String key);
    }

    /** Takes mails along with a change. */
    public interface Post {
        /** Where no mail can be sent. */
        Post NONE = new Post() {
            @Override
            public boolean isConfigured() {
                return false;
            }

            @Override
            public void add(Decision<?> change, Letter letter) {}
        };

        boolean isConfigured();

        /** Enqueues a mail in the transaction of a change. */
        void add(Decision<?> change, Letter letter);
    }

    /** A mail, without what surrounds it. {@code link} is a whole URL. */
    public record Letter(String to, String subject, String text, String link) {}

    /** {@code publicUrl} is where people reach the pages. */
    public NoticeLetters(Identity identity, Texts texts, String publicUrl, Post post) {
        this.identity = identity;
        this.texts = texts;
        this.publicUrl = publicUrl;
        this.post = post;
    }

    @Override
    public boolean isConfigured() {
        return post.isConfigured();
    }

    @Override
    public void add(Decision<?> change, Recipient to, String language, Notice notice) {
        if (to.issuer().equals(identity.issuerName())) {
            identity.people()
                    .find(to.subject())
                    .filter(Person::isActive)
                    .ifPresent(person -> post.add(change, letter(person.email(), language, notice)));
        }
    }

    Letter letter(String address, String language, Notice notice) {
        Map<String, String> values = new HashMap<>(notice.values());
        notice.words().forEach((name, key) -> values.put(name, text(language, key)));
        String by = notice.by();
        values.putIfAbsent("by", by == null ? "" : by);
        String sentence = filled(text(language, notice.system() + ".notice." + notice.code()), values);
        return new Letter(
                address,
                text(language, "ui.notice." + notice.kind()) + ": " + notice.title(),
                notice.title() + "\n" + sentence,
                publicUrl + notice.link());
    }

    private String text(String language, String key) {
        String known = texts.get(language, key);
        return known == null ? key : known;
    }

    /** Values are text: a placeholder in one of them stays as it is. */
    private static String filled(String text, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
    }
}

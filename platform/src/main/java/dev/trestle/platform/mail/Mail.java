package dev.trestle.platform.mail;

import dev.trestle.platform.settings.MailAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A mail. No component can add a header to it: addresses, subject and URL have no control characters.
 *
 * @param to addresses, without display names; all of them see each other, and those of {@code cc}
 * @param bcc addresses that nobody sees
 * @param replyTo where answers go; null for the sender
 * @param text for programs that show no HTML
 * @param html the same as a page; null for text alone
 * @param unsubscribe where a reader ends such mails, by https; null for mails that somebody asked for
 */
public record Mail(
        List<String> to,
        List<String> cc,
        List<String> bcc,
        @Nullable String replyTo,
        String subject,
        String text,
        @Nullable String html,
        @Nullable String unsubscribe) {
    public static final int RECIPIENTS_MAX = 20;

    /** Of text and HTML together. A mail waits in a job's payload, which has room for so much. */
    public static final int BYTES_MAX = 48 * 1024;

    private static final int SUBJECT_MAX = 200;
    private static final int URL_MAX = 1000;

    public Mail {
        to = List.copyOf(to);
        // Mails that wait from before there were any have none.
        cc = cc == null ? List.of() : List.copyOf(cc);
        bcc = bcc == null ? List.of() : List.copyOf(bcc);
        int recipients = to.size() + cc.size() + bcc.size();
        if (recipients == 0 || recipients > RECIPIENTS_MAX) {
            throw new IllegalArgumentException("A mail has 1 to " + RECIPIENTS_MAX + " recipients.");
        }
        to.forEach(Mail::checkAddress);
        cc.forEach(Mail::checkAddress);
        bcc.forEach(Mail::checkAddress);
        if (replyTo != null) {
            checkAddress(replyTo);
        }
        if (subject.isBlank() || subject.length() > SUBJECT_MAX || hasControls(subject)) {
            throw new IllegalArgumentException(
                    "A mail's subject is one line of " + SUBJECT_MAX + " characters at most.");
        }
        if (bytes(text) + bytes(html == null ? "" : html) > BYTES_MAX) {
            throw new IllegalArgumentException("A mail's text and HTML have " + BYTES_MAX + " bytes at most.");
        }
        if (unsubscribe != null) {
            checkUrl(unsubscribe);
        }
    }

    /** A mail to people who see each other. */
    public Mail(List<String> to, String subject, String text, @Nullable String html, @Nullable String unsubscribe) {
        this(to, List.of(), List.of(), null, subject, text, html, unsubscribe);
    }

    /** A mail to one person. */
    public static Mail of(String to, String subject, String text, @Nullable String html) {
        return new Mail(List.of(to), subject, text, html, null);
    }

    public Mail withUnsubscribe(String url) {
        return new Mail(to, cc, bcc, replyTo, subject, text, html, url);
    }

    /** Everybody whom it goes to. */
    public List<String> recipients() {
        return Stream.of(to, cc, bcc).flatMap(List::stream).toList();
    }

    private static void checkAddress(String address) {
        if (!MailAddress.isValid(address) || hasControls(address)) {
            throw new IllegalArgumentException("A recipient has no address such as ann@example.org.");
        }
    }

    private static void checkUrl(String url) {
        boolean secure = url.startsWith("https://") || url.startsWith("http://localhost");
        if (!secure || url.length() > URL_MAX || url.indexOf('>') >= 0 || hasControls(url)) {
            throw new IllegalArgumentException("The address to unsubscribe at is no https URL.");
        }
        URI unused = URI.create(url);
    }

    private static boolean hasControls(String text) {
        return text.codePoints()
                .anyMatch(each -> Character.isISOControl(each)
                        || Character.getType(each) == Character.LINE_SEPARATOR
                        || Character.getType(each) == Character.PARAGRAPH_SEPARATOR
                        || Character.getType(each) == Character.SURROGATE);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Without subject and text, which may hold what is not for the log. */
    @Override
    public String toString() {
        return "Mail[" + recipients().size() + " recipients]";
    }
}

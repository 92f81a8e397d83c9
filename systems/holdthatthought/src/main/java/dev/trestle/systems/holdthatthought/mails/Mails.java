package dev.trestle.systems.holdthatthought.mails;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.MailTexts;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.settings.MailAddress;
import dev.trestle.platform.time.Ids;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.Digest;
import dev.trestle.systems.holdthatthought.model.MailPreferences;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UnsubscribeToken;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Groups;
import dev.trestle.systems.holdthatthought.people.Standing;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Adds mails to decisions, for those who want them and have an address. */
public final class Mails {
    /** How much of a text a mail shows. */
    private static final int EXCERPT_MAX = 100;

    private static final String AUTH_PATH = "/auth/v1";

    private final ItemStore store;
    private final Outbox outbox;
    private final Ids ids;
    private final String base;
    private final MailTexts texts = MailTexts.beside(Mails.class);

    public Mails(Parts parts) {
        this.store = parts.consistent();
        this.outbox = parts.environment().outbox();
        this.ids = parts.ids();
        // The built-in issuer is called as it is reached: by the server's public address.
        String issuer = parts.environment().identity().issuerName();
        this.base = issuer.endsWith(AUTH_PATH) ? issuer.substring(0, issuer.length() - AUTH_PATH.length()) : issuer;
    }

    /** Whether mail can be sent. If not, there is nothing to prepare. */
    public boolean isConfigured() {
        return outbox.isConfigured();
    }

    /** Where somebody is told, if they want such mails, may read the archive, and have an address: their contact address first. */
    public Optional<String> address(UserProfile to, MailKind kind) {
        boolean isReader = to.status() == ProfileStatus.ACTIVE && Groups.standing(to.groups()) != Standing.PENDING;
        if (!isReader || !kind.isWanted(to)) {
            return Optional.empty();
        }
        String contact = to.contactEmail();
        return Optional.of(contact != null && MailAddress.isValid(contact) ? contact : to.email())
                .filter(MailAddress::isValid);
    }

    /**
     * Adds a mail to a decision: up to three actions.
     *
     * @param name of its texts
     * @param path of the page that it leads to
     */
    public void add(
            Decision<?> decision, UserProfile to, MailKind kind, String name, Map<String, String> values, String path) {
        Optional<String> address = address(to, kind);
        if (address.isEmpty() || !isConfigured()) {
            return;
        }
        Optional<MailPreferences> known = store.get(SupportTable.MAIL_PREFERENCES_OF_USER.of(to.userId()));
        MailPreferences preferences = known.orElseGet(() -> fresh(to.userId()));
        if (known.isEmpty()) {
            create(decision, preferences);
        }
        String end = base + "/holdthatthought/unsubscribe?token=" + kind.inLink(preferences.token());
        Map<String, String> all = new HashMap<>(values);
        all.put("name", to.displayName());
        all.put("end", end);
        Mail mail = texts.mail(preferences.language(), address.get(), name, all, base + path);
        boolean isSecure = end.startsWith("https://") || end.startsWith("http://localhost");
        decision.mail(outbox, isSecure ? mail.withUnsubscribe(end) : mail);
    }

    MailPreferences fresh(String userId) {
        return new MailPreferences(userId, ids.random(), Digest.OFF, null, null, null);
    }

    static void create(Decision<?> decision, MailPreferences preferences) {
        decision.create(SupportTable.MAIL_PREFERENCES, preferences)
                .create(
                        SupportTable.UNSUBSCRIBE_TOKEN,
                        new UnsubscribeToken(preferences.token(), preferences.userId()));
    }

    /** A mail to somebody who runs the archive, who cannot end such mails. */
    void addTo(Decision<?> decision, String address, String name, Map<String, String> values, String path) {
        if (isConfigured() && MailAddress.isValid(address)) {
            decision.mail(outbox, texts.mail(null, address, name, values, base + path));
        }
    }

    /** The beginning of a text, on one line. */
    public static String excerpt(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.codePointCount(0, line.length()) <= EXCERPT_MAX
                ? line
                : line.substring(0, line.offsetByCodePoints(0, EXCERPT_MAX)) + "…";
    }
}

package dev.trestle.systems.zentriqvision.alerts;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.mail.MailTexts;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.settings.MailAddress;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Alert;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SavedSearch;
import dev.trestle.systems.zentriqvision.model.User;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The mails of alerts. A mail says which search found somebody, when and where; who it is, the page behind its link shows to who may see it. */
final class AlertMails {
    private static final String AUTH_PATH = "/auth/v1";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss VV", Locale.ROOT);

    private final Parts parts;
    private final Outbox outbox;
    private final MailTexts texts = MailTexts.beside(AlertMails.class);

    AlertMails(Parts parts) {
        this.parts = parts;
        this.outbox = parts.environment().outbox();
    }

    /** Adds the mail to the decision that raises the alert, if the search wants one and it can be sent. */
    void add(Decision<?> decision, String orgId, SavedSearch search, Alert alert) {
        if (!search.mail() || !outbox.isConfigured()) {
            return;
        }
        ItemStore store = parts.deciding(orgId);
        Optional<String> address = store.get(DataTable.USER_DETAILS.of(search.userId()))
                .map(User::email)
                .filter(MailAddress::isValid);
        if (address.isEmpty()) {
            return;
        }
        String camera = alert.camera();
        Map<String, String> values = Map.of(
                "search", search.name(),
                "camera", camera == null ? "–" : camera,
                "time", time(alert.timestamp(), search.filter().tz()));
        decision.mail(outbox, texts.mail(search.language(), address.get(), "alert", values, base(parts) + page(alert)));
    }

    private static String time(Instant at, @Nullable String zone) {
        return TIME.format(at.atZone(zone == null ? ZoneOffset.UTC : ZoneId.of(zone.strip())));
    }

    /** Where the pages are reached: the built-in issuer is called by the server's public address. */
    static String base(Parts parts) {
        String issuer = parts.environment().identity().issuerName();
        return issuer.endsWith(AUTH_PATH) ? issuer.substring(0, issuer.length() - AUTH_PATH.length()) : issuer;
    }

    static String page(Alert alert) {
        return "/zentriqvision/alerts?alert=" + URLEncoder.encode(alert.alertId(), StandardCharsets.UTF_8);
    }
}

package dev.trestle.systems.formkiq.deliveries;

import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.MailException;
import dev.trestle.platform.mail.Mailer;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.systems.formkiq.actions.ActionEngine;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import dev.trestle.systems.formkiq.sites.Configurations;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells people of documents by mail. It goes out from the installation's address; answers go to the address that the
 * site has configured. A mail that is sent twice, after a crash, has the same Message-ID.
 */
public final class Notifications {
    private static final int ADDRESSES_MAX = Mail.RECIPIENTS_MAX;

    private final Outbox outbox;

    public Notifications(Outbox outbox) {
        this.outbox = outbox;
    }

    /** Does actions of the type NOTIFICATION. */
    public ActionOutcome mail(ActionRun run) {
        Optional<Mailer> mailer = outbox.mailer();
        if (mailer.isEmpty()) {
            return ActionOutcome.failed(ActionEngine.notConfigured(run.action()));
        }
        Optional<String> replyTo = Configurations.notificationEmail(run.store());
        if (replyTo.isEmpty()) {
            return ActionOutcome.failed("notificationEmail is not configured");
        }
        Mail mail;
        try {
            mail = new Mail(
                    List.of(),
                    addresses(run, "notificationToCc"),
                    addresses(run, "notificationToBcc"),
                    replyTo.get(),
                    run.parameter("notificationSubject").orElse(""),
                    run.parameter("notificationText").orElseGet(() -> plain(run)),
                    html(run),
                    null);
        } catch (IllegalArgumentException refused) {
            return ActionOutcome.failed(String.valueOf(refused.getMessage()));
        }
        try {
            mailer.get().send(run.key(), mail);
            return ActionOutcome.done();
        } catch (MailException e) {
            String message = String.valueOf(e.getMessage());
            return e.isPermanent() ? ActionOutcome.failed(message) : ActionOutcome.passing(message);
        }
    }

    private static List<String> addresses(ActionRun run, String name) {
        return Stream.of(run.parameter(name).orElse("").split("[,;]", -1))
                .map(String::strip)
                .filter(address -> !address.isEmpty())
                .limit(ADDRESSES_MAX + 1L)
                .toList();
    }

    private static @Nullable String html(ActionRun run) {
        return run.parameter("notificationHtml").orElse(null);
    }

    /** For programs that show no HTML, where somebody wrote nothing else: the words without their marks. */
    private static String plain(ActionRun run) {
        return run.parameter("notificationHtml")
                .orElse("")
                .replaceAll("<[^<>]{0,2000}>", " ")
                .replaceAll("[ \\t]+", " ")
                .strip();
    }
}

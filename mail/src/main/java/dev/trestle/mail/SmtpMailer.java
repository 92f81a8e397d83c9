package dev.trestle.mail;

import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.MailException;
import dev.trestle.platform.mail.Mailer;
import dev.trestle.platform.settings.MailAddress;
import dev.trestle.platform.settings.SharedSettings.Security;
import dev.trestle.platform.settings.SharedSettings.Smtp;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Sends mails by an SMTP server, with a connection for each. A mail goes to all of its recipients or to none. Encryption that is
 * configured is required: a server that offers none, or whose certificate is not trusted or of another name, gets neither password nor
 * mail. For any number of threads.
 */
public final class SmtpMailer implements Mailer {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int ANSWER_MILLIS = 30_000;
    private static final int MESSAGE_MAX = 300;
    private static final int PERMANENT = 500;

    private final Smtp settings;
    private final String from;
    private final Session session;
    private final Clock clock;

    /** By the certificates that this machine trusts. */
    public SmtpMailer(Smtp settings, Clock clock) {
        this(settings, clock, null);
    }

    /** {@code sockets} trusts other certificates. */
    SmtpMailer(Smtp settings, Clock clock, @Nullable SSLSocketFactory sockets) {
        this.settings = settings;
        MailAddress sender = Objects.requireNonNull(settings.from(), "smtp.from");
        this.from = sender.text();
        this.clock = clock;
        this.session = Session.getInstance(properties(settings, sockets));
    }

    private static Properties properties(Smtp settings, @Nullable SSLSocketFactory sockets) {
        Properties all = new Properties();
        all.put("mail.smtp.host", settings.host());
        all.put("mail.smtp.port", Integer.toString(settings.port()));
        all.put("mail.smtp.auth", Boolean.toString(!settings.user().isEmpty()));
        all.put("mail.smtp.connectiontimeout", Integer.toString(CONNECT_MILLIS));
        all.put("mail.smtp.timeout", Integer.toString(ANSWER_MILLIS));
        all.put("mail.smtp.writetimeout", Integer.toString(ANSWER_MILLIS));
        all.put("mail.smtp.ssl.checkserveridentity", "true");
        all.put("mail.smtp.ssl.enable", Boolean.toString(settings.security() == Security.TLS));
        boolean starttls = settings.security() == Security.STARTTLS;
        all.put("mail.smtp.starttls.enable", Boolean.toString(starttls));
        all.put("mail.smtp.starttls.required", Boolean.toString(starttls));
        if (sockets != null) {
            all.put("mail.smtp.ssl.socketFactory", sockets);
        }
        return all;
    }

    @Override
    public void send(String id, Mail mail) throws MailException {
        MimeMessage message;
        try {
            message = MimeMail.of(session, from, id, mail, clock.instant());
        } catch (AddressException e) {
            throw new MailException("A recipient's address is not one that mail can be sent to.", true, e);
        } catch (MessagingException e) {
            throw new MailException("The mail cannot be written as a message: " + clean(e), true, e);
        }
        try (Transport transport = session.getTransport("smtp")) {
            if (settings.user().isEmpty()) {
                transport.connect();
            } else {
                transport.connect(settings.user(), settings.password().reveal());
            }
            // Not those of its headers alone: who gets it unseen stands in none.
            transport.sendMessage(message, addresses(mail));
        } catch (MessagingException e) {
            throw explained(e);
        }
    }

    private static Address[] addresses(Mail mail) throws AddressException {
        List<String> recipients = mail.recipients();
        Address[] addresses = new Address[recipients.size()];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = new InternetAddress(recipients.get(i), true);
        }
        return addresses;
    }

    /** A wrong password is the administrator's to put right, as a server that is down: the mail is tried again. */
    private MailException explained(MessagingException failure) {
        String server = settings.host() + ":" + settings.port();
        if (failure instanceof AuthenticationFailedException) {
            return new MailException(
                    "The SMTP server " + server + " refused the sign-in. Check smtp.user and smtp.password.",
                    false,
                    failure);
        }
        boolean permanent = isPermanent(failure);
        String what = failure instanceof SendFailedException
                ? "The SMTP server " + server + " refused the mail: "
                : "The SMTP server " + server + " could not be reached or broke off: ";
        return new MailException(what + clean(last(failure)), permanent, failure);
    }

    /** Answers of 500 and more are final (RFC 5321); one such answer among several fails the mail, which is for all recipients or none. */
    private static boolean isPermanent(MessagingException failure) {
        @Nullable Exception each = failure;
        for (int depth = 0; each instanceof MessagingException known && depth < Mail.RECIPIENTS_MAX + 2; depth++) {
            if (known instanceof SMTPAddressFailedException address && address.getReturnCode() >= PERMANENT
                    || known instanceof SMTPSenderFailedException sender && sender.getReturnCode() >= PERMANENT
                    || known instanceof SMTPSendFailedException send
                            && send.getNextException() == null
                            && send.getReturnCode() >= PERMANENT) {
                return true;
            }
            each = known.getNextException();
        }
        return false;
    }

    /** The innermost reason says most. */
    private static Exception last(MessagingException failure) {
        Exception found = failure;
        for (int depth = 0; depth < Mail.RECIPIENTS_MAX + 2; depth++) {
            if (!(found instanceof MessagingException known) || known.getNextException() == null) {
                break;
            }
            found = known.getNextException();
        }
        return found;
    }

    /** A server's answer goes into the log and onto a page. */
    private static String clean(Exception failure) {
        String text = String.valueOf(failure.getMessage())
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        return text.length() > MESSAGE_MAX ? text.substring(0, MESSAGE_MAX) : text;
    }
}

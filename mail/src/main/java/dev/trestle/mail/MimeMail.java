package dev.trestle.mail;

import dev.trestle.platform.mail.Mail;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/** A mail as it goes over the wire. */
final class MimeMail extends MimeMessage {
    private static final String UTF_8 = StandardCharsets.UTF_8.name();

    private final String messageId;

    private MimeMail(Session session, String messageId) {
        super(session);
        this.messageId = messageId;
    }

    /**
     * Makes the message.
     *
     * @param id the same for every attempt: the Message-ID is made of it
     */
    static MimeMessage of(Session session, String from, String id, Mail mail, Instant now) throws MessagingException {
        String domain = from.substring(from.indexOf('@') + 1);
        MimeMail message = new MimeMail(session, "<" + id + "@" + domain + ">");
        message.setFrom(new InternetAddress(from, true));
        add(message, Message.RecipientType.TO, mail.to());
        add(message, Message.RecipientType.CC, mail.cc());
        String replyTo = mail.replyTo();
        if (replyTo != null) {
            message.setReplyTo(new InternetAddress[] {new InternetAddress(replyTo, true)});
        }
        message.setSubject(mail.subject(), UTF_8);
        message.setSentDate(Date.from(now));
        // Out-of-office programs do not answer such a mail.
        message.setHeader("Auto-Submitted", "auto-generated");
        String unsubscribe = mail.unsubscribe();
        if (unsubscribe != null) {
            message.setHeader("List-Unsubscribe", "<" + unsubscribe + ">");
        }
        String html = mail.html();
        if (html == null) {
            message.setText(mail.text(), UTF_8);
        } else {
            message.setContent(alternative(mail.text(), html));
        }
        message.saveChanges();
        return message;
    }

    private static void add(MimeMail message, Message.RecipientType type, List<String> addresses)
            throws MessagingException {
        for (String address : addresses) {
            message.addRecipient(type, new InternetAddress(address, true));
        }
    }

    /** The last that a mail program understands is what it shows. */
    private static MimeMultipart alternative(String text, String html) throws MessagingException {
        MimeBodyPart plain = new MimeBodyPart();
        plain.setText(text, UTF_8);
        MimeBodyPart page = new MimeBodyPart();
        page.setText(html, UTF_8, "html");
        return new MimeMultipart("alternative", plain, page);
    }

    @Override
    protected void updateMessageID() throws MessagingException {
        setHeader("Message-ID", messageId);
    }
}

package dev.trestle.mail;

import dev.trestle.mail.ReceivedMail.Attachment;
import jakarta.mail.BodyPart;
import jakarta.mail.Header;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.MimeUtility;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of a mail: attachments, also of mails within it, no deeper and no more than a mail may have. For one mail. */
final class MailParts {
    private static final int DEPTH_MAX = 10;
    private static final int PARTS_MAX = 1_000;
    private static final int TEXT_MAX = 1_000;

    private final int most;
    private final List<Attachment> found = new ArrayList<>();
    private int leftOut;
    private int parts;
    private @Nullable Part text;

    private MailParts(int most) {
        this.most = most;
    }

    static ReceivedMail of(Message message, int attachmentsMax) throws MessagingException, IOException {
        MailParts parts = new MailParts(attachmentsMax);
        parts.add(message, 0, false);
        Part text = parts.text;
        if (parts.found.isEmpty() && text != null) {
            String name = text.isMimeType("text/html") ? "mail.html" : "mail.txt";
            parts.found.add(new Attachment(1, name, () -> opened(text)));
        }
        Date sent = message.getSentDate();
        String[] from = message.getHeader("From");
        return new ReceivedMail(
                identity(message),
                decoded(from == null || from.length == 0 ? "" : from[0]),
                decoded(message.getSubject()),
                sent == null ? null : sent.toInstant(),
                message.getSize(),
                parts.found,
                parts.leftOut);
    }

    private void add(Part part, int depth, boolean isRelated) throws MessagingException, IOException {
        if (++parts > PARTS_MAX || depth > DEPTH_MAX) {
            leftOut++;
            return;
        }
        if (part.isMimeType("multipart/*") && part.getContent() instanceof Multipart several) {
            boolean related = part.isMimeType("multipart/related");
            for (int i = 0; i < several.getCount(); i++) {
                BodyPart each = several.getBodyPart(i);
                add(each, depth + 1, related);
            }
            return;
        }
        String name = decoded(part.getFileName());
        boolean isAttached = Part.ATTACHMENT.equalsIgnoreCase(part.getDisposition());
        boolean isShown = isRelated && !isAttached && part.getHeader("Content-ID") != null;
        if (!isAttached && name.isEmpty() && part.isMimeType("text/*")) {
            Part known = text;
            boolean isBetter = known == null || known.isMimeType("text/html") && part.isMimeType("text/plain");
            text = isBetter ? part : known;
        } else if (!isShown) {
            attach(part, name);
        }
    }

    private void attach(Part part, String name) throws MessagingException {
        if (found.size() >= most) {
            leftOut++;
            return;
        }
        int number = found.size() + 1;
        String otherwise = part.isMimeType("message/rfc822") ? "mail-" + number + ".eml" : "attachment-" + number;
        found.add(new Attachment(number, name.isEmpty() ? otherwise : name, () -> opened(part)));
    }

    private static java.io.InputStream opened(Part part) throws IOException {
        try {
            return part.getInputStream();
        } catch (MessagingException e) {
            throw new IOException("A part of a mail cannot be read.", e);
        }
    }

    private static String decoded(@Nullable String text) {
        if (text == null) {
            return "";
        }
        String plain = text;
        try {
            plain = MimeUtility.decodeText(text);
        } catch (UnsupportedEncodingException e) {
            // It stays as it is written.
        }
        return plain.length() <= TEXT_MAX ? plain : plain.substring(0, TEXT_MAX);
    }

    private static String identity(Message message) throws MessagingException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Header each : Collections.list(message.getAllHeaders())) {
                digest.update((each.getName() + ":" + each.getValue() + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }
}

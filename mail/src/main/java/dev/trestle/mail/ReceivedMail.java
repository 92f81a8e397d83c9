package dev.trestle.mail;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mail of a mailbox. All of it is as its sender wrote it: names, types and dates are to be looked at before use.
 *
 * @param identity a digest of its headers, which stays the same wherever the mail is moved
 * @param size as the server says; what is read may be more
 * @param attachments its files; of a mail without any, its text
 * @param leftOut how many more it has than are given here
 */
public record ReceivedMail(
        String identity,
        String from,
        String subject,
        @Nullable Instant sent,
        long size,
        List<Attachment> attachments,
        int leftOut) {
    public ReceivedMail {
        attachments = List.copyOf(attachments);
    }

    /** Opens the bytes of an attachment. */
    @FunctionalInterface
    public interface Content {
        InputStream open() throws IOException;
    }

    /** A file of a mail; {@code number} is its place. */
    public record Attachment(int number, String name, Content content) {}
}

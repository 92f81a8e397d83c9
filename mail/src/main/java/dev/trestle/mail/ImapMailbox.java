package dev.trestle.mail;

import dev.trestle.platform.settings.Secret;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.UIDFolder;
import java.io.IOException;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads a mailbox by IMAP, with a connection for each look. Nothing in it is changed, not even whether a mail is read: whoever looks remembers
 * how far they are. Encryption that is configured is required. For any number of threads.
 */
public final class ImapMailbox {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int ANSWER_MILLIS = 30_000;
    private static final int PIECE = 1 << 18;

    private final Options options;
    private final Session session;

    /** How the connection is protected. */
    public enum Security {
        TLS,
        STARTTLS,
        NONE
    }

    /** Where the mailbox is; {@code folder} is the one that is read. */
    public record Options(String host, int port, Security security, String user, Secret password, String folder) {}

    /**
     * How far somebody has read.
     *
     * @param validity of the numbers: with another one, all mails have other numbers
     * @param uid the number of the last mail that was taken
     */
    public record Position(long validity, long uid) {
        public static final Position START = new Position(0, 0);
    }

    /** Takes mails. */
    public interface Taker {
        /** An exception ends the look: the mail is taken again at the next. */
        void take(Position at, ReceivedMail mail) throws IOException;

        /** A mail cannot be read; true if it is to be passed over. */
        boolean unreadable(Position at, String reason);

        /** Everything up to here was taken. */
        void passed(Position to);
    }

    /** By the certificates that this machine trusts. */
    public ImapMailbox(Options options) {
        this(options, null);
    }

    /** {@code sockets} trusts other certificates. */
    ImapMailbox(Options options, @Nullable SSLSocketFactory sockets) {
        this.options = options;
        this.session = Session.getInstance(properties(options, sockets));
    }

    private static Properties properties(Options options, @Nullable SSLSocketFactory sockets) {
        Properties all = new Properties();
        all.put("mail.imap.connectiontimeout", Integer.toString(CONNECT_MILLIS));
        all.put("mail.imap.timeout", Integer.toString(ANSWER_MILLIS));
        all.put("mail.imap.writetimeout", Integer.toString(ANSWER_MILLIS));
        all.put("mail.imap.fetchsize", Integer.toString(PIECE));
        all.put("mail.imap.peek", "true");
        all.put("mail.imap.ssl.checkserveridentity", "true");
        all.put("mail.imap.ssl.enable", Boolean.toString(options.security() == Security.TLS));
        boolean starttls = options.security() == Security.STARTTLS;
        all.put("mail.imap.starttls.enable", Boolean.toString(starttls));
        all.put("mail.imap.starttls.required", Boolean.toString(starttls));
        all.put("mail.mime.address.strict", "false");
        if (sockets != null) {
            all.put("mail.imap.ssl.socketFactory", sockets);
        }
        return all;
    }

    /**
     * Has the mails taken that came since, oldest first.
     *
     * @throws IOException if the server cannot be used, or the taker says so
     */
    public void read(Position from, int mailsMax, int attachmentsMax, Taker taker) throws IOException {
        try (Store store = session.getStore("imap")) {
            store.connect(
                    options.host(),
                    options.port(),
                    options.user(),
                    options.password().reveal());
            Folder folder = store.getFolder(options.folder());
            folder.open(Folder.READ_ONLY);
            try {
                read(folder, from, mailsMax, attachmentsMax, taker);
            } finally {
                folder.close(false);
            }
        } catch (MessagingException e) {
            throw new IOException("The mailbox cannot be read: " + clean(e), e);
        }
    }

    private static void read(Folder folder, Position from, int mailsMax, int attachmentsMax, Taker taker)
            throws MessagingException, IOException {
        if (!(folder instanceof UIDFolder numbered)) {
            throw new IOException("The mailbox has no numbers of mails.");
        }
        long validity = numbered.getUIDValidity();
        long last = from.validity() == validity ? from.uid() : 0;
        int taken = 0;
        for (Message each : numbered.getMessagesByUID(last + 1, UIDFolder.LASTUID)) {
            // A server answers with the last mail if there is no later one.
            long uid = each == null ? 0 : numbered.getUID(each);
            if (each == null || uid <= last) {
                continue;
            }
            if (++taken > mailsMax) {
                return;
            }
            Position at = new Position(validity, uid);
            try {
                taker.take(at, MailParts.of(each, attachmentsMax));
            } catch (MessagingException | RuntimeException e) {
                if (!isOpen(folder) || !taker.unreadable(at, clean(e))) {
                    throw e;
                }
            }
            taker.passed(at);
        }
    }

    private static boolean isOpen(Folder folder) {
        return folder.isOpen();
    }

    private static String clean(Exception failure) {
        String text = String.valueOf(failure.getMessage())
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        return text.length() > 200 ? text.substring(0, 200) : text;
    }
}

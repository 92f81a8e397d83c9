package dev.trestle.systems.formkiq;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.settings.Bytes;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SettingsGroup;
import java.nio.file.Path;
import java.time.Duration;

/** The ways by which files become documents without a request. */
public record IntakeSettings(
        @About("The site of the documents that files of the watched folder and of the mailbox become.")
        @Default("default")
        @Length(max = 64)
        String site,

        @About(
                "The longest file that is taken in. Longer ones are set aside: in the folder, below .refused; mails stay in the mailbox.")
        @Default("100MiB")
        @Bytes
        long bytesMax,

        Folder folder,
        Mailbox mailbox) {
    /** No way in. */
    public static IntakeSettings none() {
        return SettingsGroup.of("formkiq.intake", IntakeSettings.class).defaults();
    }

    /** A directory of the server whose files become documents. */
    public record Folder(
            @About(
                    "A directory of the server whose files become documents, with those of its subdirectories. A file that was"
                            + " taken in is removed. Empty: none.")
            String path,

            @About("How often the directory is looked at.") @Default("10s")
            Duration every,

            @About("How long a file has to stay unchanged before it is taken in.") @Default("5s")
            Duration settled,

            @About("How many files are taken in at one look.") @Default("100") @Range(min = 1, max = 10_000)
            int filesMax) {
        public Folder {
            if (every.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new IllegalArgumentException(
                        "the watched folder is looked at once a second at most. Set formkiq.intake.folder.every, such as 10s.");
            }
            if (!path.isEmpty() && !Path.of(path).isAbsolute()) {
                throw new IllegalArgumentException(
                        "the watched folder needs its whole path. Set formkiq.intake.folder.path.");
            }
        }

        public boolean isConfigured() {
            return !path.isEmpty();
        }
    }

    /** How the connection to a mailbox is protected. */
    public enum Security {
        TLS,
        STARTTLS,
        NONE
    }

    /** A mailbox whose mails become documents. */
    public record Mailbox(
            @About(
                    "The IMAP server of a mailbox whose mails become documents, each attachment a document. Empty: none.")
            String host,

            @About("Its port.") @Default("993") @Range(min = 1, max = 65_535)
            int port,

            @About(
                    "How the connection is encrypted: tls (from the first byte), starttls, or none, which only a server on this"
                            + " machine may have.")
            @Default("tls")
            Security security,

            @About("The account to sign in with.") String user,

            @About("The account's password.") Secret password,

            @About("The folder of the mailbox that is read.") @Default("INBOX") @Length(max = 200)
            String folder,

            @About("The folder of the site that the documents come into.") @Default("Mail") @Length(max = 200)
            String target,

            @About("How often the mailbox is looked at.") @Default("1m")
            Duration every,

            @About("How many mails are taken in at one look.") @Default("50") @Range(min = 1, max = 1_000)
            int mailsMax,

            @About("How many attachments of one mail are taken in.") @Default("50") @Range(min = 1, max = 500)
            int attachmentsMax) {
        public Mailbox {
            if (!host.isEmpty() && (user.isEmpty() || password.isEmpty())) {
                throw new IllegalArgumentException(
                        "a mailbox has an account. Set formkiq.intake.mailbox.user and formkiq.intake.mailbox.password.");
            }
            boolean isHere = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
            if (!host.isEmpty() && security == Security.NONE && !isHere) {
                throw new IllegalArgumentException("without encryption the password would be readable on the way. Set"
                        + " formkiq.intake.mailbox.security to tls or starttls.");
            }
            if (every.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new IllegalArgumentException(
                        "the mailbox is looked at once a second at most. Set formkiq.intake.mailbox.every, such as 1m.");
            }
        }

        public boolean isConfigured() {
            return !host.isEmpty();
        }
    }
}

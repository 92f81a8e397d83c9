package dev.trestle.systems.formkiq;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.settings.Bytes;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SettingsGroup;
import dev.trestle.systems.formkiq.malware.ClamdAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The programs and services that work on documents, and the ways by which files come in by themselves. */
public record EngineSettings(
        @About("The clamd that looks for malware: HOST:PORT, or the path of its socket. Empty: there is none, and the actions"
                + " ANTIVIRUS and MALWARE_SCAN fail.")
        @Nullable
        ClamdAddress clamd,

        @About("The program LibreOffice, which makes PDF files of office files: a path, or a name that is found on PATH, such"
                + " as soffice. Empty: there is none, and the action PDFEXPORT makes them of text, markdown and pictures.")
        String office,

        OpenAi openai,
        Intake intake) {
    /** No program, no service and no way in. */
    public static EngineSettings none() {
        return SettingsGroup.of("formkiq", EngineSettings.class).defaults();
    }

    /** The same, with a clamd. */
    public EngineSettings withClamd(ClamdAddress other) {
        return new EngineSettings(other, office, openai, intake);
    }

    /** The same, with LibreOffice. */
    public EngineSettings withOffice(String program) {
        return new EngineSettings(clamd, program, openai, intake);
    }

    /** The same, with a service for language models. */
    public EngineSettings withOpenAi(OpenAi other) {
        return new EngineSettings(clamd, office, other, intake);
    }

    /** The same, with other ways in. */
    public EngineSettings withIntake(Intake other) {
        return new EngineSettings(clamd, office, openai, other);
    }

    /** A service for language models. */
    public record OpenAi(
            @About("The URL of an OpenAI-compatible service, up to its version: https://api.openai.com/v1. Empty: there is"
                    + " none, and the actions DOCUMENTTAGGING and DATA_CLASSIFICATION fail. A service without encryption"
                    + " gets the text of documents in the clear.")
            @Nullable
            URI url,

            @About("The key that the service asks for. The key of a site's configuration goes before it.")
            Secret key,

            @About("The model that is asked, by the service's name for it.")
            @Default("gpt-4o-mini")
            @Length(max = 200)
            String model,

            @About("How long an answer may take.") @Default("60s")
            Duration timeMax) {
        private static final Duration LONGEST = Duration.ofMinutes(4);

        public OpenAi {
            if (timeMax.isZero() || timeMax.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "an answer needs time, and may take 4 minutes at most. Set formkiq.openai.time-max, such as 60s.");
            }
        }

        public boolean isConfigured() {
            return url != null;
        }
    }

    /** The ways by which files become documents without a request. */
    public record Intake(
            @About("The site of the documents that files of the watched folder and of the mailbox become.")
            @Default("default")
            @Length(max = 64)
            String site,

            @About("The longest file that is taken in. Longer ones stay where they are.") @Default("100MiB") @Bytes
            long bytesMax,

            Folder folder,
            Mailbox mailbox) {}

    /** A directory of the server whose files become documents. */
    public record Folder(
            @About("A directory of the server whose files become documents, with those of its subdirectories. A file that was"
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
                throw new IllegalArgumentException("the watched folder needs its whole path. Set formkiq.intake.folder.path.");
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
            @About("The IMAP server of a mailbox whose mails become documents, each attachment a document. Empty: none.")
            String host,

            @About("Its port.") @Default("993") @Range(min = 1, max = 65_535)
            int port,

            @About("How the connection is encrypted: tls (from the first byte), starttls, or none, which only a server on this"
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

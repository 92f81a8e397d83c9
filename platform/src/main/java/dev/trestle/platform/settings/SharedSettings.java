package dev.trestle.platform.settings;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.platform.schema.Range;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is configured once for all systems: the services that several of them use. */
public record SharedSettings(Smtp smtp, Media media, Ai ai, Outgoing outgoing) {
    public static final SettingsGroup<SharedSettings> GROUP = SettingsGroup.of("", SharedSettings.class);

    /** How a connection to a mail server is protected. */
    public enum Security {
        /** Plain at first, encrypted before anything is said; a server that cannot is refused. */
        STARTTLS,
        TLS,
        NONE
    }

    /** The server that takes mail. */
    public record Smtp(
            @About("The SMTP server that takes the mail of all systems. Empty: no mail is sent. Used by mail.")
            String host,

            @About("Its port.") @Default("587") @Range(min = 1, max = 65_535)
            int port,

            @About("How the connection is encrypted: starttls, tls (from the first byte, mostly on port 465) or none.")
            @Default("starttls")
            Security security,

            @About("The account to sign in with at the SMTP server. Empty: none.")
            String user,

            @About("The account's password.") Secret password,

            @About("The sender's address, such as trestle@example.org.") @Nullable
            MailAddress from) {
        public Smtp {
            if (!host.isEmpty() && from == null) {
                throw new IllegalArgumentException("mail needs a sender. Set smtp.from.");
            }
            if (user.isEmpty() != password.isEmpty()) {
                throw new IllegalArgumentException(
                        "an account has a name and a password. Set smtp.user and" + " smtp.password, or neither.");
            }
            if (security == Security.NONE && !user.isEmpty()) {
                throw new IllegalArgumentException(
                        "without encryption the password would be readable on the way. Set smtp.security to starttls or"
                                + " tls.");
            }
        }

        /** Whether mail can be sent. */
        public boolean isConfigured() {
            return !host.isEmpty();
        }
    }

    /** The programs that read pictures, films and scans, and what they may take. */
    public record Media(
            @About(
                    "The program ffmpeg: a path, or a name that is found on PATH; ffprobe lies beside it. Used by media.")
            @Default("ffmpeg")
            String ffmpeg,

            @About("The program tesseract, likewise.") @Default("tesseract")
            String tesseract,

            @About(
                    "The languages that tesseract recognises, by their codes: eng, deu, chi_tra. It needs the data of each.")
            @Default("eng")
            List<@Matches("[A-Za-z_]{3,20}") String> languages,

            @About("How long one run of such a program may take.") @Default("5m")
            Duration timeMax,

            @About("The memory that one run may take.") @Default("1GiB") @Bytes
            long memoryMax) {
        private static final long MEMORY_LEAST = 16L << 20;

        public Media {
            languages = List.copyOf(languages);
            if (languages.isEmpty()) {
                throw new IllegalArgumentException("tesseract needs a language. Set media.languages, such as eng.");
            }
            if (timeMax.isZero()) {
                throw new IllegalArgumentException("a run needs time. Set media.time-max, such as 5m.");
            }
            if (memoryMax < MEMORY_LEAST) {
                throw new IllegalArgumentException("a run needs memory. Set media.memory-max to 16MiB at least.");
            }
        }
    }

    /** How a service for language models is spoken to. */
    public enum AiApi {
        OPENAI,
        GEMINI
    }

    /** A service for language models. */
    public record Ai(
            @About(
                    "The URL of a service for language models, up to its version: http://localhost:11434/v1. Empty: there is"
                            + " none. Used by systems that generate or analyse text.")
            @Nullable
            URI url,

            @About("The key that the service asks for, if it does.")
            Secret key,

            @About("The model that is asked, by the service's name for it.") @Length(max = 200)
            String model,

            @About("The API that the service has: openai (also of Ollama, vLLM and others), or gemini.")
            @Default("openai")
            AiApi api) {
        public Ai {
            if (url != null && model.isEmpty()) {
                throw new IllegalArgumentException("the service needs to know which model to ask. Set ai.model.");
            }
            if (url == null && !key.isEmpty()) {
                throw new IllegalArgumentException("a key without a service. Set ai.url, or leave out ai.key.");
            }
        }

        /** Whether there is a service. */
        public boolean isConfigured() {
            return url != null;
        }
    }

    /** What requests to addresses that people give may reach. */
    public record Outgoing(
            @About(
                    "Servers that are not on the public internet, and that webhooks and other addresses which people give may"
                            + " reach all the same: HOST:PORT, separated by commas, such as hooks.intern:8443. Used by outgoing"
                            + " HTTP requests.")
            List<HostAndPort> allow) {
        public Outgoing {
            allow = List.copyOf(allow);
        }

        /** As {@link dev.trestle.platform.outgoing.OutgoingHttp} has them. */
        public Set<String> allowed() {
            return allow.stream().map(HostAndPort::toString).collect(Collectors.toSet());
        }
    }
}

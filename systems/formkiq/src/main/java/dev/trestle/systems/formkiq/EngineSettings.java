package dev.trestle.systems.formkiq;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SettingsGroup;
import dev.trestle.systems.formkiq.malware.ClamdAddress;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The programs and services that work on documents, and the ways by which files come in by themselves. */
public record EngineSettings(
        @About(
                "The clamd that looks for malware: HOST:PORT, or the path of its socket. Empty: there is none, and the actions"
                        + " ANTIVIRUS and MALWARE_SCAN fail.")
        @Nullable
        ClamdAddress clamd,

        @About(
                "The program LibreOffice, which makes PDF files of office files: a path, or a name that is found on PATH, such"
                        + " as soffice. Empty: there is none, and the action PDFEXPORT makes them of text, markdown and pictures.")
        String office,

        OpenAi openai,
        IntakeSettings intake) {
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
    public EngineSettings withIntake(IntakeSettings other) {
        return new EngineSettings(clamd, office, openai, other);
    }

    /** A service for language models. */
    public record OpenAi(
            @About(
                    "The URL of an OpenAI-compatible service, up to its version: https://api.openai.com/v1. Empty: there is"
                            + " none, and the actions DOCUMENTTAGGING and DATA_CLASSIFICATION fail. A service without encryption"
                            + " gets the text of documents in the clear.")
            @Nullable
            URI url,

            @About("The key that the service asks for. The key of a site's configuration goes before it.")
            Secret key,

            @About("The model that is asked, by the service's name for it.") @Default("gpt-4o-mini") @Length(max = 200)
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
}

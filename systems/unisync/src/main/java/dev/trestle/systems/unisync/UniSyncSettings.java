package dev.trestle.systems.unisync;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.settings.Named;
import dev.trestle.platform.settings.Secret;
import dev.trestle.systems.unisync.showsets.Naming;
import dev.trestle.systems.unisync.translation.AmazonTranslator;
import dev.trestle.systems.unisync.translation.HttpTranslator;
import dev.trestle.systems.unisync.translation.HttpTranslator.Dialect;
import dev.trestle.systems.unisync.translation.Translator;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/** What can be configured about UniSync. */
public record UniSyncSettings(
        @About("A regular expression for the ids of new ShowSets, such as SS-[0-9]{3}-[0-9]{3}. Empty: any will do.")
        @Nullable
        Pattern showsetIdPattern,

        @About("The same for the names of scenes.") @Nullable
        Pattern scenePattern,

        Translation translation) {

    /** Which translation service is asked. */
    public enum Service {
        LIBRETRANSLATE,
        DEEPL,
        AMAZON
    }

    public Naming naming() {
        return new Naming(showsetIdPattern, scenePattern);
    }

    /** A service for what this machine cannot translate by itself. */
    public record Translation(
            @Named("")
            @About("How the translation service is asked: libretranslate, deepl, or amazon (Amazon Translate).")
            @Default("libretranslate")
            Service service,

            @About(
                    "The URL of the service that translates notes, without the operation. Empty: there is none, notes wait for"
                            + " one, and only Chinese is converted, from one script to the other. With amazon, empty is AWS's own.")
            @Nullable
            URI url,

            @About(
                    "What that service asks for, if it does. With amazon ID:SECRET; empty: what the AWS SDK finds by itself.")
            Secret key,

            @About("The region of amazon, if it is another than storage.region: not every region has the service.")
            String region) {
        public Translation {
            int colon = key.reveal().indexOf(':');
            boolean isPair = colon > 0 && colon < key.reveal().length() - 1;
            if (service == Service.AMAZON && !key.isEmpty() && !isPair) {
                throw new IllegalArgumentException(
                        "with amazon unisync.translation.key is ID:SECRET, or empty for what the AWS SDK finds by itself.");
            }
        }

        /** Empty where texts wait until there is a service. {@code standard} is the region, unless these settings name one. */
        Optional<Translator> translator(String standard) {
            return switch (service) {
                case LIBRETRANSLATE -> overHttp(Dialect.LIBRETRANSLATE);
                case DEEPL -> overHttp(Dialect.DEEPL);
                case AMAZON ->
                    Optional.of(new AmazonTranslator(new AmazonTranslator.Service(
                            Region.of(region.isEmpty() ? standard : region),
                            url,
                            key.isEmpty() ? null : credentials())));
            };
        }

        private Optional<Translator> overHttp(Dialect dialect) {
            return url == null
                    ? Optional.empty()
                    : Optional.of(new HttpTranslator(dialect, url.toString(), key.reveal()));
        }

        private AwsCredentialsProvider credentials() {
            String[] pair = key.reveal().split(":", 2);
            return StaticCredentialsProvider.create(AwsBasicCredentials.create(pair[0], pair[1]));
        }
    }
}

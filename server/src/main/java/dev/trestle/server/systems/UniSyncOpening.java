package dev.trestle.server.systems;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.systems.unisync.Environment;
import dev.trestle.systems.unisync.Options;
import dev.trestle.systems.unisync.UniSync;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.showsets.Naming;
import dev.trestle.systems.unisync.translation.AmazonTranslator;
import dev.trestle.systems.unisync.translation.HttpTranslator;
import dev.trestle.systems.unisync.translation.Translator;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/** Lets UniSync run, as it is configured. */
final class UniSyncOpening {
    private UniSyncOpening() {}

    static Running open(Resources resources) {
        Environment environment = new Environment(
                new Deployment(
                        UniSyncModel.MODEL,
                        resources.items(),
                        Systems.names(resources.configuration()),
                        resources.clock()),
                Systems.store(UniSyncModel.MODEL, resources),
                resources.streams(),
                resources.objects(),
                resources.presigner(),
                resources.pageOrigins(),
                resources.identity(),
                resources.clock(),
                resources.configuration().get(Keys.STORAGE) == Keys.Storage.EMBEDDED);
        UniSync uniSync = new UniSync(environment, options(resources.configuration()));
        return Running.of(uniSync.api(), uniSync::close);
    }

    private static Options options(Configuration configuration) {
        Naming naming = new Naming(
                pattern(configuration.get(Keys.UNISYNC_ID_PATTERN)),
                pattern(configuration.get(Keys.UNISYNC_SCENE_PATTERN)));
        return new Options(configuration.get(Keys.UNISYNC_BUCKET), translator(configuration), naming);
    }

    private static @Nullable Pattern pattern(String text) {
        return text.isEmpty() ? null : Pattern.compile(text);
    }

    private static Optional<Translator> translator(Configuration configuration) {
        String url = configuration.get(Keys.TRANSLATION_URL);
        String key = configuration.get(Keys.TRANSLATION_KEY);
        return switch (configuration.get(Keys.TRANSLATION)) {
            case LIBRETRANSLATE -> overHttp(HttpTranslator.Dialect.LIBRETRANSLATE, url, key);
            case DEEPL -> overHttp(HttpTranslator.Dialect.DEEPL, url, key);
            case AMAZON -> Optional.of(amazon(configuration, url, key));
        };
    }

    private static Optional<Translator> overHttp(HttpTranslator.Dialect dialect, String url, String key) {
        return url.isEmpty() ? Optional.empty() : Optional.of(new HttpTranslator(dialect, url, key));
    }

    private static Translator amazon(Configuration configuration, String url, String key) {
        String region = configuration.get(Keys.TRANSLATION_REGION);
        return new AmazonTranslator(new AmazonTranslator.Service(
                Region.of(region.isEmpty() ? configuration.get(Keys.STORAGE_REGION) : region),
                url.isEmpty() ? null : URI.create(url),
                key.isEmpty() ? null : credentials(key)));
    }

    private static AwsCredentialsProvider credentials(String key) {
        int colon = key.indexOf(':');
        if (colon <= 0 || colon == key.length() - 1) {
            throw new ConfigException(
                    List.of(
                            "unisync.translation.key: with amazon it is ID:SECRET, or empty for what the AWS SDK finds by itself."));
        }
        return StaticCredentialsProvider.create(
                AwsBasicCredentials.create(key.substring(0, colon), key.substring(colon + 1)));
    }
}

package dev.trestle.server.systems;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.systems.unisync.Environment;
import dev.trestle.systems.unisync.Options;
import dev.trestle.systems.unisync.UniSync;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.showsets.Naming;
import dev.trestle.systems.unisync.translation.HttpTranslator;
import dev.trestle.systems.unisync.translation.Translator;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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
                resources.identity(),
                resources.clock());
        UniSync uniSync = new UniSync(
                environment.withImmediateStreams(
                        resources.configuration().get(Keys.STORAGE) == Keys.Storage.EMBEDDED),
                options(resources.configuration()));
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
        if (url.isEmpty()) {
            return Optional.empty();
        }
        HttpTranslator.Dialect dialect = switch (configuration.get(Keys.TRANSLATION)) {
            case LIBRETRANSLATE -> HttpTranslator.Dialect.LIBRETRANSLATE;
            case DEEPL -> HttpTranslator.Dialect.DEEPL;
        };
        return Optional.of(new HttpTranslator(dialect, url, configuration.get(Keys.TRANSLATION_KEY)));
    }
}

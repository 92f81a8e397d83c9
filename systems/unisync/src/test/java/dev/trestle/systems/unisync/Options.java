package dev.trestle.systems.unisync;

import dev.trestle.systems.unisync.showsets.Naming;
import dev.trestle.systems.unisync.translation.Translator;
import java.util.Optional;

/** What a test chooses: settings, and a translation service in its own process. */
record Options(UniSyncSettings settings, Optional<Translator> translator) {
    static Options standard() {
        return new Options(UniSync.SYSTEM.settings().defaults(), Optional.empty());
    }

    Options withTranslator(Translator service) {
        return new Options(settings, Optional.of(service));
    }

    Options withNaming(Naming naming) {
        return new Options(new UniSyncSettings(naming.showSetId(), naming.scene(), settings.translation()), translator);
    }
}

package dev.trestle.systems.unisync;

import dev.trestle.systems.unisync.showsets.Naming;
import dev.trestle.systems.unisync.translation.Translator;
import java.util.Optional;

/**
 * What can be chosen about UniSync.
 *
 * @param bucket of attachments
 * @param translator a service for what this machine cannot translate by itself; without one, that waits
 */
public record Options(String bucket, Optional<Translator> translator, Naming naming) {
    /** The bucket's documented name, where there is no account and no region. */
    public static final String BUCKET = "unisync-attachments-000000000000-local";

    public static Options standard() {
        return new Options(BUCKET, Optional.empty(), Naming.FREE);
    }

    public Options withTranslator(Translator service) {
        return new Options(bucket, Optional.of(service), naming);
    }

    public Options withNaming(Naming other) {
        return new Options(bucket, translator, other);
    }
}

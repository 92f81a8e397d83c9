package dev.trestle.platform.system;

import dev.trestle.model.Model;
import dev.trestle.model.verify.Feature;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A system: everything that a server has to know to host it. Immutable.
 *
 * @param settings its settings with their defaults; each component of the record is a key of the configuration
 * @param needs what its rules need of the database, beyond what its model shows
 * @param buckets the names of its buckets, by what the system calls them; the configuration can rename them
 * @param opening lets it run on its tables; empty for one that has tables only
 * @param demo its sample world, if it has one
 */
public record SystemDefinition<S extends Record>(
        Model model,
        S settings,
        Set<Feature> needs,
        Map<String, String> buckets,
        Optional<Function<Environment<S>, Running>> opening,
        Optional<Demo> demo) {

    /** The settings of a system that has none. */
    public record NoSettings() {}

    public SystemDefinition {
        needs = Set.copyOf(needs);
        buckets = Map.copyOf(buckets);
    }

    /** A system with settings. */
    public static <S extends Record> SystemDefinition<S> of(Model model, S settings) {
        // Every system changes several items together.
        return new SystemDefinition<>(
                model, settings, Set.of(Feature.TRANSACTIONS), Map.of(), Optional.empty(), Optional.empty());
    }

    /** A system without settings. */
    public static SystemDefinition<NoSettings> of(Model model) {
        return of(model, new NoSettings());
    }

    public SystemDefinition<S> withBucket(String name, String standard) {
        Map<String, String> more = new LinkedHashMap<>(buckets);
        more.put(name, standard);
        return new SystemDefinition<>(model, settings, needs, more, opening, demo);
    }

    public SystemDefinition<S> opening(Function<Environment<S>, Running> how) {
        return new SystemDefinition<>(model, settings, needs, buckets, Optional.of(how), demo);
    }

    public SystemDefinition<S> withDemo(Demo world) {
        return new SystemDefinition<>(model, settings, needs, buckets, opening, Optional.of(world));
    }

    /** Its name: that of its API, its pages, its keys in the configuration. */
    public String name() {
        return model.system();
    }
}

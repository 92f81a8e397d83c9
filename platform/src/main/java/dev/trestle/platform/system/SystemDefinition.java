package dev.trestle.platform.system;

import dev.trestle.model.Model;
import dev.trestle.model.verify.Feature;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.settings.Key;
import dev.trestle.platform.settings.SettingsGroup;
import dev.trestle.platform.table.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A system: everything that a server has to know to host it. Immutable. To make one costs nothing: its model is made when it is first
 * asked for, since that takes a while, and its settings are looked at when the configuration is read.
 *
 * @param name of its model, its API, its pages, its keys in the configuration
 * @param making gives its model
 * @param settings its settings; each component of the record is a key of the configuration
 * @param needs what its rules need of the database, beyond what its model shows
 * @param buckets its buckets, with the keys that name them
 * @param opening lets it run on its tables; empty for one that has tables only
 * @param pages the directory of its pages on the class path, if it has any
 * @param demo its sample world, if it has one
 * @param tenants what it does about the server's tenants, if anything
 * @param notices the kinds of notices that it sends
 * @param home the operation that gives a person's home page of it, a {@link dev.trestle.platform.home.SystemHome}
 */
public record SystemDefinition<S extends Record>(
        String name,
        Supplier<Model> making,
        SettingsGroup<S> settings,
        Set<Feature> needs,
        List<NamedBucket> buckets,
        Optional<Function<Environment<S>, Running>> opening,
        Optional<String> pages,
        Optional<Demo<S>> demo,
        Optional<OnTenant<S>> tenants,
        Set<NoticeKind> notices,
        Optional<String> home) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{1,39}");
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

    /**
     * What a system does about a tenant: ZentriqVision makes its ORG item of one. It is called by a job, once the system runs, for each
     * tenant that there is and again when one is renamed, suspended or resumed. It may be called twice for the same, so that it must be
     * idempotent; what it throws has it called again later.
     */
    @FunctionalInterface
    public interface OnTenant<S extends Record> {
        void tell(Environment<S> environment, Tenant tenant) throws Exception;
    }

    /** The settings of a system that has none. */
    public record NoSettings() {}

    /**
     * A bucket.
     *
     * @param name what the system calls it
     * @param key names it here
     */
    public record NamedBucket(String name, Key<String> key) {}

    public SystemDefinition {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "A system's name is of lower-case letters and digits, and \"" + name + "\" is not.");
        }
        needs = Set.copyOf(needs);
        buckets = List.copyOf(buckets);
        notices = Set.copyOf(notices);
    }

    /** A system with settings. */
    public static <S extends Record> SystemDefinition<S> of(String name, Supplier<Model> making, Class<S> settings) {
        // Every system changes several items together.
        return new SystemDefinition<>(
                name,
                new MadeOnce(making),
                SettingsGroup.of(name, settings),
                Set.of(Feature.TRANSACTIONS),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                Optional.empty());
    }

    /** A system without settings. */
    public static SystemDefinition<NoSettings> of(String name, Supplier<Model> making) {
        return of(name, making, NoSettings.class);
    }

    /** A system whose model is made already. */
    public static SystemDefinition<NoSettings> of(Model model) {
        return of(model.system(), () -> model);
    }

    /**
     * Adds a bucket. The key of a system's first is {@code <system>.bucket}, of a further one {@code <system>.bucket.<name>}.
     *
     * @param standard its name, unless the configuration says otherwise
     */
    public SystemDefinition<S> withBucket(String bucket, String standard) {
        String key = name + ".bucket" + (buckets.isEmpty() ? "" : "." + bucket);
        List<NamedBucket> more = new ArrayList<>(buckets);
        more.add(new NamedBucket(
                bucket,
                Key.of(
                        key,
                        standard,
                        SystemDefinition::bucketName,
                        "The bucket of the " + bucket + " of " + name
                                + ". It is created at the start if it is missing.")));
        return new SystemDefinition<>(
                name, making, settings, needs, more, opening, pages, demo, tenants, notices, home);
    }

    private static String bucketName(String value) {
        if (!BUCKET.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "must be the name of a bucket, of 3 to 63 lower-case letters, digits, dots and hyphens");
        }
        return value;
    }

    /** {@code how} returns when the system runs, with its operations, jobs, events and stream consumers. */
    public SystemDefinition<S> opening(Function<Environment<S>, Running> how) {
        return new SystemDefinition<>(
                name, making, settings, needs, buckets, Optional.of(how), pages, demo, tenants, notices, home);
    }

    /** Adds its pages: the files in the directory {@code site} beside a class, with a {@code pages.json} among them. */
    public SystemDefinition<S> withPages(Class<?> beside) {
        String directory = beside.getPackageName().replace('.', '/') + "/site";
        return new SystemDefinition<>(
                name, making, settings, needs, buckets, opening, Optional.of(directory), demo, tenants, notices, home);
    }

    public SystemDefinition<S> withDemo(Demo<S> world) {
        return new SystemDefinition<>(
                name, making, settings, needs, buckets, opening, pages, Optional.of(world), tenants, notices, home);
    }

    /** Has the system told of tenants. */
    public SystemDefinition<S> onTenant(OnTenant<S> what) {
        return new SystemDefinition<>(
                name, making, settings, needs, buckets, opening, pages, demo, Optional.of(what), notices, home);
    }

    /** Adds the kinds of notices that it sends, by {@link Environment#notices}. */
    public SystemDefinition<S> withNotices(NoticeKind... kinds) {
        return new SystemDefinition<>(
                name, making, settings, needs, buckets, opening, pages, demo, tenants, Set.of(kinds), home);
    }

    /** Names its operation, one without parameters, that gives what is on a person's home page. It is called as that person. */
    public SystemDefinition<S> withHome(String operation) {
        return new SystemDefinition<>(
                name, making, settings, needs, buckets, opening, pages, demo, tenants, notices, Optional.of(operation));
    }

    /** The model; the first to ask waits until it is made. */
    public Model model() {
        return making.get();
    }

    private static final class MadeOnce implements Supplier<Model> {
        private final Supplier<Model> making;
        private @Nullable Model made;

        MadeOnce(Supplier<Model> making) {
            this.making = making;
        }

        @Override
        public synchronized Model get() {
            Model known = made;
            if (known == null) {
                known = making.get();
                made = known;
            }
            return known;
        }
    }

    /** All its keys: those of its buckets, then those of its settings. */
    public List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>();
        buckets.forEach(bucket -> keys.add(bucket.key()));
        keys.addAll(settings.keys());
        return keys;
    }
}

package dev.trestle.platform.system;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A system's sample world, and the demo accounts that show it.
 *
 * @param accounts those that this world needs beside those that every demo has
 * @param loader fills the system's tables, which are there and empty; called once for a data directory, while the system runs and its jobs wait.
 *     If it is cut off, the tables are emptied and it is called again at the next start
 */
public record Demo<S extends Record>(List<Account> accounts, Loader<S> loader) {
    public Demo {
        accounts = List.copyOf(accounts);
    }

    /**
     * Somebody to sign in as.
     *
     * @param groups in every tenant
     * @param tenants the person's groups in each of their tenants
     * @param about what the account shows, by language, such as {@code en}
     */
    public record Account(
            String email,
            String name,
            List<String> groups,
            Map<String, List<String>> tenants,
            Map<String, String> about) {
        public Account(String email, String name, List<String> groups, Map<String, List<String>> tenants) {
            this(email, name, groups, tenants, Map.of());
        }

        /** The same, with what it shows. */
        public Account about(String en, String zh, String zhTw) {
            return new Account(email, name, groups, tenants, Map.of("en", en, "zh", zh, "zh-TW", zhTw));
        }
    }

    /** One whose loader says how far it is. */
    public static <S extends Record> Demo<S> inSteps(List<Account> accounts, SteppedLoader<S> stepped) {
        return new Demo<>(accounts, new Loader<>() {
            @Override
            public void load(Environment<S> environment, UnaryOperator<String> subjects) {
                load(environment, subjects, (done, of) -> {});
            }

            @Override
            public void load(Environment<S> environment, UnaryOperator<String> subjects, Progress progress) {
                stepped.load(environment, subjects, progress);
            }
        });
    }

    /** Makes the sample world, as far as possible by the system's own operations. */
    @FunctionalInterface
    public interface Loader<S extends Record> {
        /** {@code subjects} gives the subject that tokens name for an account's address. */
        void load(Environment<S> environment, UnaryOperator<String> subjects);

        /** The same, and says how far it is. */
        default void load(Environment<S> environment, UnaryOperator<String> subjects, Progress progress) {
            load(environment, subjects);
        }
    }

    /** Makes the sample world in steps. */
    @FunctionalInterface
    public interface SteppedLoader<S extends Record> {
        void load(Environment<S> environment, UnaryOperator<String> subjects, Progress progress);
    }

    /** Hears how far a loader is; throws if it is to stop, because the server does. */
    @FunctionalInterface
    public interface Progress {
        void reached(int done, int of);
    }
}

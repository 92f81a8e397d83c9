package dev.trestle.server.installation;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.Mark;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.server.systems.Systems;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/** The accounts and the sample data of a demo. Of a server that is none, there are none. */
final class DemoWorlds implements AutoCloseable {
    private final Installation.Start start;
    private final Clock clock = Clock.systemUTC();
    private final DemoLoading loading = new DemoLoading();

    DemoWorlds(Installation.Start start) {
        this.start = start;
    }

    /** Who can sign in. */
    List<Demo.Account> accounts() {
        return start.demo() ? DemoAccounts.of(start.systems()) : List.of();
    }

    /** The same, as the sign-in page lists them. */
    List<ServerApi.DemoAccount> shownAccounts() {
        return accounts().stream()
                .map(account -> new ServerApi.DemoAccount(
                        account.email(),
                        account.name(),
                        DemoAccounts.PASSWORD,
                        account.about(),
                        DemoAccounts.systemsOf(account, start.systems())))
                .toList();
    }

    /** Adds the accounts that are not there yet. */
    void addAccounts(Identity identity) {
        if (start.demo()) {
            DemoAccounts.add(identity, accounts());
        }
    }

    /**
     * Has a system's sample data loaded, once for a data directory. What a load that was cut off has left is removed before the system is
     * opened: it cannot be completed, because its items are in the way of the same items.
     */
    <S extends Record> void prepare(
            SystemDefinition<S> system, ItemStore store, Storage storage, Supplier<Environment<S>> environment) {
        if (!start.demo() || system.demo().isEmpty()) {
            return;
        }
        String loaded = "demo " + system.name();
        String begun = loaded + " begun";
        if (hasMark(store, loaded)) {
            return;
        }
        if (hasMark(store, begun)) {
            new DemoRemains(storage.items(), Systems.names(start.configuration())).removeItems(system);
            system.buckets()
                    .forEach(bucket -> DemoRemains.removeObjects(
                            storage.objects(), start.configuration().get(bucket.key())));
        }
        Demo<S> world = system.demo().get();
        Environment<S> past = environment.get();
        loading.add(system.name(), progress -> {
            mark(store, begun);
            world.loader().load(past, email -> subject(past.identity(), email), progress);
            mark(store, loaded);
        });
    }

    private static boolean hasMark(ItemStore store, String name) {
        return store.consistent().get(PlatformTable.MARK_OF.of(name)).isPresent();
    }

    private void mark(ItemStore store, String name) {
        store.put(PlatformTable.MARK, new Mark(name, start.version(), clock.instant()));
    }

    private static String subject(Identity opened, String email) {
        return opened.people()
                .findByEmail(email)
                .orElseThrow(() -> new IllegalStateException("The demonstration has no " + email + "."))
                .personId();
    }

    /** Begins to load what was prepared. */
    void start() {
        loading.start();
    }

    boolean isPending(String system) {
        return loading.isPending(system);
    }

    DemoLoading.Status status() {
        return loading.status();
    }

    /** Runs when all is loaded; not if that fails. */
    void whenLoaded(Runnable action) {
        loading.whenLoaded(action);
    }

    /** Waits until all is loaded. */
    void await() {
        loading.await();
    }

    @Override
    public void close() {
        loading.close();
    }
}

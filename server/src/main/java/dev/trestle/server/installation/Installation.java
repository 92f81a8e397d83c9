package dev.trestle.server.installation;

import dev.trestle.engine.Engine;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Cursors;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.Mount;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.http.contract.Contracts;
import dev.trestle.platform.idempotency.StoredIdempotency;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityApi;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.InstallationSecret;
import dev.trestle.platform.identity.OidcIssuer;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.identity.TenantNotices;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.notices.Inboxes;
import dev.trestle.platform.notices.NoticeLetters;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.server.admin.AdminApi;
import dev.trestle.server.admin.Administration;
import dev.trestle.server.admin.HostedSystems;
import dev.trestle.server.admin.LocalStore;
import dev.trestle.server.admin.PendingSwaps;
import dev.trestle.server.admin.Tasks;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.server.console.ConsoleApi;
import dev.trestle.server.metrics.DiskFigures;
import dev.trestle.server.metrics.MeteredClient;
import dev.trestle.server.metrics.Prices;
import dev.trestle.server.metrics.PrometheusText;
import dev.trestle.server.metrics.UnreadableItems;
import dev.trestle.server.metrics.Usage;
import dev.trestle.server.pages.PageTexts;
import dev.trestle.server.pages.Site;
import dev.trestle.server.pages.SystemPages;
import dev.trestle.server.systems.Reserved;
import dev.trestle.server.systems.Systems;
import dev.trestle.wire.S3Mount;
import java.net.URI;
import java.net.URL;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * A running server: storage, the models' tables, who may sign in, and the port on which all of it is reached. Opened in the order in which
 * one needs the other, and closed in the opposite one: first nobody is let in any more, then those who are get their answers, then the
 * stores are closed.
 */
public final class Installation implements AutoCloseable {
    public static final String DEMO_PASSWORD = DemoAccounts.PASSWORD;

    private static final String AUTH_PATH = "/auth/v1";

    private final Start start;
    private final Configuration configuration;
    /** In milliseconds, as items keep times: an answer about a new item tells the same time as a later one. */
    private final Clock clock = Clock.tickMillis(ZoneOffset.UTC);

    private final Closing closing;
    private final Storage storage;
    private final Usage usage;
    private final UnreadableItems unreadable = new UnreadableItems(clock);
    private final DynamoDbClient items;
    private final byte[] secret;
    private final Deployments deployments;
    private final ItemStore store;
    private final PlatformWork work;
    private final PlatformServer server;
    private final Map<String, TenantNotices.Listener> listeners = new ConcurrentHashMap<>();
    private final AtomicReference<Map<String, List<Sweep>>> sweeps = new AtomicReference<>(Map.of());
    private @Nullable Identity identity;
    private final DemoWorlds demo;
    private volatile boolean peopled;
    private volatile @Nullable PlatformServer listening;
    private String publicUrl = "";
    private People.@Nullable Added firstAdministrator;

    /**
     * What is started.
     *
     * @param known the systems; asked for beside what else is started, since to make their models takes a while
     * @param demo whether to make accounts to sign in with, and sample worlds
     * @param passwordCost of hashing a password
     */
    public record Start(
            Configuration configuration,
            Supplier<List<SystemDefinition<?>>> known,
            String version,
            boolean demo,
            Passwords.Cost passwordCost) {
        public Start(
                Configuration configuration, Supplier<List<SystemDefinition<?>>> known, String version, boolean demo) {
            this(configuration, known, version, demo, Passwords.Cost.STANDARD);
        }

        List<SystemDefinition<?>> systems() {
            return known.get();
        }
    }

    private Installation(Start start, Closing closing) {
        this.start = start;
        this.configuration = start.configuration();
        this.closing = closing;
        if (start.demo()) {
            DemoAccounts.checkAllowed(configuration);
        }
        this.demo = new DemoWorlds(start);
        HttpOptions http = HttpSettings.of(configuration);
        this.deployments =
                closing.add("the systems' models", Deployments.begin(this::systems, Systems.names(configuration)));
        this.storage = closing.add("storage", Storage.open(ports(), this::readSecret));
        // Not sooner: DynamoDB's and S3's ports are to answer as early as they can.
        Contracts contracts = Contracts.readAhead(contracts());
        storage.local().ifPresent(Installation::swapTables); // before any system has read its tables
        closing.add("the systems' tables", deployments.on(storage.items()));
        this.usage = closing.add("usage", new Usage(clock).start());
        this.items = MeteredClient.of(storage.items(), usage);
        this.secret = readSecret();
        deployPlatform();
        this.store = ItemStore.builder(items, PlatformTable.MODEL)
                .clock(clock)
                .cursorKey(cursorKey(PlatformTable.MODEL.system()))
                .onUnreadable(unreadable)
                .build();
        InstallationSecret.require(store, secret, clock);
        this.work = closing.add(
                "the platform's jobs",
                new PlatformWork(
                        store,
                        configuration.get(SharedSettings.GROUP).smtp(),
                        SecretFile.derive(secret, "mails"),
                        clock));
        this.server = closing.add("the server", PlatformServer.start(http, contracts, this::hosting));
        this.listening = server;
        // Last: a password that is made once must not be lost to a start that fails.
        people();
        peopled = true;
        closing.add("the sample data", demo);
        demo.start();
    }

    /** The same, and returns when the sample data of a demo is loaded, too. */
    public static Installation openLoaded(Start start) {
        Installation opened = open(start);
        try {
            opened.demo.await();
            return opened;
        } catch (RuntimeException | Error e) {
            opened.closing.closeAfter(e);
            throw e;
        }
    }

    /**
     * Starts everything. It is ready when this returns; the sample data of a demo may still be loaded.
     *
     * @throws dev.trestle.server.config.ConfigException if the configuration is at fault
     * @throws RuntimeException that says what else is in the way; nothing is left open then
     */
    public static Installation open(Start start) {
        Closing closing = new Closing();
        try {
            return new Installation(start, closing);
        } catch (RuntimeException | Error e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    private static void swapTables(LocalStore local) {
        Engine engine = local.engine();
        if (engine != null) {
            new PendingSwaps(local.data()).apply(engine);
        }
    }

    /** Those that are worth to begin with early, the longest first. */
    private static List<URL> contracts() {
        return List.of(AdminApi.contract(), IdentityApi.contract());
    }

    private PortAccess.Plan ports() {
        return new PortAccess.Plan(configuration, start.demo(), Reserved.of(start.systems(), configuration));
    }

    private void deployPlatform() {
        try {
            Deployments.deploy(PlatformTable.MODEL, storage.items());
        } catch (DynamoDbException e) {
            if (!"AccessDeniedException".equals(e.awsErrorDetails().errorCode())) {
                throw e;
            }
            throw new ConfigException(List.of("The store does not let this server have the table "
                    + PlatformTable.TABLE.name() + ": " + e.awsErrorDetails().errorMessage()
                    + ". If it is another Trestle server, start that with --storage-only: a whole server keeps this table"
                    + " to itself."));
        }
    }

    private byte[] readSecret() {
        return SecretFile.readOrMake(SecretFile.of(configuration));
    }

    /** With tables that the configuration may name otherwise, but has no others. */
    private List<SystemDefinition<?>> systems() {
        List<SystemDefinition<?>> systems = start.systems();
        Set<String> known = systems.stream()
                .flatMap(system -> system.model().allTables().stream())
                .map(Table::name)
                .collect(Collectors.toSet());
        List<String> strangers = configuration.get(Keys.TABLES).keySet().stream()
                .filter(name -> !known.contains(name))
                .toList();
        if (!strangers.isEmpty()) {
            throw new ConfigException(List.of("tables: no system has the tables " + strangers + "."));
        }
        return systems;
    }

    private Hosting hosting(String url) {
        publicUrl = HttpSettings.publicUrl(configuration, URI.create(url).getPort());
        IdentityOptions options = IdentityOptions.of(publicUrl + AUTH_PATH, secret, clock)
                .withPasswordCost(start.passwordCost())
                .withLives(configuration.get(Keys.ACCESS_LIFE), configuration.get(Keys.REFRESH_LIFE));
        Identity.Services services = new Identity.Services(
                work.outbox(), work.jobs(), tenantListeners(), configuration.get(Keys.AUDIT_RETENTION));
        Identity opened = Identity.open(store, options, issuers(), services);
        identity = opened;
        List<Api> apis = new ArrayList<>(List.of(IdentityApi.of(opened, options)));
        deployments.await();
        apis.addAll(List.of(about(), admin(opened), console(opened)));
        demo.addAccounts(opened); // before anybody can try to sign in as those who are not there yet
        HomeHost home = closing.add("notices", openHome(opened));
        SystemHost host = closing.add("the systems' host", new SystemHost(configuration, storage, clock));
        start.systems().forEach(system -> {
            List<Api> own = open(system, host, opened, home);
            home.add(system, own);
            apis.addAll(own);
        });
        apis.add(home.api());
        host.createBuckets(closing);
        SettingsAudit.record(store, opened.trail(), configuration.shown(), clock);
        work.start(opened, listeners);
        Hosting served = Hosting.of(apis, opened.authenticators())
                .withIdempotency(new StoredIdempotency(store, clock))
                .withCursors(new Cursors(cursorKey("the server")))
                .withFigures(() -> PrometheusText.of(usage, unreadable) + DiskFigures.of(storage.diskSpace()))
                .withReady("storage", this::isStorageReached)
                .withReadiness("disk", this::disk)
                .withReady("accounts", () -> peopled)
                .withClock(clock);
        Hosting hosting = Site.addTo(served, pages(), storage.foreignOrigins(publicUrl));
        Optional<S3Mount> s3 = storage.mount();
        return s3.isEmpty() ? hosting : hosting.withMount(new Mount(s3.get().path(), s3.get()::accept));
    }

    private Set<String> tenantListeners() {
        return start.systems().stream()
                .filter(system -> system.tenants().isPresent())
                .map(SystemDefinition::name)
                .collect(Collectors.toSet());
    }

    private HomeHost openHome(Identity opened) {
        NoticeLetters letters =
                new NoticeLetters(opened, new PageTexts(pages())::get, publicUrl, new NoticePost(work.outbox()));
        Deployment deployment = new Deployment(PlatformTable.MODEL, items, Table::name, clock);
        return new HomeHost(new Inboxes(store, clock, letters), start.systems(), deployment, storage.streams(), store);
    }

    private List<SystemPages> pages() {
        return start.systems().stream()
                .flatMap(system -> SystemPages.of(system).stream())
                .toList();
    }

    private Api about() {
        return ServerApi.of(
                start.version(),
                storage.isOpen(),
                work.outbox().isConfigured(),
                pages(),
                demo.shownAccounts(),
                demo::status,
                () -> {
                    PlatformServer known = listening;
                    return known == null ? List.of() : known.hosted();
                });
    }

    private Api admin(Identity opened) {
        Prices prices = new Prices(
                configuration.get(Keys.PRICE_READ),
                configuration.get(Keys.PRICE_WRITE),
                configuration.get(Keys.PRICE_REGION));
        return AdminApi.of(new Administration(
                opened,
                items,
                JobLists.of(start.systems(), items, Systems.names(configuration), clock, work.jobs()),
                storage.local(),
                usage,
                prices,
                closing.add("tasks", new Tasks(clock)),
                hosted()));
    }

    private HostedSystems hosted() {
        return UsedStorage.of(start.systems(), configuration, sweeps::get, storage::objects);
    }

    private Api console(Identity opened) {
        return ConsoleApi.of(
                start.systems(),
                items,
                Systems.names(configuration),
                opened.issuerName(),
                storage::dynamoDbUrl,
                unreadable,
                new Cursors(cursorKey("the console")),
                id -> opened.people().find(id).map(person -> person.name().isEmpty() ? person.email() : person.name()),
                opened.trail());
    }

    /** Opens a system, and has its sample data loaded once the server is ready. */
    private <S extends Record> List<Api> open(
            SystemDefinition<S> system, SystemHost host, Identity opened, HomeHost home) {
        SystemHost.Place place = new SystemHost.Place(
                publicUrl,
                cursorKey(system.name()),
                unreadable,
                opened,
                work.outbox(),
                home.notices(system.name(), opened),
                () -> demo.isPending(system.name()));
        // By a client that nobody counts: what the sample data took is not what its visitors take.
        demo.prepare(system, store, storage, () -> host.environment(system, storage.items(), place.unpaused()));
        Environment<S> environment = host.environment(system, items, place);
        system.tenants().ifPresent(told -> listeners.put(system.name(), tenant -> told.tell(environment, tenant)));
        return system.opening()
                .map(opening -> closing.add(system.name(), opening.apply(environment)))
                .map(running -> noted(system.name(), running))
                .map(Running::apis)
                .orElse(List.of());
    }

    private Running noted(String system, Running running) {
        if (!running.sweeps().isEmpty()) {
            sweeps.updateAndGet(known -> {
                Map<String, List<Sweep>> more = new TreeMap<>(known);
                more.put(system, running.sweeps());
                return Map.copyOf(more);
            });
        }
        return running;
    }

    private byte[] cursorKey(String system) {
        return SecretFile.derive(secret, "cursors of " + system);
    }

    /** Whoever can sign in at first. */
    private void people() {
        if (!start.demo()) {
            firstAdministrator = Objects.requireNonNull(identity)
                    .people()
                    .addFirstAdministrator(configuration.get(Keys.ADMIN_EMAIL))
                    .orElse(null);
        }
    }

    /** Runs when the sample data is loaded; at once if it is. */
    public void whenDemoIsLoaded(Runnable action) {
        demo.whenLoaded(action);
    }

    /** Whether sample data is being loaded. */
    public boolean isDemoLoading() {
        return demo.status().state().equals("loading");
    }

    /** Who can sign in to the demonstration, all with {@link #DEMO_PASSWORD}; nobody if this is none. */
    public List<Demo.Account> demoAccounts() {
        return demo.accounts();
    }

    private List<OidcIssuer> issuers() {
        return configuration.get(Keys.OIDC_ISSUERS).stream()
                .map(OidcIssuers::parse)
                .toList();
    }

    private Hosting.Readiness disk() {
        DiskSpace space = storage.diskSpace();
        return space.state() == DiskSpace.State.AMPLE
                ? Hosting.Readiness.of(true)
                : new Hosting.Readiness(space.takesWrites(), space.text());
    }

    private boolean isStorageReached() {
        return storage.items()
                        .describeTable(request -> request.tableName(PlatformTable.TABLE.name()))
                        .table()
                        .itemCount()
                != null;
    }

    /** Where people and programs reach it. */
    public String publicUrl() {
        return publicUrl;
    }

    /** Whether what people send could be read by others on the way. */
    public boolean isOpenWithoutTls() {
        return !HttpSettings.isLoopback(configuration) && publicUrl.startsWith("http:");
    }

    /** Where it listens. */
    public String url() {
        return server.url();
    }

    /** Where other programs find the items, if they are on this machine. */
    public Optional<String> dynamoDbUrl() {
        return storage.dynamoDbUrl();
    }

    /** Where other programs find the objects, if they are on this machine. */
    public Optional<String> s3Url() {
        return storage.s3Url();
    }

    /** Whether the ports of DynamoDB and S3 take any signature. */
    public boolean isOpen() {
        return storage.isOpen();
    }

    /** The access key that was made because none is configured. */
    public Optional<MadeKey> madeKey() {
        return storage.madeKey();
    }

    /** The first administrator, with a password that nobody will be able to see again, if this is the first start. */
    public Optional<People.Added> firstAdministrator() {
        return Optional.ofNullable(firstAdministrator);
    }

    @Override
    public void close() {
        closing.close();
    }
}

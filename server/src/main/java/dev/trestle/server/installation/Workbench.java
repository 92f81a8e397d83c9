package dev.trestle.server.installation;

import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.server.admin.AdminApi;
import dev.trestle.server.admin.Administration;
import dev.trestle.server.admin.HostedSystems;
import dev.trestle.server.admin.Tasks;
import dev.trestle.server.metrics.Prices;
import dev.trestle.server.metrics.Usage;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A stopped store, opened for one command: the administrators' API over it, on a port of this machine, for whoever holds a token that
 * only this process knows. So a command does the same, by the same rules, whether a server runs or not.
 */
public final class Workbench implements AutoCloseable {
    private static final String ISSUER = "http://localhost/auth/v1";
    private static final int SECRET_BYTES = 32;

    private final Closing closing;
    private final PlatformServer server;
    private final String token;

    private Workbench(Path data, List<SystemDefinition<?>> systems, Closing closing) {
        this.closing = closing;
        Clock clock = Clock.systemUTC();
        TrestleDb db = closing.add("the database", TrestleDb.open(EngineOptions.directory(data)));
        Deployments.deploy(PlatformTable.MODEL, db.client());
        ItemStore store = store(db, PlatformTable.MODEL);
        // Nobody signs in here, so that nothing is encrypted with it.
        Identity identity = Identity.open(store, IdentityOptions.of(ISSUER, random(), clock), List.of());
        this.token = HexFormat.of().formatHex(random());
        Administration administration = new Administration(
                identity,
                db.client(),
                JobLists.of(
                        withTables(systems, db),
                        db.client(),
                        Table::name,
                        clock,
                        new Jobs(store, PlatformTable.JOBS, clock)),
                Optional.empty(),
                closing.add("usage", new Usage(clock)),
                new Prices(BigDecimal.ZERO, BigDecimal.ZERO, ""),
                closing.add("tasks", new Tasks(clock)),
                HostedSystems.NONE);
        Authenticator own = sent -> isOwn(sent) ? AdminApi.operator(identity) : null;
        this.server = closing.add(
                "the port",
                PlatformServer.start(
                        HttpOptions.loopback(0), Hosting.of(List.of(AdminApi.of(administration)), List.of(own))));
    }

    /** Opens a data directory that no other process has open. */
    public static Workbench open(Path data, List<SystemDefinition<?>> systems) {
        Closing closing = new Closing();
        try {
            return new Workbench(data, systems, closing);
        } catch (RuntimeException | Error e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    /** A store may be older than a system, or no server's at all. */
    private static List<SystemDefinition<?>> withTables(List<SystemDefinition<?>> systems, TrestleDb db) {
        return systems.stream()
                .filter(system -> Deployments.isThere(system.model(), db.client(), Table::name))
                .toList();
    }

    private static ItemStore store(TrestleDb db, Model model) {
        return ItemStore.builder(db.client(), model).build();
    }

    private static byte[] random() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    private boolean isOwn(String authorization) {
        return MessageDigest.isEqual(
                authorization.getBytes(StandardCharsets.UTF_8), ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    public String url() {
        return server.url();
    }

    public String token() {
        return token;
    }

    @Override
    public void close() {
        closing.close();
    }
}

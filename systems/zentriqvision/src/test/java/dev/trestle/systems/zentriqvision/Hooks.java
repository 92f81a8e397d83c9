package dev.trestle.systems.zentriqvision;

import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.http.OutgoingConnector;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.settings.HostAndPort;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.platform.system.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Servers that webhooks lead to: one on loopback that an administrator has allowed, {@code hooks.test}, and names whose addresses a test says.
 * Notes every address that is dialled.
 */
final class Hooks implements AutoCloseable {
    /** What arrived. */
    record Request(String body, String signature, String alert) {}

    final List<Request> requests = new CopyOnWriteArrayList<>();
    final List<InetAddress> dialled = new CopyOnWriteArrayList<>();
    final AtomicInteger status = new AtomicInteger(200);
    private final Map<String, String> names = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final OutgoingConnector connector = new OutgoingConnector();

    Hooks() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(new Request(
                    body,
                    exchange.getRequestHeaders().getFirst("X-Trestle-Signature"),
                    exchange.getRequestHeaders().getFirst("X-Trestle-Alert")));
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        server.start();
        name("hooks.test", "127.0.0.1");
    }

    /** From now on a name has this address. */
    void name(String host, String address) {
        names.put(host, address);
    }

    String url() {
        return "http://hooks.test:" + server.getAddress().getPort() + "/alerts";
    }

    Environment<ZentriqVisionSettings> in(Environment<ZentriqVisionSettings> environment) {
        HostAndPort own = new HostAndPort("hooks.test", server.getAddress().getPort());
        SharedSettings shared = environment.shared();
        return environment
                .withShared(new SharedSettings(
                        shared.smtp(), shared.media(), shared.ai(), new SharedSettings.Outgoing(List.of(own))))
                .withOutgoing(new OutgoingHttp(
                        this::resolve,
                        (address, request) -> {
                            dialled.add(address);
                            return connector.send(address, request);
                        },
                        new SharedSettings.Outgoing(List.of(own)).allowed()));
    }

    private List<InetAddress> resolve(String host) throws UnknownHostException {
        String address = names.get(host);
        return List.of(InetAddress.getByName(address == null ? host : address));
    }

    @Override
    public void close() {
        connector.close();
        server.stop(0);
    }
}

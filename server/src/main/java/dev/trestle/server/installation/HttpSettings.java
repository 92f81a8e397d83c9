package dev.trestle.server.installation;

import dev.trestle.platform.http.HttpLimits;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.TlsFiles;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the configuration means for the server's own port. */
final class HttpSettings {
    private HttpSettings() {}

    static HttpOptions of(Configuration configuration) {
        HttpLimits limits = limits(configuration);
        String metricsToken = configuration.get(Keys.METRICS_TOKEN);
        return new HttpOptions(
                bind(configuration),
                configuration.get(Keys.HTTP_PORT),
                hosts(configuration),
                Set.copyOf(configuration.get(Keys.HTTP_ORIGINS)),
                Set.copyOf(configuration.get(Keys.HTTP_PROXIES)),
                tls(configuration),
                metricsToken.isEmpty() ? null : metricsToken,
                limits);
    }

    private static HttpLimits limits(Configuration configuration) {
        HttpLimits standard = HttpLimits.standard();
        HttpLimits.Share person = new HttpLimits.Share(
                configuration.get(Keys.HTTP_PERSON_RUNNING),
                configuration.get(Keys.HTTP_PERSON_WAITING),
                standard.person().streams(),
                configuration.get(Keys.HTTP_PERSON_LISTENERS));
        HttpLimits.Share tenant = new HttpLimits.Share(
                configuration.get(Keys.HTTP_TENANT_RUNNING),
                configuration.get(Keys.HTTP_TENANT_WAITING),
                standard.tenant().streams(),
                configuration.get(Keys.HTTP_TENANT_LISTENERS));
        return standard.withConnections(
                        configuration.get(Keys.CONNECTIONS), configuration.get(Keys.CONNECTIONS_ADDRESS))
                .withBodyBytes(configuration.get(Keys.HTTP_BODY))
                .withWorkers(configuration.get(Keys.HTTP_WORKERS), configuration.get(Keys.HTTP_QUEUE))
                .withListeners(configuration.get(Keys.HTTP_LISTENERS))
                .withShares(person, tenant)
                .withTimes(standard.patience(), configuration.get(Keys.HTTP_TIMEOUT))
                .withRates(new HttpLimits.PerMinute(
                        configuration.get(Keys.HTTP_RATE_ADDRESS),
                        configuration.get(Keys.HTTP_RATE_USER),
                        configuration.get(Keys.HTTP_RATE_ASSETS)));
    }

    private static HttpOptions.@Nullable Tls tls(Configuration configuration) {
        String certificate = configuration.get(Keys.HTTP_TLS_CERTIFICATE);
        String key = configuration.get(Keys.HTTP_TLS_KEY);
        if (certificate.isEmpty() && key.isEmpty()) {
            return null;
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            throw new ConfigException(List.of("TLS needs both http.tls.certificate and http.tls.key."));
        }
        List<String> problems = new ArrayList<>();
        for (String file : List.of(certificate, key)) {
            if (!Files.isReadable(Path.of(file))) {
                problems.add("The file " + file + " cannot be read, and TLS needs it.");
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        HttpOptions.Tls tls = new HttpOptions.Tls(Path.of(certificate), Path.of(key));
        TlsFiles.problem(tls).ifPresent(problem -> {
            throw new ConfigException(List.of(problem));
        });
        return tls;
    }

    static String bind(Configuration configuration) {
        String own = configuration.get(Keys.HTTP_BIND);
        return own.isEmpty() ? configuration.get(Keys.BIND) : own;
    }

    /** Names by which clients may call the server, beside those that are its own anyway. */
    static List<String> hosts(Configuration configuration) {
        List<String> hosts = new ArrayList<>(configuration.get(Keys.HTTP_HOSTS));
        String publicUrl = configuration.get(Keys.HTTP_PUBLIC_URL);
        if (!publicUrl.isEmpty()) {
            hosts.add(URI.create(publicUrl).getRawAuthority());
        }
        return hosts;
    }

    /** The URL under which browsers reach the server, which listens at {@code port}. */
    static String publicUrl(Configuration configuration, int port) {
        String configured = configuration.get(Keys.HTTP_PUBLIC_URL);
        if (!configured.isEmpty()) {
            return configured;
        }
        String bind = bind(configuration);
        InetAddress address = address(bind);
        boolean local = address.isLoopbackAddress() || address.isAnyLocalAddress();
        return (configuration.get(Keys.HTTP_TLS_CERTIFICATE).isEmpty() ? "http" : "https") + "://"
                + (local ? "localhost" : literal(bind)) + ":" + port;
    }

    static boolean isLoopback(Configuration configuration) {
        return address(bind(configuration)).isLoopbackAddress()
                && address(configuration.get(Keys.BIND)).isLoopbackAddress();
    }

    static boolean isLoopback(String bind) {
        return address(bind).isLoopbackAddress();
    }

    /** How this machine itself reaches what is bound to an address. */
    static String reachable(String bind) {
        return address(bind).isAnyLocalAddress() ? "127.0.0.1" : literal(bind);
    }

    private static String literal(String bind) {
        return bind.indexOf(':') >= 0 ? "[" + bind + "]" : bind;
    }

    private static InetAddress address(String bind) {
        try {
            return InetAddress.getByName(bind);
        } catch (UnknownHostException e) {
            throw new ConfigException(List.of("There is no address " + bind + " to listen on."));
        }
    }
}

package dev.trestle.server.config;

import dev.trestle.platform.settings.Key;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.platform.settings.Values;
import dev.trestle.platform.system.SystemDefinition;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The keys of the server itself. Systems bring their own ({@link SystemDefinition#keys}), and some are shared by all of them
 * ({@link SharedSettings}). The file {@code trestle.conf} that documents them is written from these lists.
 */
public final class Keys {
    private static final List<Key<?>> ALL = new ArrayList<>();

    /** Where items are kept. */
    public enum Storage {
        EMBEDDED,
        DYNAMODB
    }

    /** Where objects are kept. */
    public enum Objects {
        LOCAL,
        S3
    }

    /** How the log is written. */
    public enum LogFormat {
        TEXT,
        JSON
    }

    public static final Key<String> DATA =
            add(Key.of("data", "data", Values::some, "The directory of everything that is kept on this machine."));
    public static final Key<String> BIND = add(Key.of(
            "bind",
            "127.0.0.1",
            Values::some,
            "The address that all ports listen on. 0.0.0.0 is open to the network, and needs access-keys."));
    public static final Key<Storage> STORAGE = add(Key.of(
            "storage",
            "embedded",
            Values.oneOf(Storage.class),
            "Where items are kept: embedded (in the data directory) or dynamodb (AWS, or what speaks its protocol)."));
    public static final Key<String> STORAGE_ENDPOINT = add(
            Key.of("storage.endpoint", "", Values::url, "The URL of a DynamoDB that is not AWS's. Empty: AWS's own."));
    public static final Key<String> STORAGE_REGION =
            add(Key.of("storage.region", "us-east-1", Values::some, "The region of dynamodb and s3."));
    public static final Key<Long> STORAGE_BLOCK_CACHE = add(Key.of(
            "storage.block-cache",
            "96MiB",
            Values::size,
            "Memory for what embedded storage reads from its files, and for writes that are not in them yet. It is"
                    + " outside of",
            "Java's heap."));
    public static final Key<Long> STORAGE_ITEM_CACHE = add(Key.of(
            "storage.item-cache",
            "64MiB",
            Values::size,
            "Memory for items, and pages of them, that are asked for often. It is part of Java's heap, whose most the",
            "environment variable TRESTLE_HEAP says (512m)."));
    public static final Key<Objects> OBJECTS = add(Key.of(
            "objects",
            "local",
            Values.oneOf(Objects.class),
            "Where objects are kept: local (in the data directory) or s3 (AWS, or what speaks its protocol)."));
    public static final Key<String> OBJECTS_ENDPOINT =
            add(Key.of("objects.endpoint", "", Values::url, "The URL of an S3 that is not AWS's. Empty: AWS's own."));

    public static final Key<Long> DISK_WARN = add(Key.of(
            "disk.warn",
            "1GiB",
            Values::size,
            "The log and /health/ready warn while the data directory's disk has less room than this."));
    public static final Key<Long> DISK_STOP = add(Key.of(
            "disk.stop",
            "256MiB",
            Values::size,
            "While it has less than this, writes that take room are refused and /health/ready is 503. What is left is for",
            "deletions."));
    public static final Key<Integer> CONNECTIONS = add(Key.of(
            "connections",
            "4096",
            Values.number(16, 100_000),
            "Connections open at a time: as many on DynamoDB's and S3's ports together, as many on the server's own. One beyond",
            "takes the place of one that waits for its client."));
    public static final Key<Integer> CONNECTIONS_ADDRESS = add(Key.of(
            "connections.address",
            "2048",
            Values.number(8, 100_000),
            "How many of them one address may have, unless it is one of http.proxies."));

    public static final Key<String> HTTP_BIND = add(Key.of(
            "http.bind",
            "",
            Values::text,
            "The address that the console and the systems' APIs listen on, if it is another than bind."));
    public static final Key<Integer> HTTP_PORT =
            add(Key.of("http.port", "8080", Values.number(0, 65535), "Their port; 0 takes one that is free."));
    public static final Key<String> HTTP_PUBLIC_URL = add(Key.of(
            "http.public-url",
            "",
            Values::origin,
            "The URL under which browsers reach this server, if it is behind a proxy. It is also the name of the"
                    + " built-in",
            "issuer of tokens: changing it signs everybody out."));
    public static final Key<List<String>> HTTP_HOSTS = add(Key.of(
            "http.hosts", "", Values::list, "Further names that this server is asked for by, separated by commas."));
    public static final Key<List<String>> HTTP_ORIGINS = add(Key.of(
            "http.origins", "", Values::list, "Other sites whose pages may call the APIs: https://app.example.org, …"));
    public static final Key<List<String>> HTTP_PROXIES =
            add(Key.of("http.proxies", "", Values::list, "Addresses of proxies whose X-Forwarded-For is believed."));
    public static final Key<String> HTTP_TLS_CERTIFICATE = add(Key.of(
            "http.tls.certificate", "", Values::text, "A file with the certificate chain, as PEM. Empty: no TLS."));
    public static final Key<String> HTTP_TLS_KEY =
            add(Key.of("http.tls.key", "", Values::text, "A file with the certificate's key, as PEM."));
    public static final Key<Integer> HTTP_WORKERS =
            add(Key.of("http.workers", "16", Values.number(1, 1000), "Requests that are worked on at a time."));
    public static final Key<Integer> HTTP_QUEUE = add(Key.of(
            "http.queue",
            "1024",
            Values.number(1, 100_000),
            "Requests that wait for a worker; what comes beyond is answered 503."));
    public static final Key<Long> HTTP_BODY = add(Key.of(
            "http.body-max", "1MiB", Values::size, "The longest body, where a contract does not say otherwise."));
    public static final Key<Duration> HTTP_TIMEOUT =
            add(Key.of("http.timeout", "30s", Values::duration, "How long a request may take."));
    public static final Key<Integer> HTTP_PERSON_RUNNING = add(Key.of(
            "http.person.running",
            "6",
            Values.number(1, 1000),
            "Requests of one person that are worked on at a time. Further ones wait, whatever others do."));
    public static final Key<Integer> HTTP_PERSON_WAITING = add(Key.of(
            "http.person.waiting",
            "32",
            Values.number(1, 100_000),
            "Requests of one person that wait; what comes beyond is answered 429."));
    public static final Key<Integer> HTTP_TENANT_RUNNING = add(Key.of(
            "http.tenant.running",
            "12",
            Values.number(1, 1000),
            "Requests of all people of one tenant that are worked on at a time."));
    public static final Key<Integer> HTTP_TENANT_WAITING = add(Key.of(
            "http.tenant.waiting",
            "512",
            Values.number(1, 100_000),
            "Requests of all people of one tenant that wait; what comes beyond is answered 429."));
    public static final Key<Integer> HTTP_LISTENERS = add(Key.of(
            "http.listeners",
            "2000",
            Values.number(1, 100_000),
            "Connections that wait for events; what comes beyond is answered 503."));
    public static final Key<Integer> HTTP_PERSON_LISTENERS = add(Key.of(
            "http.person.listeners",
            "20",
            Values.number(1, 100_000),
            "Those of one person; what comes beyond is answered 429."));
    public static final Key<Integer> HTTP_TENANT_LISTENERS = add(Key.of(
            "http.tenant.listeners",
            "1000",
            Values.number(1, 100_000),
            "Those of all people of one tenant; likewise."));
    public static final Key<Integer> HTTP_RATE_ADDRESS = add(Key.of(
            "http.rate.address",
            "3000",
            Values.number(1, 1_000_000),
            "Calls without a sign-in, and with one that is not valid, that one address may send a minute."));
    public static final Key<Integer> HTTP_RATE_USER = add(Key.of(
            "http.rate.user",
            "1200",
            Values.number(1, 1_000_000),
            "Calls that one signed-in person may send a minute, from any address."));
    public static final Key<Integer> HTTP_RATE_ASSETS = add(Key.of(
            "http.rate.assets",
            "60000",
            Values.number(1, 10_000_000),
            "Pages, scripts and other files that one address may ask for a minute; they count as nothing else."));
    public static final Key<String> METRICS_TOKEN = add(Key.of(
                    "metrics.token",
                    "",
                    Values::text,
                    "What /metrics asks for as a bearer token. Empty: only this machine may read it.")
            .secret());
    public static final Key<BigDecimal> PRICE_READ = add(Key.of(
            "price.read-million",
            "0.125",
            Values::decimal,
            "What a million read request units cost in US dollars, for what the console says that AWS would charge."
                    + " This is",
            "the on-demand price of the standard class in us-east-1 since November 2024."));
    public static final Key<BigDecimal> PRICE_WRITE = add(Key.of(
            "price.write-million",
            "0.625",
            Values::decimal,
            "What a million write request units cost in US dollars; likewise."));
    public static final Key<String> PRICE_REGION = add(Key.of(
            "price.region", "us-east-1", Values::some, "The region that both prices are of, to be named beside them."));

    public static final Key<Integer> DYNAMODB_PORT = add(Key.of(
            "dynamodb.port",
            "8000",
            Values.number(0, 65535),
            "The port of the DynamoDB endpoint over embedded storage."));
    public static final Key<Integer> S3_PORT =
            add(Key.of("s3.port", "9000", Values.number(0, 65535), "The port of the S3 endpoint over local objects."));
    public static final Key<Map<String, String>> ACCESS_KEYS = add(Key.of(
                    "access-keys",
                    "",
                    Values::pairs,
                    "ID:SECRET pairs, separated by commas, that may sign requests to both endpoints. Without any, the first start makes",
                    "a key and keeps it in data/access-key, a file for its owner.")
            .secret());
    public static final Key<Map<String, AccessLimit>> ACCESS_LIMITS = add(Key.of(
            "access-limits",
            "",
            AccessLimit::parseAll,
            "Limits of access keys, separated by commas: reports|read|table:unisync-*|bucket:media, … Behind the key's id stand read or",
            "write (neither: both), and the tables and buckets that it reaches (none: all). What is reserved (the platform's",
            "tables, the systems' support tables and buckets) is served only to keys whose limits name it in full."));
    public static final Key<Boolean> OPEN_PORTS = add(
            Key.of(
                    "open-ports",
                    "no",
                    Values::flag,
                    "yes: both endpoints take any signature, from this machine only, in place of access-keys. --demo does so too."));
    public static final Key<Boolean> STORAGE_ONLY = add(Key.of(
            "storage-only",
            "no",
            Values::flag,
            "yes: only the two endpoints are served, as a store for other programs: no console, systems or people."));

    public static final Key<String> ADMIN_EMAIL = add(Key.of(
            "admin.email",
            "admin@localhost.local",
            Values::some,
            "The first administrator, who is made on the first start; the one-time password is printed then."));
    public static final Key<String> ADMIN_PASSWORD_FILE = add(Key.of(
            "admin.password-file",
            "",
            Values::text,
            "A file that the one-time password is written to instead, for its owner only: where what is printed is kept in a",
            "log, as by systemd. The access key that a first start makes is then not printed either."));
    public static final Key<String> SECRET_FILE = add(Key.of(
            "identity.secret-file",
            "",
            Values::text,
            "A file with 32 random bytes that keys are encrypted with before they are stored; the same for all"
                    + " processes on",
            "one table. Empty: data/secret, which is made on the first start."));
    public static final Key<Duration> ACCESS_LIFE = add(Key.of(
            "identity.access-life", "15m", Values::duration, "How long an access token of the built-in issuer holds."));
    public static final Key<Duration> REFRESH_LIFE = add(Key.of(
            "identity.refresh-life", "30d", Values::duration, "How long somebody stays signed in who does nothing."));
    public static final Key<Duration> AUDIT_RETENTION = add(Key.of(
            "audit.retention",
            "730d",
            Values::duration,
            "How long entries of the audit trail are kept. Entries that were made before a change keep their time."));
    public static final Key<List<String>> OIDC_ISSUERS = add(Key.of(
            "oidc.issuers",
            "",
            Values::list,
            "Further issuers whose tokens are taken, such as Cognito: each as ISSUER|KEYS-URL|AUDIENCE|AUDIENCE…,",
            "separated by commas."));

    public static final Key<Map<String, String>> TABLES = add(Key.of(
            "tables",
            "",
            Values::names,
            "Other names of the systems' tables than those of their documents, separated by commas:"
                    + " unisync-users=prod-users, …"));

    public static final Key<LogFormat> LOG_FORMAT =
            add(Key.of("log.format", "text", Values.oneOf(LogFormat.class), "text for people, json for programs."));

    private Keys() {}

    private static <T> Key<T> add(Key<T> key) {
        ALL.add(key);
        return key;
    }

    /** The server's own keys, those that all systems share, and those of some systems. */
    public static List<Key<?>> all(List<SystemDefinition<?>> systems) {
        List<Key<?>> all = new ArrayList<>(ALL);
        all.addAll(SharedSettings.GROUP.keys());
        systems.forEach(system -> all.addAll(system.keys()));
        return all;
    }

    /** The file that documents every key, with its default. */
    public static String reference(List<SystemDefinition<?>> systems) {
        StringBuilder text = new StringBuilder("""
            # The configuration of ./trestle serve. Every line is a default: change what you need, delete the rest.
            # Each key is also an environment variable, which wins: http.port is TRESTLE_HTTP_PORT.
            # Times are 500ms, 30s, 15m, 12h, 30d; sizes 4096, 64KiB, 10MiB; lists are separated by commas.
            """);
        for (Key<?> key : all(systems)) {
            text.append('\n');
            key.about().forEach(line -> text.append("# ").append(line).append('\n'));
            text.append(key.name()).append(" =");
            text.append(key.otherwise().isEmpty() ? "" : " " + key.otherwise()).append('\n');
        }
        return text.toString();
    }
}

package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.sdk.TrestleDb;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Saves and reads of documents beside the same calls on dynalite, which only HTTP reaches. A server that knows the answers beforehand
 * takes part too, and tells how far ahead of dynalite any server could be with the same client on the same machine.
 */
final class DocstoreOverHttp {
    private static final int[] THREADS = {1, 8};
    private static final int SAVED = 8;
    private static final int VERSIONS = 10;

    /** Of what the server that knows its answers reaches, wherever that leaves no room for the floor itself. */
    private static final double SHARE = 0.5;

    /** Of the very same single writes, which for Trestle are no transaction: to be ahead. */
    private static final double AHEAD = 1;

    private final PrintStream out;
    private final Duel duel;

    DocstoreOverHttp(PrintStream out, Duel duel) {
        this.out = out;
        this.duel = duel;
    }

    void run(Path home, Path dynalite) throws IOException {
        WireServers servers = new WireServers(home, LaunchedJava.ask());
        Map<String, byte[]> answers = new ConcurrentHashMap<>();
        int emptyPort = ServerProcess.freePort();
        Vertx empty = EmptyServer.start(emptyPort, (target, body) -> {
            byte[] known = target.endsWith("GetItem") ? answers.get(body.toString()) : null;
            return known == null ? answers.get(target) : known;
        });
        try (TrestleDb within = DocstoreBench.inMemory();
                TrestleDb db = DocstoreBench.inMemory();
                WireServer wire = WireServer.start(db.engine(), WireOptions.loopback(0));
                ServerProcess process = servers.dynalite(dynalite);
                DynamoDbClient ourSdk = overHttp(wire.url());
                DynamoDbClient theirSdk = overHttp("http://127.0.0.1:" + process.port());
                LightClient ours = new LightClient(URI.create(wire.url()).getPort());
                LightClient oursOneByOne =
                        LightClient.oneByOne(URI.create(wire.url()).getPort());
                LightClient theirs = LightClient.oneByOne(process.port());
                LightClient nobody = new LightClient(emptyPort);
                LightClient heard =
                        LightClient.heard(URI.create(wire.url()).getPort(), (operation, question, answer) -> {
                            answers.put(new String(question, UTF_8), answer);
                            answers.put("DynamoDB_20120810." + operation, answer);
                        })) {
            Side embedded = Side.filled("embedded", within.client());
            Side our = Side.filled("ours", ours.before(ourSdk));
            Side their = Side.filled("theirs", theirs.before(theirSdk));
            Side bound = Side.filled("known", heard.before(ourSdk)).repeated(nobody.before(ourSdk));
            Side single = Side.filled("single", oursOneByOne.before(ourSdk));
            for (Side side : List.of(embedded, our, their, bound, single)) {
                duel.warmUp(SAVED, random -> side.read());
                duel.warmUp(SAVED, random -> side.save());
            }
            List<LightClient> clients = List.of(ours, oursOneByOne, theirs, nobody);
            clients.forEach(client -> client.stayAwake(true));
            out.println(
                    "dynalite has no transactions: its saves are the same writes one after another, under the same conditions,"
                            + " which promises less");
            out.println("Each as it is used: Trestle within the program, dynalite, which cannot be, over HTTP");
            compare("Read embedded, beside dynalite", 1, Side::read, embedded, their, DocstoreBench.FLOOR);
            compare("Save embedded, beside dynalite", 1, Side::save, embedded, their, DocstoreBench.FLOOR);
            out.println("All over HTTP, all warmed up; a client of one thread waits for its answer without sleeping");
            out.println(
                    "A server that knows its answers beforehand bounds what any can reach here: the floor is 500 %, or half of"
                            + " that bound where it is below 500 %");
            compare("Save over HTTP, both one by one", 1, Side::save, single, their, AHEAD);
            for (int threads : THREADS) {
                clients.forEach(client -> client.stayAwake(threads == 1));
                compareBounded("Read", threads, Side::read, bound, our, their);
                compareBounded("Save", threads, Side::save, bound, our, their);
            }
        } finally {
            empty.close().await();
        }
    }

    private static DynamoDbClient overHttp(String url) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create(url))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(SigningV4.KEY_ID, SigningV4.SECRET)))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private void compareBounded(
            String what, int threads, ToLongFunction<Side> call, Side bound, Side ours, Side theirs) {
        double possible = compare(what + ", answers known, v. dynalite", threads, call, bound, theirs, 0);
        double floor = possible >= DocstoreBench.FLOOR ? DocstoreBench.FLOOR : possible * SHARE;
        compare(what + " over HTTP, beside dynalite", threads, call, ours, theirs, floor);
    }

    private double compare(String name, int threads, ToLongFunction<Side> call, Side ours, Side theirs, double floor) {
        return duel.run(name, threads, random -> call.applyAsLong(ours), random -> call.applyAsLong(theirs), floor);
    }

    /** Documents of one side, of which several may use one database: one that all threads read, and for each thread one to save. */
    private static final class Side {
        private final String name;
        private final DocstoreSide documents;
        private final AtomicInteger threads = new AtomicInteger();
        private final ThreadLocal<String> saved =
                ThreadLocal.withInitial(() -> saved(threads.getAndIncrement() % SAVED));

        private Side(String name, DocstoreSide documents) {
            this.name = name;
            this.documents = documents;
        }

        static Side filled(String name, DynamoDbClient client) {
            Side side = new Side(name, new DocstoreSide(client));
            side.documents.place(name);
            side.read();
            for (int i = 0; i < SAVED; i++) {
                side.documents.create(side.saved(i), VERSIONS + 1); // as many as are kept, and one that was pruned
            }
            return side;
        }

        Side repeated(DynamoDbClient client) {
            return new Side(name, documents.repeated(client));
        }

        private String saved(int number) {
            return name + number;
        }

        long read() {
            return documents.read(name);
        }

        long save() {
            return documents.save(saved.get());
        }
    }
}

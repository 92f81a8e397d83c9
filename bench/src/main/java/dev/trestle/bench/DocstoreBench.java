package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Document Store's saves, reads and lists: beside the same calls on other databases, and beside themselves when there is more. */
final class DocstoreBench {
    private static final double FLOOR = 5;

    /** Of the very same writes over the same protocol, where most of the time is the protocol's: to be ahead. */
    private static final double AHEAD = 1;

    private static final double FLAT = 1 / 1.5;
    private static final int MANY = 100_000;
    private static final int FEW = 1_000;
    private static final String ID = "report";
    private static final String SAVED = "minutes";
    private static final String ALONE = "letter";

    private final PrintStream out;
    private final Duel duel;
    private final List<String> missed = new ArrayList<>();
    private int comparisons;

    DocstoreBench(PrintStream out, Duel duel) {
        this.out = out;
        this.duel = duel;
    }

    /** Gives the floors that were missed and that the duel does not know of. */
    List<String> run(Path home, @Nullable Path dynalite, @Nullable Path dynamoDbLocal)
            throws IOException, ReflectiveOperationException {
        out.println("Documents of 10 KB, contents in memory on every side: what is compared is the database below");
        growth();
        if (dynamoDbLocal != null) {
            out.println("DynamoDB Local, embedded and in memory: its licence binds whoever runs it");
            try (LocalPeer peer = LocalPeer.open(dynamoDbLocal);
                    TrestleDb db = inMemory()) {
                compare("embedded, beside DynamoDB Local", db.client(), peer.client(), FLOOR);
            }
        }
        if (dynalite != null) {
            beside(home, dynalite);
        }
        return missed;
    }

    private static TrestleDb inMemory() {
        return TrestleDb.open(EngineOptions.inMemory());
    }

    private void beside(Path home, Path dynalite) throws IOException {
        WireServers servers = new WireServers(home, LaunchedJava.ask());
        try (TrestleDb db = inMemory();
                WireServer wire = WireServer.start(db.engine(), WireOptions.loopback(0));
                ServerProcess process = servers.dynalite(dynalite);
                DynamoDbClient ourSdk = overHttp(wire.url());
                DynamoDbClient theirSdk = overHttp("http://127.0.0.1:" + process.port());
                LightClient ourLight = new LightClient(URI.create(wire.url()).getPort());
                LightClient theirLight = new LightClient(process.port())) {
            DynamoDbClient ours = ourLight.before(ourSdk);
            DynamoDbClient theirs = OneByOne.over(theirLight.before(theirSdk));
            out.println(
                    "dynalite has no transactions: its saves are the same writes one after another, under the same conditions,"
                            + " which promises less");
            out.println("Each as it is used: Trestle within the program, dynalite, which cannot be, over HTTP");
            try (TrestleDb within = inMemory()) {
                compare("embedded, beside dynalite", within.client(), theirs, FLOOR);
            }
            out.println("Both over HTTP");
            compare("over HTTP, beside dynalite", ours, theirs, FLOOR);
            DocstoreSide our = new DocstoreSide(OneByOne.over(ours)).create(ALONE, 10);
            DocstoreSide their = new DocstoreSide(theirs).create(ALONE, 10);
            duel.run(
                    "Save over HTTP, both one by one",
                    1,
                    random -> our.save(ALONE),
                    random -> their.save(ALONE),
                    AHEAD);
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

    private void compare(String where, DynamoDbClient ours, DynamoDbClient theirs, double floor) {
        DocstoreSide our = new DocstoreSide(ours);
        DocstoreSide their = new DocstoreSide(theirs);
        our.place(ID);
        their.place(ID);
        duel.run("Read " + where, 1, random -> our.read(ID), random -> their.read(ID), floor);
        String saved = SAVED + ++comparisons; // one side may have seen another comparison
        our.create(saved, 10);
        their.create(saved, 10);
        duel.run("Save " + where, 1, random -> our.save(saved), random -> their.save(saved), floor);
    }

    /** Neither its own history nor other documents make a save dearer; a page of a long list is one query. */
    private void growth() {
        AtomicLong requests = new AtomicLong();
        try (TrestleDb few = inMemory();
                TrestleDb many = inMemory()) {
            DocstoreSide small = new DocstoreSide(few.client()).fill(FEW).create(ID, 10);
            DocstoreSide large = new DocstoreSide(counted(many.client(), requests))
                    .fill(MANY)
                    .create(ID, 10);
            duel.run("Save among 100,000 vs. 1,000", 1, random -> large.save(ID), random -> small.save(ID), FLAT);
            duel.run("Read among 100,000 vs. 1,000", 1, random -> large.read(ID), random -> small.read(ID), FLAT);
            duel.run("List of 50, 100,000 vs. 1,000", 1, random -> large.list(), random -> small.list(), FLAT);
            requests.set(0);
            large.list();
            boolean one = requests.get() == 1;
            out.println(String.format(
                    Locale.ROOT,
                    "List of 50 from 100,000: %d request  floor 1  %s",
                    requests.get(),
                    one ? "met" : "MISSED"));
            if (!one) {
                missed.add("a list of 50 is " + requests.get() + " requests");
            }
        }
        history();
    }

    /** A save after ten thousand saves beside one after ten. */
    private void history() {
        try (TrestleDb young = inMemory();
                TrestleDb old = inMemory()) {
            DocstoreSide begun = new DocstoreSide(young.client()).create(ID, 10);
            DocstoreSide grown = new DocstoreSide(old.client()).create(ID, 10_000);
            duel.run("Save after 10,000 vs. 10 saves", 1, random -> grown.save(ID), random -> begun.save(ID), FLAT);
        }
    }

    private static DynamoDbClient counted(DynamoDbClient client, AtomicLong requests) {
        Class<?>[] type = {DynamoDbClient.class};
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), type, (proxy, method, args) -> {
                    if (args != null && args.length == 1) {
                        requests.incrementAndGet();
                    }
                    try {
                        return method.invoke(client, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}

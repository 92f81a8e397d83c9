package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The Document Store's saves, reads and lists: beside the same calls on other databases, and beside themselves when there is more. */
final class DocstoreBench {
    static final double FLOOR = 5;

    private static final double FLAT = 1 / 1.5;
    private static final int MANY = 100_000;
    private static final int FEW = 1_000;
    private static final String ID = "report";
    private static final String SAVED = "minutes";

    private final PrintStream out;
    private final Duel duel;
    private final List<String> missed = new ArrayList<>();

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
                DocstoreSide ours = new DocstoreSide(db.client()).place(ID).create(SAVED, 10);
                DocstoreSide theirs = new DocstoreSide(peer.client()).place(ID).create(SAVED, 10);
                String where = "embedded, beside DynamoDB Local";
                duel.run("Read " + where, 1, random -> ours.read(ID), random -> theirs.read(ID), FLOOR);
                duel.run("Save " + where, 1, random -> ours.save(SAVED), random -> theirs.save(SAVED), FLOOR);
            }
        }
        if (dynalite != null) {
            new DocstoreOverHttp(out, duel).run(home, dynalite);
        }
        return missed;
    }

    static TrestleDb inMemory() {
        return TrestleDb.open(EngineOptions.inMemory());
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

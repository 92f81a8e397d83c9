package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.testing.Targets;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A document that is read while its author types: each autosave takes the place of the one before, and deletes its content. */
class ReplacedWhileReadTest {
    /** What a read asks for; whatever else asks meanwhile asks otherwise. */
    private static final Set<String> READS = Set.of("batchGetItem", "getObject", "getObjectAsBytes");

    private static final int PLACES = 6;

    private final AtomicInteger left = new AtomicInteger(-1);
    private volatile @Nullable Runnable action;

    private World world() {
        Faults.Hook none = call -> {};
        Faults.Hook before = call -> {
            Runnable todo = action;
            if (todo != null && READS.contains(call) && left.getAndDecrement() == 0) {
                action = null;
                todo.run();
            }
        };
        return new World(
                Targets.all().findFirst().orElseThrow(),
                items -> Faults.around(DynamoDbClient.class, items, before, none),
                objects -> Faults.around(S3Client.class, objects, before, none));
    }

    /** Small contents are sent at once, large ones are streamed. */
    @ParameterizedTest
    @ValueSource(ints = {10, 100_000})
    void content_replacedBeforeEachRequestOfARead_isTheOneOrTheOther(int size) {
        try (World world = world()) {
            Someone ann = world.ann();
            ann.create("doc", "0").is(201);
            ann.autosave("doc", "\"v0\"", text(1, size)).is(200);
            int number = 1;
            for (int place = 0; place < PLACES; place++) {
                for (String form : new String[] {"text/markdown", "application/json", "text/html"}) {
                    int last = number;
                    left.set(place);
                    action = () -> ann.autosave("doc", "\"v" + last + "\"", text(last + 1, size))
                            .is(200);
                    Answer read = ann.get("getContent", "/documents/doc/content", "accept", form)
                            .is(200);
                    number = action == null ? number + 1 : number;
                    action = null;
                    assertThat(read.text())
                            .as("at %s as %s", place, form)
                            .containsAnyOf(text(last, size), text(number, size));
                }
            }
            assertThat(number).as("autosaves that came in between").isGreaterThan(6);
        }
    }

    private static String text(int number, int size) {
        return "version " + number + " " + "x".repeat(size);
    }

    @Test
    void content_whoseRowIsMissing_isNotFoundAtOnce() {
        try (World world = world()) {
            Someone ann = world.ann();
            ann.create("doc", "0").is(201);
            world.tables
                    .store()
                    .within("acme")
                    .transaction()
                    .delete(
                            dev.trestle.systems.docstore.model.DocumentsTable.VERSION_BY_NUMBER.of("doc", 0),
                            dev.trestle.model.operation.Expect.ANYTHING)
                    .commit();
            ann.content("doc").is(404);
        }
    }
}

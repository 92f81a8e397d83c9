package dev.trestle.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The base of every class of the suite: runs it over all targets, and gives each test tables of its own. */
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
abstract class ConformanceTest {
    static final String VALIDATION = "ValidationException";
    static final String NOT_FOUND = "ResourceNotFoundException";
    static final String IN_USE = "ResourceInUseException";
    static final String CONDITION_FAILED = "ConditionalCheckFailedException";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long POLL_NANOS = Duration.ofMillis(2).toNanos();
    private static final AtomicLong NAMES = new AtomicLong();
    private static final String RUN = Long.toString(System.nanoTime(), 36);

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    DynamoDbClient client;

    @SuppressWarnings("NullAway.Init")
    DynamoDbStreamsClient streams;

    private final List<String> tables = new ArrayList<>();
    private boolean comparesMessages = true;

    @BeforeEach
    final void useTarget(TestInfo test) {
        client = target.client();
        streams = target.streams();
        if (target.isDynamoDbLocal()) {
            Method method = test.getTestMethod().orElseThrow();
            DiffersFromDynamoDbLocal differs = method.getAnnotation(DiffersFromDynamoDbLocal.class);
            Assumptions.assumeTrue(
                    differs == null,
                    () -> "DynamoDB Local differs: " + requireNonNull(differs).value());
            comparesMessages = !method.isAnnotationPresent(WordedOtherwiseByDynamoDbLocal.class);
        }
    }

    @AfterEach
    final void deleteTables() {
        for (String table : tables) {
            try {
                client.deleteTable(r -> r.tableName(table));
            } catch (ResourceNotFoundException alreadyDeleted) {
                continue;
            }
            waitUntil("table " + table + " is gone", () -> !exists(table));
        }
    }

    /** A table name that no other test uses; the table of that name, if there is one, is deleted after the test. */
    final String newTableName() {
        String name = "conf-" + RUN + "-" + NAMES.incrementAndGet();
        tables.add(name);
        return name;
    }

    /** Creates a table of this shape and waits until it is active. */
    final String create(TableShape shape) {
        String name = newTableName();
        client.createTable(shape.request(name));
        waitUntilActive(name);
        return name;
    }

    final void waitUntilActive(String table) {
        waitUntil("table " + table + " is active", () -> {
            TableDescription description = describe(table);
            return description.tableStatus() == TableStatus.ACTIVE
                    && description.globalSecondaryIndexes().stream()
                            .allMatch(index -> index.indexStatusAsString().equals("ACTIVE"));
        });
    }

    final TableDescription describe(String table) {
        return client.describeTable(r -> r.tableName(table)).table();
    }

    final boolean exists(String table) {
        try {
            describe(table);
            return true;
        } catch (ResourceNotFoundException e) {
            return false;
        }
    }

    static void waitUntil(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long until " + what).isLessThan(deadline);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    final void put(String table, String item) {
        put(table, Literals.item(item));
    }

    final void put(String table, Map<String, AttributeValue> item) {
        client.putItem(r -> r.tableName(table).item(item));
    }

    /** The item under this key as a literal, or {@code "{}"} if there is none. */
    final String get(String table, String key) {
        return Literals.show(
                client.getItem(r -> r.tableName(table).key(Literals.item(key)).consistentRead(true))
                        .item());
    }

    /** All items of a table as literals, sorted, so that a test can tell that nothing changed. */
    final List<String> contents(String table) {
        return client.scan(r -> r.tableName(table).consistentRead(true)).items().stream()
                .map(Literals::show)
                .sorted()
                .toList();
    }

    /**
     * Asserts that the call is refused with exactly this error code and message, and gives the exception for more
     * questions.
     */
    final DynamoDbException assertRefused(Runnable call, String code, String message) {
        try {
            call.run();
        } catch (DynamoDbException e) {
            if (comparesMessages) {
                assertThat(e.awsErrorDetails().errorMessage()).isEqualTo(message);
            }
            assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
            assertThat(e.statusCode()).isEqualTo(400);
            return e;
        }
        throw new AssertionError("expected " + code + ": " + message + ", but the call went through");
    }

    /** For messages whose end is not fixed, such as lists in no particular order. */
    final void assertRefusedStartingWith(Runnable call, String code, String messageStart) {
        try {
            call.run();
        } catch (DynamoDbException e) {
            if (comparesMessages) {
                assertThat(e.awsErrorDetails().errorMessage()).startsWith(messageStart);
            }
            assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
            return;
        }
        throw new AssertionError("expected " + code + ": " + messageStart + "…, but the call went through");
    }

    final void assertInvalidStartingWith(Runnable call, String messageStart) {
        assertRefusedStartingWith(call, VALIDATION, messageStart);
    }

    final void assertInvalid(Runnable call, String message) {
        assertRefused(call, VALIDATION, message);
    }
}

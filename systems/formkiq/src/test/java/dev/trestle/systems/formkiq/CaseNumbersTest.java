package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddCaseRequest;
import com.formkiq.client.model.GetCasesResponse;
import com.formkiq.client.model.ModelCase;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.Cases;
import dev.trestle.systems.formkiq.model.Cases.CaseStatus;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Numbers of cases that many make at once, that fail half-way, and that go on where another program stopped. */
@Tag("once")
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class CaseNumbersTest {
    private static final int THREADS = 20;
    private static final int EACH = 50;
    private static final String FORMAT = "[{'type':'STATIC','staticValue':'C-'},{'type':'AUTO_INCREMENT','padding':3}]";

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    private volatile boolean failsBefore;
    private volatile boolean failsAfter;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone joe;

    @BeforeEach
    void open() {
        world = new World(
                target,
                FormKiq.SYSTEM.settings().defaults(),
                client -> Faults.around(
                        DynamoDbClient.class,
                        client,
                        call -> failIf(failsBefore, call),
                        call -> failIf(failsAfter, call)));
        joe = world.someone("joe", "default");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static AddCaseRequest numbered(String name) {
        return JSON.getGson()
                .fromJson("{'case':{'name':'" + name + "','caseNumberFormat':" + FORMAT + "}}", AddCaseRequest.class);
    }

    private List<String> numbers() throws Exception {
        List<String> numbers = new ArrayList<>();
        String next = null;
        do {
            GetCasesResponse page = joe.cases.getCases(null, next, "1000");
            for (ModelCase each : Objects.requireNonNull(page.getCases())) {
                numbers.add(String.valueOf(each.getCaseNumber()));
            }
            next = page.getNext();
        } while (next != null);
        return numbers;
    }

    private static List<String> upTo(int last) {
        return IntStream.rangeClosed(1, last)
                .mapToObj(i -> "C-" + String.format("%03d", i))
                .toList();
    }

    @Test
    void numbers_ofManyAtOnce_haveNoGapAndNoDouble() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Void>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Someone who = world.someone("joe" + i, "default");
                all.add(() -> {
                    for (int n = 0; n < EACH; n++) {
                        Object unused = who.cases.addCase(numbered("A"), null);
                    }
                    return null;
                });
            }
            for (Future<Void> each : threads.invokeAll(all)) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(numbers()).isEqualTo(upTo(THREADS * EACH));
    }

    @Test
    void number_ofACreationThatFails_isGivenToTheNext() throws Exception {
        Object first = joe.cases.addCase(numbered("A"), null);
        failsBefore = true;
        assertThat(add("B")).isGreaterThanOrEqualTo(500);
        failsBefore = false;
        assertThat(numbers()).isEqualTo(upTo(1));
        failsAfter = true;
        assertThat(add("C")).isGreaterThanOrEqualTo(500);
        failsAfter = false;
        // Ids of one process are in order; of two they are by the millisecond.
        world.clock.advance(Duration.ofSeconds(1));
        world.restart();
        Object third = joe.cases.addCase(numbered("D"), null);
        assertThat(List.of(first, third)).doesNotContainNull();
        assertThat(numbers()).isEqualTo(upTo(3));
    }

    private int add(String name) {
        return joe.raw("POST", "/cases", JSON.getGson().toJson(numbered(name))).statusCode();
    }

    /** Has a transaction of a request fail. */
    private static void failIf(boolean wanted, String call) {
        boolean isOfRequest = call.equals("transactWriteItems")
                && StackWalker.getInstance()
                        .walk(frames -> frames.anyMatch(
                                frame -> frame.getClassName().equals("dev.trestle.platform.operation.Permitted")));
        if (wanted && isOfRequest) {
            throw new IllegalStateException("stopped here");
        }
    }

    @Test
    void numbers_afterCasesOfAnotherProgram_goOnBehindThem() throws Exception {
        var store = world.tables.store().within("default");
        for (String number : List.of("C-007", "C-12x", "41", "C-0009", "D-99")) {
            store.put(
                    Cases.CASE,
                    new Cases.Case(
                            "00000000-0000-4000-8000-"
                                    + String.format("%12s", number).replace(' ', '0'),
                            "old",
                            null,
                            CaseStatus.NEW,
                            number,
                            null,
                            null,
                            World.MONDAY,
                            null,
                            null,
                            null,
                            null,
                            null));
        }
        String id = joe.cases.addCase(numbered("A"), null).getCaseId();
        assertThat(Objects.requireNonNull(joe.cases.getCase(id, null).getCase()).getCaseNumber())
                .isEqualTo("C-008");
        String plain = joe.cases
                .addCase(JSON.getGson().fromJson("{'case':{'name':'B'}}", AddCaseRequest.class), null)
                .getCaseId();
        assertThat(Objects.requireNonNull(joe.cases.getCase(plain, null).getCase())
                        .getCaseNumber())
                .isEqualTo("42");
    }
}

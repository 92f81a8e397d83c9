package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.OperatingSystemMXBean;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.testing.Targets;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One person has much rendered at once; others go on as if nobody did. */
class PreviewFloodTest {
    private static final int AT_ONCE = 40;
    private static final int WARMING_ROUNDS = 3;
    private static final int ROUNDS = 7;
    private static final int COSTED = 100;
    /** In the five seconds of a round: the prompt refusals, those with short delays, and then one a second or two. */
    private static final int REFUSED_MAX = 150;

    static final String BOMB = "&*_".repeat(349_525);
    /** Much work, but none that is refused. */
    private static final String LONG =
            "Some *text* with **bold** and [a link](https://a.example) in it.\n\n".repeat(8_000);

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    /** One's own, so that a flood holds up nobody in the client. */
    private final HttpClient flooding = HttpClient.newHttpClient();

    private final Someone ann = world.ann();
    private final Someone bob = world.someone("bob", "acme");

    @AfterEach
    void close() {
        world.close();
    }

    private CompletableFuture<HttpResponse<byte[]>> preview(Someone who, String text) {
        return flooding.sendAsync(
                who.request("/preview")
                        .header("content-type", "text/markdown")
                        .POST(BodyPublishers.ofString(text))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    private List<CompletableFuture<HttpResponse<byte[]>>> flood(String text) {
        List<CompletableFuture<HttpResponse<byte[]>>> sent = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            sent.add(preview(ann, text));
        }
        return sent;
    }

    @Test
    void preview_ofABomb_isRefusedWithTheReason() {
        HttpResponse<byte[]> refused = preview(ann, BOMB).join();

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(new String(refused.body(), StandardCharsets.UTF_8))
                .contains("This text is not rendered", "Blank lines between paragraphs help");
        ann.create("bomb", BOMB.substring(0, 300_000)).is(201);
        ann.get("getContent", "/documents/bomb/content", "accept", "text/html").is(406);
        ann.get("getContent", "/documents/bomb/content").is(200);
    }

    @Test
    void previews_fortyAtOnceOfOnePerson_holdUpNobodyElse() {
        bob.create("doc", "# A").is(201);
        List<CompletableFuture<HttpResponse<byte[]>>> flood = flood(LONG);
        CompletableFuture.anyOf(flood.toArray(CompletableFuture[]::new)).join();

        for (int i = 0; i < 10; i++) {
            bob.content("doc").is(200);
        }
        assertThat(preview(bob, "*b*").join().statusCode()).isEqualTo(200);
        assertThat(flood).as("that was sooner than the flood").anyMatch(each -> !each.isDone());
        assertThat(flood.stream()
                        .filter(CompletableFuture::isDone)
                        .map(each -> each.join().statusCode()))
                .allMatch(status -> status == 200 || status == 429);
        flood.forEach(each -> each.cancel(true));
    }

    /**
     * Quiet and attacked in turns, so that whatever else this machine does meets both alike; the median round counts, so that a burst of
     * other work in one of them does not.
     */
    @Test
    @Tag("slow")
    void read_duringAFlood_takesAtMostThreeTimesAsLong() throws Exception {
        bob.create("doc", "# A").is(201);
        List<Double> factors = new ArrayList<>();
        try (PreviewFlood flood = new PreviewFlood(world.port(), ann.authorization(), AT_ONCE)) {
            // Compilers and caches first, those of what the attackers use too.
            for (int i = 0; i < WARMING_ROUNDS; i++) {
                factor(flood);
            }
            cost(flood);
            for (int i = 0; i < ROUNDS; i++) {
                factors.add(factor(flood));
            }
            cost(flood);
        }

        factors.sort(null);
        System.out.printf("p99 attacked by p99 quiet: %s%n", factors);
        assertThat(factors.get(ROUNDS / 2)).isLessThan(3);
    }

    /** By how much the 99th percentile is longer during a flood. */
    private double factor(PreviewFlood flood) throws IOException {
        List<Long> quiet = new ArrayList<>();
        List<Long> attacked = new ArrayList<>();
        await().atMost(Duration.ofMinutes(1)).until(() -> world.gauge("trestle.http.workers.active") == 0);
        read(Duration.ofSeconds(4), quiet);
        flood.begin();
        read(Duration.ofSeconds(1), new ArrayList<>());
        read(Duration.ofSeconds(4), attacked);
        String report = flood.stop();
        // Refused at once they would be hundreds a second, however busy this machine is.
        assertThat(PreviewFlood.refused(report)).as(report).isLessThan(REFUSED_MAX);
        System.out.printf(
                "µs of a read: quiet median %d p99 %d, attacked median %d p99 %d; load %.1f; attack: %s%n",
                percentile(quiet, 50),
                percentile(quiet, 99),
                percentile(attacked, 50),
                percentile(attacked, 99),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                report);
        return (double) percentile(attacked, 99) / percentile(quiet, 99);
    }

    /** What the attack takes by itself, which other processes of this machine change little. */
    private void cost(PreviewFlood flood) throws IOException {
        await().atMost(Duration.ofMinutes(1)).until(() -> world.gauge("trestle.http.workers.active") == 0);
        flood.begin();
        long began = System.nanoTime();
        long cpu = cpuNanos();
        double before = world.refusedPreviews();
        await().atMost(Duration.ofMinutes(1)).until(() -> world.refusedPreviews() >= before + COSTED);
        double count = world.refusedPreviews() - before;
        double busy = cpuNanos() - cpu;
        System.out.printf(
                "the attack alone takes %.0f %% of a processor, %.1f ms for each preview; attack: %s%n",
                100 * busy / (System.nanoTime() - began), busy / 1e6 / count, flood.stop());
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Has bob read for a while, and adds how long each read took, in microseconds. */
    private void read(Duration during, List<Long> micros) {
        long end = System.nanoTime() + during.toNanos();
        while (System.nanoTime() < end) {
            long began = System.nanoTime();
            bob.content("doc").is(200);
            micros.add((System.nanoTime() - began) / 1000);
        }
    }

    private static long percentile(List<Long> micros, int percent) {
        List<Long> sorted = micros.stream().sorted().toList();
        return sorted.get(sorted.size() * percent / 100);
    }
}

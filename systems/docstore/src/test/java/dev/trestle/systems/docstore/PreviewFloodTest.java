package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
    private static final int ROUNDS = 5;
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

    /** Quiet and attacked in turns, so that whatever else this machine does meets both alike. */
    @Test
    @Tag("slow")
    void read_duringAFlood_takesAtMostThreeTimesAsLong() throws Exception {
        bob.create("doc", "# A").is(201);
        List<Long> quiet = new ArrayList<>();
        List<Long> attacked = new ArrayList<>();
        try (PreviewFlood flood = new PreviewFlood(world.port(), ann.authorization(), AT_ONCE)) {
            // Compilers and caches first, those of what the attackers use too.
            read(Duration.ofSeconds(6), new ArrayList<>());
            round(flood, new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < ROUNDS; i++) {
                round(flood, quiet, attacked);
            }
        }

        assertThat(percentile(attacked, 99)).isLessThan(3 * percentile(quiet, 99));
    }

    private void round(PreviewFlood flood, List<Long> quiet, List<Long> attacked) throws IOException {
        List<Long> before = new ArrayList<>();
        List<Long> during = new ArrayList<>();
        await().until(() -> world.gauge("trestle.http.workers.active") == 0);
        read(Duration.ofSeconds(5), before);
        flood.begin();
        read(Duration.ofSeconds(1), new ArrayList<>());
        read(Duration.ofSeconds(5), during);
        String report = flood.stop();
        quiet.addAll(before);
        attacked.addAll(during);
        System.out.printf(
                "µs of a read: quiet median %d p99 %d, attacked median %d p99 %d; of all rounds p99 %d and %d; load %.1f; attack: %s%n",
                percentile(before, 50),
                percentile(before, 99),
                percentile(during, 50),
                percentile(during, 99),
                percentile(quiet, 99),
                percentile(attacked, 99),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                report);
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

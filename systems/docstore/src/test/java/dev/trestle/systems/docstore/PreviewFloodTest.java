package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.testing.Targets;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One person has much rendered at once; others go on as if nobody did. */
class PreviewFloodTest {
    private static final int AT_ONCE = 40;
    private static final String BOMB = "&*_".repeat(349_525);
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

    @Test
    @Tag("slow")
    void read_duringAFlood_takesAtMostThreeTimesAsLong() {
        bob.create("doc", "# A").is(201);
        percentile99(Duration.ofSeconds(8));
        long quiet = percentile99(Duration.ofSeconds(10));
        Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
        List<Thread> attackers = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            Thread attacker = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        statuses.merge(preview(ann, BOMB).get().statusCode(), 1, Integer::sum);
                    } catch (Exception e) {
                        return;
                    }
                }
            });
            attacker.start();
            attackers.add(attacker);
        }
        percentile99(Duration.ofSeconds(3));
        long attacked = percentile99(Duration.ofSeconds(15));
        attackers.forEach(Thread::interrupt);

        System.out.printf(
                "p99 %d µs quiet, %d µs during the flood, whose answers were %s%n", quiet, attacked, statuses);
        assertThat(attacked).isLessThan(3 * quiet);
    }

    /** Of bob's reads, in microseconds. */
    private long percentile99(Duration during) {
        List<Long> micros = new ArrayList<>();
        long end = System.nanoTime() + during.toNanos();
        while (System.nanoTime() < end) {
            long began = System.nanoTime();
            bob.content("doc").is(200);
            micros.add((System.nanoTime() - began) / 1000);
        }
        micros.sort(null);
        System.out.printf(
                "%d reads: median %d µs, p99 %d µs, slowest %d µs%n",
                micros.size(),
                micros.get(micros.size() / 2),
                micros.get(micros.size() * 99 / 100),
                micros.get(micros.size() - 1));
        return micros.get(micros.size() * 99 / 100);
    }
}

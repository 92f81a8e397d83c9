package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.Job;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.CommentPointer;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Letters that get another date, also when the process stops at any step of that. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class LetterMovesTest {
    private static final String OLD = "1943-05-02";
    private static final String NEW = "1944-06-03-found";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Enough for several pages of a step. */
    private static final int VERSIONS = 30;

    private static final int COMMENTS = 30;
    private static final int REACTIONS = 60;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    /** Of the job alone: at its so many writes from now on nothing is written any more. Null: everything is. */
    private final AtomicReference<AtomicInteger> writesLeft = new AtomicReference<>();

    private final AtomicInteger stopped = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private World world;

    private void open() {
        world = new World(
                target,
                client -> Faults.around(DynamoDbClient.class, client, this::before, call -> {}),
                client -> Faults.around(S3Client.class, client, this::before, call -> {}),
                environment -> environment);
    }

    @AfterEach
    void close() {
        writesLeft.set(null);
        world.close();
    }

    private void before(String call) {
        boolean isWrite = call.matches("transactWriteItems|copyObject|deleteObject");
        if (!isWrite || !isOfTheMove()) {
            return;
        }
        AtomicInteger left = writesLeft.get();
        if (left != null && left.decrementAndGet() < 0) {
            stopped.incrementAndGet();
            throw new IllegalStateException("stopped here");
        }
    }

    private static boolean isOfTheMove() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith(".LetterMoves")
                        && frame.getMethodName().equals("run")));
    }

    private ItemStore items() {
        return world.tables.store().consistent();
    }

    /** A letter with versions, comments, reactions and a scan. */
    private void fill() {
        Someone emil = world.emil();
        LettersTest.create(emil, OLD, "T", "now").is(201);
        emil.put("editLetter", "/letters/" + OLD, Map.of("content", "now", "tags", List.of("sea"), "author", "Anna"))
                .is(200);
        String itemId = "letters/" + OLD;
        items().putAll(
                        HoldThatThoughtTable.LETTER_VERSION,
                        IntStream.range(1, VERSIONS)
                                .mapToObj(i -> new LetterVersion(
                                        OLD, "T", null, "state " + i, null, World.MONDAY.minusSeconds(i), "emil"))
                                .toList());
        for (int i = 0; i < COMMENTS; i++) {
            items().put(HoldThatThoughtTable.COMMENT, comment(itemId, i));
        }
        for (int i = 0; i < REACTIONS; i++) {
            items().put(HoldThatThoughtTable.REACTION, new Reaction(itemId, "c7", "u" + i, "U", "like", World.MONDAY));
        }
        put("letters/" + OLD + "/" + OLD + ".pdf", "%PDF scan");
        put("letters/" + OLD + "/pages/1.jpg", "picture");
        put("letters/" + OLD + "/pages.json", "{\"pdf\":null,\"pages\":[{\"page\":1,\"width\":2,\"height\":3}]}");
    }

    private static Comment comment(String itemId, int i) {
        return new Comment(
                itemId,
                "c" + i,
                "ines",
                "Ines",
                null,
                "text " + i,
                "letter",
                "T",
                i == 7 ? REACTIONS : 0,
                World.MONDAY.plusSeconds(i),
                null);
    }

    private void put(String key, String content) {
        Objects3.client().putObject(request -> request.bucket(world.bucket).key(key), RequestBody.fromString(content));
    }

    private Answer move() {
        return LettersTest.edit(world.emil(), OLD, Map.of("content", "now", "date", NEW));
    }

    /** What a reader sees, at any time after the move was decided. */
    private void assertReadable() {
        Someone ines = world.ines();
        JsonNode letter = LettersTest.get(ines, NEW);
        assertThat(letter.path("pdfKey").asText()).startsWith("letters/");
        String pdf = letter.path("pdfKey").asText();
        assertThat(world.objects()).contains(pdf);
        assertThat(letter.path("tags")).hasToString("[\"sea\"]");
        Answer old = ines.get("getLetter", "/letters/" + OLD).is(404);
        assertThat(old.body().path("movedTo").asText()).isEqualTo(NEW);
        List<JsonNode> versions = ines.listed("listLetterVersions", "/letters/" + NEW + "/versions", 20);
        assertThat(versions).hasSize(VERSIONS).doesNotHaveDuplicates();
        assertThat(versions.get(VERSIONS - 1).path("versionNumber").asInt()).isEqualTo(1);
        assertThat(ines.listed("listLetters", "/letters", 10))
                .extracting(each -> each.path("date").asText())
                .containsExactly(NEW);
        JsonNode pages =
                ines.get("getLetterPages", "/letters/" + NEW + "/pages").ok();
        assertThat(pages.path("pages")).hasSize(1);
        List<Comment> comments = comments();
        assertThat(comments).hasSize(COMMENTS);
        assertThat(comments)
                .allSatisfy(comment -> assertThat(isFoundByItsPointer(comment)).isTrue());
    }

    /** The job may move it between the two reads, once: then it is where the pointer leads by now. */
    private boolean isFoundByItsPointer(Comment comment) {
        for (int read = 0; read < 2; read++) {
            CommentPointer pointer = items().get(SupportTable.COMMENT_BY_ID.of(comment.commentId()))
                    .orElseThrow();
            if (items().get(HoldThatThoughtTable.COMMENT_BY_KEY.of(
                            pointer.itemId(), pointer.createdAt(), pointer.commentId()))
                    .isPresent()) {
                return true;
            }
        }
        return false;
    }

    private List<Comment> comments() {
        return world.tables.items(HoldThatThoughtTable.TABLE).stream()
                .flatMap(item -> items().recordOf(HoldThatThoughtTable.COMMENT, item).stream())
                .toList();
    }

    private void assertArrived() {
        assertReadable();
        assertThat(items().all(HoldThatThoughtTable.VERSIONS_OF_LETTER.of(OLD), 100))
                .isEmpty();
        assertThat(items().all(HoldThatThoughtTable.VERSIONS_OF_LETTER.of(NEW), 100))
                .extracting(LetterVersion::date)
                .containsOnly(NEW);
        assertThat(comments()).extracting(Comment::itemId).containsOnly("letters/" + NEW);
        assertThat(items().all(HoldThatThoughtTable.REACTIONS_TO_COMMENT.of("letters/" + NEW, "c7"), 100))
                .hasSize(REACTIONS);
        assertThat(world.tables.items(HoldThatThoughtTable.TABLE))
                .noneMatch(item -> item.toString().contains(OLD));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(world.objects())
                        .containsExactlyInAnyOrder(
                                "letters/" + NEW + "/" + NEW + ".pdf",
                                "letters/" + NEW + "/" + NEW + ".json",
                                "letters/" + NEW + "/pages.json",
                                "letters/" + NEW + "/pages/1.jpg"));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(world.ines()
                                .get("listLetters", "/letters")
                                .ok()
                                .path("items")
                                .get(0)
                                .path("commentCount")
                                .asInt())
                        .isEqualTo(COMMENTS));
    }

    private void awaitArrival() {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> items().get(SupportTable.ARRIVAL_AT_DATE.of(NEW)).isEmpty());
    }

    @Test
    void editLetter_anotherDate_takesEverythingThere() {
        open();
        fill();

        JsonNode moved = move().is(200).body();

        assertThat(moved.path("date").asText()).isEqualTo(NEW);
        assertThat(moved.path("versionCount").asInt()).as("a move is no edit").isEqualTo(1);
        awaitArrival();
        assertArrived();
        // Somebody may write about the old date still, and the old date may be used again.
        items().put(HoldThatThoughtTable.COMMENT, comment("letters/" + OLD, COMMENTS));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(comments())
                        .hasSize(COMMENTS + 1)
                        .extracting(Comment::itemId)
                        .containsOnly("letters/" + NEW));
        LettersTest.create(world.emil(), OLD, "Another", "x").is(201);
        assertThat(LettersTest.get(world.ines(), OLD).path("title").asText()).isEqualTo("Another");
        LettersTest.edit(world.emil(), OLD, Map.of("content", "x", "date", NEW)).is(409);
    }

    @Test
    void editLetter_movedAndBack_isWhatItWas() {
        open();
        fill();
        move().is(200);
        awaitArrival();

        Answer back = LettersTest.edit(world.emil(), NEW, Map.of("content", "changed", "date", OLD));

        assertThat(back.is(200).body().path("versionCount").asInt()).isEqualTo(2);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> items().get(SupportTable.ARRIVAL_AT_DATE.of(OLD)).isEmpty());
        assertThat(world.emil().listed("listLetterVersions", "/letters/" + OLD + "/versions", 50))
                .hasSize(VERSIONS + 1);
        assertThat(world.emil()
                        .get("getLetter", "/letters/" + NEW)
                        .is(404)
                        .body()
                        .path("movedTo")
                        .asText())
                .isEqualTo(OLD);
    }

    /** The job fails at one step after the other; whatever the point, readers see everything once, and another attempt ends it. */
    @Test
    void move_stoppedAtEachStep_isReadableAndEndsLater() {
        open();
        fill();
        writesLeft.set(new AtomicInteger(0));
        move().is(200);
        LettersTest.edit(world.emil(), NEW, Map.of("content", "x", "date", "1950-01-01"))
                .is(409);
        world.rosa().delete("deleteLetter", "/letters/" + NEW).is(409);
        LettersTest.create(world.emil(), OLD, "T", "x").is(409);
        Awaitility.await().atMost(PATIENCE).until(() -> stopped.get() > 0);
        int stops = 0;
        while (items().get(SupportTable.ARRIVAL_AT_DATE.of(NEW)).isPresent()) {
            int before = stopped.get();
            assertReadable();
            // Each further attempt comes one to thirteen writes further: each kind of step is cut off at least once.
            writesLeft.set(new AtomicInteger(stops % 13));
            world.clock.advance(Duration.ofHours(1));
            reviveParked();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> stopped.get() > before
                            || items().get(SupportTable.ARRIVAL_AT_DATE.of(NEW)).isEmpty());
            stops++;
            assertThat(stops).isLessThan(300);
        }
        writesLeft.set(null);
        assertThat(stops).as("the job was stopped often").isGreaterThan(10);
        assertArrived();
    }

    private void reviveParked() {
        world.system.jobs().list(Job.State.PARKED, 10, null).items().stream()
                .filter(job -> job.type().equals("letter-move"))
                .forEach(job -> world.system.jobs().retry(job.jobId()));
    }
}

package dev.trestle.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.systems.holdthatthought.HoldThatThought;
import dev.trestle.systems.holdthatthought.letters.LetterRequests;
import dev.trestle.systems.holdthatthought.letters.LetterView;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtModel;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.search.SearchArea;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** HoldThatThought on an engine in memory, its objects in a map: lists, edits and searches as its API does them. */
final class HoldThatThoughtSide implements AutoCloseable {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
    private static final LocalDate FIRST = LocalDate.of(1900, 1, 1);
    private static final int WORDS = 5000;
    private static final int LIMIT = 50;
    private static final int SECONDS_A_MESSAGE = 3;
    private static final String ITEM = "letters/" + FIRST;

    private final TrestleDb db = DocstoreBench.inMemory();
    private final ItemStore store;
    private final HoldThatThought system;
    private final InProcess operations;
    private final MemoryObjects objects = new MemoryObjects();
    private final AtomicInteger edits = new AtomicInteger();
    private final Ahead clock = new Ahead();
    private String conversation = "";
    private final Principal caller = new Principal(
            "https://bench.example", "ann", Principal.Proof.TOKEN, null, Set.of("Admins"), Map.of("name", "Ann"));
    private final int letters;

    /** Letters with versions, stored before the system starts. */
    HoldThatThoughtSide(Path directory, int letters, int contentBytes, int versions) {
        this.letters = letters;
        store = ItemStore.builder(db.client(), HoldThatThoughtModel.MODEL).build();
        store.createTables();
        fill(contentBytes, versions);
        ItemStore accounts = ItemStore.builder(db.client(), PlatformTable.MODEL).build();
        accounts.createTables();
        Identity identity = Identity.open(
                accounts,
                IdentityOptions.of("http://bench.example/auth/v1", new byte[32], Clock.systemUTC()),
                List.of());
        Bucket archive = new Bucket("archive", () -> objects, HoldThatThoughtSide::noPages, List.of());
        system = new HoldThatThought(Environment.of(
                        HoldThatThought.SYSTEM,
                        store,
                        new Deployment(HoldThatThoughtModel.MODEL, db.client(), Table::name, clock),
                        db.streamsClient(),
                        identity)
                .withBuckets(Map.of(HoldThatThought.ARCHIVE, archive))
                .withDirectory(directory));
        operations = new InProcess(system.api());
    }

    private static S3Presigner noPages() {
        throw new IllegalStateException("No URL is signed here.");
    }

    private static String date(int number) {
        return FIRST.plusDays(number).toString();
    }

    private void fill(int contentBytes, int versions) {
        Random random = new Random(1);
        for (int i = 0; i < letters; i++) {
            String content = text(random, contentBytes) + " unique" + i;
            store.create(
                    HoldThatThoughtTable.LETTER,
                    new Letter(
                            date(i), "Letter " + i, "Author " + i % 20, content, null, versions, START, START, "ann"));
            List<LetterVersion> former = new ArrayList<>();
            for (int version = 0; version < versions; version++) {
                former.add(new LetterVersion(
                        date(i), "Letter " + i, null, content, null, START.plusSeconds(version), "ann"));
            }
            store.putAll(HoldThatThoughtTable.LETTER_VERSION, former);
        }
    }

    /** Words of which a few are frequent and most are rare, as in a language. */
    private static String text(Random random, int bytes) {
        StringBuilder text = new StringBuilder(bytes + 16);
        while (text.length() < bytes) {
            text.append(word(random)).append(random.nextInt(12) == 0 ? ".\n\n" : " ");
        }
        return text.toString();
    }

    private static String word(Random random) {
        double share = random.nextDouble();
        return "word" + (int) (share * share * share * WORDS);
    }

    private Reply call(String operation, Record request) {
        try {
            return operations.call(caller, operation, request, Map.of());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(operation + " failed.", e);
        }
    }

    long list() {
        Reply page = call("listLetters", new LetterRequests.ListLetters(null, null, null, null, "newest", LIMIT, null));
        return InProcess.value(Page.class, page).items().size();
    }

    /** Gives the first letter comments, of which one in so many stays; the others are deleted again. */
    HoldThatThoughtSide withComments(int kept, int oneIn) {
        for (int i = 0; i < kept * oneIn; i++) {
            Comment comment = new Comment(
                    ITEM, "c" + i, "ann", "Ann", null, "Comment " + i, "letter", null, 0, START.plusSeconds(i), null);
            store.create(HoldThatThoughtTable.COMMENT, comment);
            if (i % oneIn != 0) {
                store.delete(HoldThatThoughtTable.COMMENT, comment);
            }
        }
        return this;
    }

    long comments() {
        try {
            return operations
                    .call(caller, "listComments", Map.of("itemId", ITEM, "order", "oldest", "limit", LIMIT))
                    .path("items")
                    .size();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("listComments failed.", e);
        }
    }

    /** A clock that can be ahead, so that nobody writes more in a minute than they may. */
    private static final class Ahead extends Clock {
        private final AtomicLong ahead = new AtomicLong();

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.now().plusSeconds(ahead.get());
        }
    }

    private static Principal person(int number) {
        return new Principal(
                "https://bench.example",
                "person" + number,
                Principal.Proof.TOKEN,
                null,
                Set.of("ApprovedUsers"),
                Map.of("name", "Person " + number));
    }

    /** Opens a conversation of so many people. */
    HoldThatThoughtSide withConversation(int people) {
        List<String> others = new ArrayList<>();
        for (int i = 0; i < people; i++) {
            answer(person(i), "getMe", Map.of());
            if (i > 0) {
                others.add("person" + i);
            }
        }
        conversation = answer(person(0), "openConversation", Map.of("body", Map.of("participantIds", others)))
                .path("conversationId")
                .asText();
        return this;
    }

    /** Sends a message to everybody in the conversation. */
    long send() {
        clock.ahead.addAndGet(SECONDS_A_MESSAGE);
        return answer(
                        person(0),
                        "sendMessage",
                        Map.of("id", conversation, "body", Map.of("messageText", "The sea is loud.")))
                .path("messageText")
                .asText()
                .length();
    }

    private JsonNode answer(Principal who, String operation, Map<String, ?> parameters) {
        try {
            return operations.call(who, operation, new LinkedHashMap<>(parameters));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(operation + " failed.", e);
        }
    }

    /** Edits one letter after the other, so that none collects many versions while it is measured. */
    long edit() {
        int number = edits.incrementAndGet();
        Reply saved = call(
                "editLetter",
                new LetterRequests.Edit(
                        date(number % letters),
                        new LetterRequests.Changed(
                                null, keep(), "Edited " + number, keep(), keep(), keep(), null, keep(), null, null)));
        return InProcess.value(LetterView.class, saved).versionCount();
    }

    private static <T> Patch<T> keep() {
        return new Patch.Keep<>();
    }

    long search(String words) {
        Reply found = call("search", new SearchArea.Search(words, "all", null, null, null, LIMIT, null));
        return InProcess.value(Page.class, found).items().size();
    }

    long search(Random random) {
        return search(word(random) + " " + word(random));
    }

    /** Waits until everything that was stored is in the index, and has its file: nothing else is at work then. */
    HoldThatThoughtSide settled() throws InterruptedException {
        while (true) {
            try {
                if (objects.size() >= letters && search("unique" + (letters - 1)) > 0 && search("unique0") > 0) {
                    return this;
                }
            } catch (ApiException building) {
                // tried again below
            }
            Thread.sleep(100);
        }
    }

    @Override
    public void close() {
        system.close();
        db.close();
    }
}

package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.systems.holdthatthought.World.Answer;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.ConversationMember;
import dev.trestle.systems.holdthatthought.model.ConversationMeta;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Message;
import dev.trestle.systems.holdthatthought.model.MessageAttachment;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Conversations and messages: who gets what, and what is unread, exactly. */
@OverTheNetworkToo
class MessagesTest extends FamilyTest {
    private static final String DIRECT = "/messages/conversations/emil_ines";

    @BeforeEach
    void meet() {
        for (Someone each : List.of(world.rosa(), world.emil(), world.ines(), world.tim())) {
            each.get("getMe", "/me").ok();
        }
    }

    private static Answer open(Someone who, Map<String, ?> body) {
        return who.post("openConversation", "/messages/conversations", body);
    }

    private static Answer say(Someone who, String id, String text) {
        return who.post("sendMessage", "/messages/" + id, Map.of("messageText", text));
    }

    private static JsonNode mine(Someone who, String id) {
        return who.listed("listConversations", "/messages/conversations", 2).stream()
                .filter(each -> each.path("conversationId").asText().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static int unread(Someone who, String id) {
        return mine(who, id).path("unreadCount").asInt();
    }

    private static List<String> texts(Someone who, String id) {
        return who.listed("listMessages", "/messages/" + id, 3).stream()
                .map(each -> each.path("messageText").asText())
                .toList();
    }

    private static JsonNode read(Someone who, String id, Object body) {
        return who.put("readConversation", "/messages/" + id + "/read", body).ok();
    }

    private String group(Someone by, String... others) {
        return open(by, Map.of("participantIds", List.of(others), "conversationTitle", "Us"))
                .is(201)
                .body()
                .path("conversationId")
                .asText();
    }

    @Test
    void conversation_asClientsUseIt_isOpenedSentReadAndDeleted() {
        JsonNode opened = open(world.emil(), Map.of("participantIds", List.of("ines"), "messageText", "Hello"))
                .is(201)
                .body();
        assertThat(opened.path("conversationId").asText()).isEqualTo("emil_ines");
        assertThat(opened.path("conversationType").asText()).isEqualTo("direct");
        assertThat(opened.path("message").path("messageText").asText()).isEqualTo("Hello");
        JsonNode listed =
                world.ines().get("listConversations", "/messages/conversations").ok();
        assertThat(listed.path("conversations")).isEqualTo(listed.path("items")).hasSize(1);
        assertThat(listed.path("items").get(0).path("unreadCount").asInt()).isEqualTo(1);
        assertThat(listed.path("items").get(0).path("lastMessageText").asText()).isEqualTo("Hello");
        assertThat(listed.path("items")
                        .get(0)
                        .path("participants")
                        .get(0)
                        .path("displayName")
                        .asText())
                .isEqualTo("emil");

        world.ines()
                .post("sendMessageInConversations", DIRECT, Map.of("messageText", "Hello <b>yourself</b> <3"))
                .is(201);
        JsonNode messages =
                world.emil().get("listMessagesInConversations", DIRECT).ok();
        assertThat(messages.path("messages")).isEqualTo(messages.path("items")).hasSize(2);
        assertThat(messages.path("items").get(0).path("messageText").asText()).isEqualTo("Hello <b>yourself</b> <3");
        assertThat(messages.path("items").get(0).path("senderName").asText()).isEqualTo("ines");
        assertThat(world.emil()
                        .put("readConversationInConversations", DIRECT + "/read", null)
                        .ok()
                        .path("unreadCount")
                        .asInt())
                .isZero();
        String id = messages.path("items").get(1).path("messageId").asText();
        world.ines().delete("deleteMessageInConversations", DIRECT + "/" + id).is(403);
        world.emil().delete("deleteMessageInConversations", DIRECT + "/" + id).is(200);
        world.emil().delete("deleteMessageInConversations", DIRECT + "/" + id).is(404);
        assertThat(texts(world.ines(), "emil_ines")).containsExactly("Hello <b>yourself</b> <3");
        world.ines().delete("deleteConversationInConversations", DIRECT).is(403);
        world.emil().delete("deleteConversationInConversations", DIRECT).is(200);
        world.emil().get("listMessagesInConversations", DIRECT).is(404);
        assertThat(world.ines().listed("listConversations", "/messages/conversations", 5))
                .isEmpty();
    }

    @Test
    void openConversation_again_keepsWhatIsThere() {
        open(world.emil(), Map.of("participantIds", List.of("ines"))).is(201);
        assertThat(unread(world.ines(), "emil_ines")).isZero();
        say(world.emil(), "emil_ines", "one").is(201);
        say(world.emil(), "emil_ines", "two").is(201);
        assertThat(unread(world.ines(), "emil_ines")).isEqualTo(2);

        JsonNode again = open(world.ines(), Map.of("participantIds", List.of("emil", "ines")))
                .is(201)
                .body();

        assertThat(again.path("creatorId").asText()).isEqualTo("emil");
        assertThat(again.path("unreadCount").asInt()).isEqualTo(2);
        assertThat(unread(world.ines(), "emil_ines")).isEqualTo(2);
        open(world.ines(), Map.of("participantIds", List.of("emil"), "messageText", "three"))
                .is(201);
        assertThat(unread(world.emil(), "emil_ines")).isEqualTo(1);
        assertThat(unread(world.ines(), "emil_ines")).isEqualTo(2);
        assertThat(texts(world.emil(), "emil_ines")).containsExactly("three", "two", "one");
    }

    @Test
    void openConversation_idOfOthers_isAConflict() {
        world.tables
                .store()
                .put(
                        HoldThatThoughtTable.CONVERSATION_META,
                        new ConversationMeta(
                                "emil_ines",
                                "direct",
                                null,
                                "emil_",
                                List.of("emil_", "ines"),
                                World.MONDAY,
                                World.MONDAY));

        Answer refused =
                open(world.emil(), Map.of("participantIds", List.of("ines"))).is(409);

        assertThat(refused.header("trestle-error")).isEqualTo("conversation-taken");
    }

    @Test
    void openConversation_withWhomCannotBeReached_isRefused() {
        Someone emil = world.emil();
        open(emil, Map.of("participantIds", List.of("nobody"))).is(400);
        open(emil, Map.of("participantIds", List.of("emil"))).is(400);
        open(emil, Map.of("participantIds", List.of())).is(400);
        open(emil, Map.of("participantIds", List.of("tim"))).is(400);
        open(emil, Map.of("participantIds", List.of("a#b"))).is(400);
        open(
                        emil,
                        Map.of(
                                "participantIds",
                                IntStream.range(0, 50).mapToObj(i -> "p" + i).toList()))
                .is(400);
        assertThat(open(emil, Map.of("participantIds", List.of("ines"), "messageText", "x".repeat(5001)))
                        .is(400)
                        .error())
                .contains("5000 characters");
        world.tables
                .store()
                .update(HoldThatThoughtTable.PROFILE_OF_USER.of("ines"), profile -> profile.withIsProfilePrivate(true));
        open(emil, Map.of("participantIds", List.of("ines"))).is(400);
        open(world.rosa(), Map.of("participantIds", List.of("ines"))).is(201);
    }

    @Test
    void everyOperation_strangersAndPendingPeople_areForbidden() {
        open(world.emil(), Map.of("participantIds", List.of("ines"), "messageText", "secret"))
                .is(201);
        for (Someone stranger : List.of(world.rosa(), world.tim())) {
            stranger.get("listMessages", "/messages/emil_ines").is(403);
            stranger.get("getConversation", "/messages/emil_ines/details").is(403);
            say(stranger, "emil_ines", "x").is(403);
            stranger.put("readConversation", "/messages/emil_ines/read", null).is(403);
            stranger.post("leaveConversation", "/messages/emil_ines/leave", null)
                    .is(403);
            stranger.delete("deleteConversation", "/messages/emil_ines").is(403);
            stranger.delete("deleteMessage", "/messages/emil_ines/m1").is(403);
            stranger.post("restoreMessage", "/messages/emil_ines/m1/restore", null)
                    .is(403);
            stranger.post(
                            "announceAttachment",
                            "/messages/emil_ines/upload-url",
                            Map.of("fileName", "a.txt", "contentType", "text/plain"))
                    .is(403);
        }
        world.tim().get("listConversations", "/messages/conversations").is(403);
        open(world.tim(), Map.of("participantIds", List.of("emil"))).is(403);
        world.emil().get("listMessages", "/messages/nothing").is(404);
        world.emil().get("listMessages", "/messages/emil_rosa").is(404);
        // Answered as a conversation that is there: ids of two can be guessed.
        String there = world.rosa().get("listMessages", "/messages/emil_ines").text();
        String missing =
                world.rosa().get("listMessages", "/messages/ines_otto").is(403).text();
        assertThat(missing.replaceAll("req[^\"]*\"", "")).isEqualTo(there.replaceAll("req[^\"]*\"", ""));
    }

    @Test
    void readConversation_upToAMessage_leavesLaterOnesUnread() {
        String id = group(world.emil(), "ines", "rosa");
        List<String> times = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            times.add(say(world.emil(), id, "text " + i).ok().path("createdAt").asText());
        }
        assertThat(times).isSorted().doesNotHaveDuplicates();

        assertThat(read(world.ines(), id, Map.of("upTo", times.get(1)))
                        .path("unreadCount")
                        .asInt())
                .isEqualTo(2);
        assertThat(read(world.ines(), id, Map.of("upTo", times.get(0)))
                        .path("unreadCount")
                        .asInt())
                .isEqualTo(2);
        say(world.ines(), id, "mine").is(201);
        assertThat(unread(world.ines(), id)).isEqualTo(2);
        assertThat(unread(world.rosa(), id)).isEqualTo(5);
        assertThat(read(world.ines(), id, null).path("unreadCount").asInt()).isZero();
        assertThat(read(world.ines(), id, Map.of()).path("unreadCount").asInt()).isZero();
        say(world.emil(), id, "after").is(201);
        assertThat(unread(world.ines(), id)).isEqualTo(1);
    }

    @Test
    void deleteMessage_unread_lowersTheCountOfWhoHadNotReadIt() {
        String id = group(world.emil(), "ines", "rosa");
        String first = say(world.emil(), id, "first").ok().path("messageId").asText();
        read(world.ines(), id, null);
        say(world.emil(), id, "second").is(201);

        world.emil().delete("deleteMessage", "/messages/" + id + "/" + first).is(200);

        assertThat(unread(world.ines(), id)).as("had read it").isEqualTo(1);
        assertThat(unread(world.rosa(), id)).as("had not").isEqualTo(1);
        world.ines()
                .post("restoreMessage", "/messages/" + id + "/" + first + "/restore", null)
                .is(403);
        world.emil()
                .post("restoreMessage", "/messages/" + id + "/" + first + "/restore", null)
                .is(200);
        assertThat(unread(world.ines(), id)).isEqualTo(1);
        assertThat(unread(world.rosa(), id)).isEqualTo(2);
        assertThat(texts(world.rosa(), id)).containsExactly("second", "first");

        world.emil().delete("deleteMessage", "/messages/" + id + "/" + first).is(200);
        world.clock.advance(Duration.ofMinutes(10).plusMillis(1));
        world.emil()
                .post("restoreMessage", "/messages/" + id + "/" + first + "/restore", null)
                .is(410);
    }

    @Test
    void leaveConversation_group_goesOnWithoutThem() {
        String id = group(world.emil(), "ines", "rosa");
        open(world.emil(), Map.of("participantIds", List.of("ines"))).is(201);
        world.emil()
                .post("leaveConversation", "/messages/emil_ines/leave", null)
                .is(409);

        world.emil()
                .post("leaveConversation", "/messages/" + id + "/leave", null)
                .is(200);

        world.emil().get("listMessages", "/messages/" + id).is(403);
        say(world.ines(), id, "he is gone").is(201);
        assertThat(mine(world.rosa(), id).path("participantIds")).hasSize(2);
        assertThat(mine(world.rosa(), id).path("creatorId").asText()).isEqualTo("ines");
        world.ines()
                .post("leaveConversation", "/messages/" + id + "/leave", null)
                .is(200);
        world.rosa()
                .post("leaveConversation", "/messages/" + id + "/leave", null)
                .is(200);
        awaitNothingOf(id);
    }

    private List<Map<String, AttributeValue>> all() {
        List<Map<String, AttributeValue>> all = new ArrayList<>(world.tables.items(HoldThatThoughtTable.TABLE));
        all.addAll(world.tables.items(SupportTable.TABLE));
        return all;
    }

    private void awaitNothingOf(String id) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(all())
                        .filteredOn(item -> !item.get("PK").s().startsWith("JOB#"))
                        .noneMatch(item -> item.toString().contains(id)));
    }

    @Test
    void sendMessage_thirtySendersAtOnce_isExact() throws Exception {
        List<String> names = IntStream.range(0, 30).mapToObj(i -> "p" + i).toList();
        names.forEach(
                name -> world.someone(name, "ApprovedUsers").get("getMe", "/me").ok());
        String id = group(world.emil(), names.toArray(String[]::new));
        ExecutorService threads = Executors.newFixedThreadPool(30);
        try {
            List<Future<Answer>> all = new ArrayList<>();
            for (String name : names) {
                all.add(threads.submit(() -> say(world.someone(name, "ApprovedUsers"), id, "from " + name)));
            }
            for (Future<Answer> each : all) {
                each.get().is(201);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(unread(world.emil(), id)).isEqualTo(30);
        for (String name : names) {
            assertThat(unread(world.someone(name, "ApprovedUsers"), id)).isEqualTo(29);
        }
        List<JsonNode> sent = world.emil().listed("listMessages", "/messages/" + id, 7);
        assertThat(sent).hasSize(30);
        assertThat(sent.stream().map(each -> each.path("createdAt").asText()).distinct())
                .hasSize(30);
    }

    @Test
    void sendMessage_thirtyFirstOfAMinute_isTooOften() {
        open(world.emil(), Map.of("participantIds", List.of("ines"), "messageText", "0"))
                .is(201);
        for (int i = 1; i < 30; i++) {
            say(world.emil(), "emil_ines", "" + i).is(201);
        }
        say(world.emil(), "emil_ines", "one too many").is(429);
        assertThat(unread(world.ines(), "emil_ines")).isEqualTo(30);
        say(world.emil(), "emil_ines", " ").is(400);
    }

    @Test
    @Tag("once")
    void conversations_beyondAThousand_areArchivedAndComeBack() {
        for (int i = 0; i < 1000; i++) {
            String id = "old" + i;
            Instant at = World.MONDAY.minusSeconds(10_000 - i);
            world.tables
                    .store()
                    .put(
                            HoldThatThoughtTable.CONVERSATION_META,
                            new ConversationMeta(id, "group", null, "emil", List.of("emil", "ines"), at, at));
            world.tables
                    .store()
                    .put(
                            HoldThatThoughtTable.CONVERSATION_MEMBER,
                            new ConversationMember("emil", id, "group", null, null, 0, at));
        }

        group(world.emil(), "ines", "rosa");

        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(world.tables
                                .store()
                                .consistent()
                                .get(SupportTable.ARCHIVED_CONVERSATION_OF_USER.of("emil", "old0")))
                        .isPresent());
        List<JsonNode> all = world.emil().listed("listConversations", "/messages/conversations", 100);
        assertThat(all).hasSize(1001);
        assertThat(all.get(1000).path("conversationId").asText()).isEqualTo("old0");
        say(world.ines(), "old0", "still there?").is(201);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(world.tables
                                .store()
                                .consistent()
                                .get(HoldThatThoughtTable.CONVERSATION_OF_USER.of("emil", "old0")))
                        .map(ConversationMember::unreadCount)
                        .contains(1));
        assertThat(world.emil()
                        .get("listConversations", "/messages/conversations?limit=1")
                        .ok()
                        .path("items")
                        .get(0)
                        .path("conversationId")
                        .asText())
                .isEqualTo("old0");
    }

    @Test
    void deleteConversation_withMessages_leavesNothing() {
        String id = group(world.emil(), "ines", "rosa");
        for (int i = 0; i < 20; i++) {
            say(world.emil(), id, "text " + i).is(201);
        }
        world.emil().delete("deleteConversation", "/messages/" + id).is(200);

        awaitNothingOf(id);
    }

    /** Written as the design document has it, without anything that stands in the support table. */
    @Test
    void messages_ofAnotherProgram_workAtOnce() {
        String id = "emil_ines";
        String key = "messages/attachments/emil/recipe.txt";
        Instant at = World.MONDAY.minusSeconds(60);
        Message theirs = new Message(
                "their-1",
                id,
                "emil",
                "emil@family.example",
                "theirs",
                List.of(new MessageAttachment(key, "recipe.txt", "text/plain")),
                at);
        foreign(
                HoldThatThoughtTable.CONVERSATION_META,
                new ConversationMeta(id, "direct", null, "emil", List.of("emil", "ines"), at, at));
        foreign(
                HoldThatThoughtTable.CONVERSATION_MEMBER,
                new ConversationMember("ines", id, "direct", null, null, 1, at));
        foreign(HoldThatThoughtTable.MESSAGE, theirs);
        // The bucket is made with the first thing that is asked of it.
        world.ines()
                .get("getDownloadUrl", "/download/presigned-url?key=letters/none.pdf")
                .is(404);
        Objects3.client().putObject(put -> put.bucket(world.bucket).key(key), RequestBody.fromString("Flour"));

        assertThat(unread(world.ines(), id)).isEqualTo(1);
        JsonNode seen = world.ines()
                .get("listMessages", "/messages/" + id)
                .ok()
                .path("items")
                .get(0);
        assertThat(seen.path("senderName").asText()).isEqualTo("emil");
        assertThat(seen.path("attachments").get(0).path("url").asText()).contains("recipe.txt");
        world.rosa().get("listMessages", "/messages/" + id).is(403);
        // Emil has no item of his own: the first message makes it.
        say(world.ines(), id, "ours").is(201);
        assertThat(unread(world.emil(), id)).isEqualTo(1);
        assertThat(unread(world.ines(), id)).isEqualTo(1);
        assertThat(read(world.ines(), id, Map.of()).path("unreadCount").asInt()).isZero();

        // What the support table lacks is added behind the stream.
        String address = "/download/presigned-url?key=" + key;
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> world.ines().get("getDownloadUrl", address).status() == 200);
        world.rosa().get("getDownloadUrl", address).is(403);
        world.ines().delete("deleteMessage", "/messages/" + id + "/their-1").is(403);
        world.emil().delete("deleteMessage", "/messages/" + id + "/their-1").is(200);
        assertThat(texts(world.ines(), id)).containsExactly("ours");
    }

    private <T extends Record> void foreign(Entity<T> entity, T record) {
        world.tables.put(HoldThatThoughtTable.TABLE, entity.toItem(record, Scoping.NONE));
    }
}

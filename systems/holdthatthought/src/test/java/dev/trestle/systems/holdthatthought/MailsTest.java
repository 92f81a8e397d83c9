package dev.trestle.systems.holdthatthought;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.mail.Mail;
import dev.trestle.systems.holdthatthought.World.Someone;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.testing.Target;
import dev.trestle.testing.Targets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mails about messages and comments, digests, and how they end. */
class MailsTest {
    private static final Pattern TOKEN = Pattern.compile("unsubscribe\\?token=([a-z]-[0-9a-z]+)");

    private final Target target = Targets.all().findFirst().orElseThrow();
    private final Mailbox box = new Mailbox();
    private final World world = new World(target, client -> client, client -> client, box::of);
    private final Someone emil = world.emil();
    private final Someone ines = world.ines();

    @BeforeEach
    void meet() {
        for (Someone each : List.of(world.rosa(), emil, ines)) {
            each.get("getMe", "/me").ok();
        }
    }

    @AfterEach
    void close() {
        world.close();
        box.close();
    }

    private List<String> sent(String address) {
        return box.mails().stream()
                .filter(mail -> mail.to().equals(List.of(address)))
                .map(Mail::text)
                .toList();
    }

    private void awaitSent(String address, int count) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(sent(address)).hasSize(count));
    }

    private void say(Someone who, String text) {
        who.post("sendMessage", "/messages/emil_ines", Map.of("messageText", text))
                .is(201);
    }

    private void change(String userId, UnaryOperator<UserProfile> change) {
        UserProfile unused = world.tables.store().update(HoldThatThoughtTable.PROFILE_OF_USER.of(userId), change);
    }

    /** Lets the jobs of a while run, and waits for the one that marks their end. */
    private void pass(Duration time) {
        world.clock.advance(time);
        int before = sent("yara@family.example").size();
        world.someone("yara", "ApprovedUsers").get("getMe", "/me").ok();
        world.someone("zora", "ApprovedUsers")
                .post(
                        "openConversation",
                        "/messages/conversations",
                        Map.of("participantIds", List.of("yara"), "messageText", "marker"))
                .is(201);
        world.clock.advance(Duration.ofMinutes(11));
        awaitSent("yara@family.example", before + 1);
    }

    @Test
    void messages_unreadAfterAMinute_areOneMailInTenMinutes() {
        emil.post(
                        "openConversation",
                        "/messages/conversations",
                        Map.of("participantIds", List.of("ines"), "messageText", "x".repeat(150)))
                .is(201);
        say(emil, "second");
        world.clock.advance(Duration.ofMinutes(1));
        awaitSent("ines@family.example", 1);
        String mail = sent("ines@family.example").get(0);
        assertThat(mail).contains("emil wrote").contains("http://here.test/holdthatthought/messages/emil_ines");
        assertThat(mail)
                .satisfiesAnyOf(
                        text -> assertThat(text).contains("x".repeat(100) + "…").doesNotContain("x".repeat(101)),
                        text -> assertThat(text).contains("second"));

        say(emil, "third");
        world.clock.advance(Duration.ofMinutes(1));
        say(emil, "fourth");
        world.clock.advance(Duration.ofMinutes(5));
        assertThat(sent("ines@family.example")).hasSize(1);
        world.clock.advance(Duration.ofMinutes(5));
        awaitSent("ines@family.example", 2);

        say(emil, "read at once");
        ines.put("readConversation", "/messages/emil_ines/read", null).is(200);
        pass(Duration.ofMinutes(20));
        assertThat(sent("ines@family.example")).hasSize(2);
        assertThat(sent("emil@family.example")).isEmpty();
    }

    @Test
    void messages_notWantedOrNoAddress_areNotMailed() {
        change("ines", profile -> profile.withNotifyOnMessage(false));
        change("rosa", profile -> profile.withEmail("no address"));
        emil.post(
                        "openConversation",
                        "/messages/conversations",
                        Map.of("participantIds", List.of("ines", "rosa"), "messageText", "hello"))
                .is(201);

        pass(Duration.ofMinutes(2));

        assertThat(box.mails()).allMatch(mail -> mail.to().equals(List.of("yara@family.example")));
        change("ines", profile -> profile.withNotifyOnMessage(true).withContactEmail("ines@work.example"));
        emil.post(
                        "openConversation",
                        "/messages/conversations",
                        Map.of("participantIds", List.of("ines"), "messageText", "hello"))
                .is(201);
        world.clock.advance(Duration.ofMinutes(1));
        awaitSent("ines@work.example", 1);
    }

    @Test
    void comments_onWhatOneCommentedOn_areMailedOnce() {
        comment(emil, "first");
        comment(ines, "second <b>one</b>");
        awaitSent("emil@family.example", 1);
        comment(ines, "third");
        awaitSent("emil@family.example", 2);

        assertThat(sent("emil@family.example").get(0))
                .contains("ines wrote about The 6th: second one")
                .contains("http://here.test/holdthatthought/letters/1944-06-06");
        assertThat(sent("ines@family.example")).isEmpty();
        unsubscribe(sent("emil@family.example").get(0)).is(200);
        assertThat(emil.get("getMe", "/me").ok().path("notifyOnComment").booleanValue())
                .isFalse();
        comment(ines, "fourth");
        comment(emil, "fifth");
        awaitSent("ines@family.example", 1);
        assertThat(sent("emil@family.example")).hasSize(2);
    }

    @Test
    void comments_withoutATitle_areMailedWithTheLettersOwn() {
        Someone rosa = world.rosa();
        rosa.post("createLetter", "/letters", Map.of("date", "1944-06-07", "title", "The day after", "content", "Rain"))
                .is(201);
        ines.post("addComment", "/comments/letters/1944-06-07", Map.of("content", "Was it?"))
                .is(201);

        awaitSent("rosa@family.example", 1);

        assertThat(sent("rosa@family.example").get(0)).contains("ines wrote about The day after: Was it?");
    }

    private void comment(Someone who, String text) {
        world.clock.advance(Duration.ofSeconds(1));
        who.post("addComment", "/comments/letters/1944-06-06", Map.of("content", text, "itemTitle", "The 6th"))
                .is(201);
    }

    private World.Answer unsubscribe(String mail) {
        Matcher token = TOKEN.matcher(mail);
        assertThat(token.find()).isTrue();
        return world.nobody().post("unsubscribe", "/unsubscribe?token=" + token.group(1), null);
    }

    @Test
    void unsubscribe_unknownToken_isRefused() {
        for (String token : List.of("m-abc", "x-abc", "abc")) {
            world.nobody()
                    .post("unsubscribe", "/unsubscribe?token=" + token, null)
                    .is(400);
        }
        world.nobody().post("unsubscribe", "/unsubscribe", null).is(400);
    }

    @Test
    void digest_daily_tellsWhatIsUnreadAndEnds() {
        JsonNode settings = ines.get("getMailSettings", "/mail/settings").ok();
        assertThat(settings.path("digest").asText()).isEqualTo("off");
        assertThat(settings.path("isMailConfigured").booleanValue()).isTrue();
        change("ines", profile -> profile.withNotifyOnMessage(false));
        ines.put("changeMailSettings", "/mail/settings", Map.of("digest", "daily", "language", "zh"))
                .is(200);
        emil.post(
                        "openConversation",
                        "/messages/conversations",
                        Map.of("participantIds", List.of("ines"), "messageText", "hello"))
                .is(201);

        world.clock.advance(Duration.ofDays(1));
        awaitSent("ines@family.example", 1);
        assertThat(sent("ines@family.example").get(0)).contains("1 条未读消息");
        world.clock.advance(Duration.ofDays(1));
        awaitSent("ines@family.example", 2);
        unsubscribe(sent("ines@family.example").get(1)).is(200);
        assertThat(ines.get("getMailSettings", "/mail/settings")
                        .ok()
                        .path("digest")
                        .asText())
                .isEqualTo("off");
        pass(Duration.ofDays(2));
        assertThat(sent("ines@family.example")).hasSize(2);
        ines.put("changeMailSettings", "/mail/settings", Map.of("digest", "hourly"))
                .is(400);
    }

    @Test
    void contact_floods_areStoppedAndTheRestIsStoredAndMailed() {
        change("rosa", profile -> profile.withEmail("rosa@family.example"));
        Map<String, String> body = Map.of("name", "Ann", "email", "ann@example.org", "message", "Is this you?");
        world.nobody()
                .post("contact", "/contact", Map.of("email", "ann@example.org\nBcc: x@example.org", "message", "x"))
                .is(400);
        world.nobody()
                .post("contact", "/contact", Map.of("email", "ann@example.org", "message", " "))
                .is(400);
        world.nobody()
                .post("contact", "/contact", Map.of("email", "ann@example.org", "message", "x".repeat(5001)))
                .is(400);
        world.nobody()
                .post(
                        "contact",
                        "/contact",
                        Map.of("email", "ann@example.org", "message", "buy", "website", "http://spam.example"))
                .is(200);
        for (int i = 0; i < 5; i++) {
            world.nobody().post("contact", "/contact", body).is(200);
        }
        World.Answer refused = world.nobody().post("contact", "/contact", body).is(429);

        assertThat(refused.header("retry-after")).isEqualTo("3600");
        List<JsonNode> stored = world.rosa().listed("listContacts", "/admin/contact", 2);
        assertThat(stored)
                .hasSize(5)
                .allMatch(each -> each.path("text").asText().equals("Is this you?"));
        awaitSent("rosa@family.example", 5);
        emil.get("listContacts", "/admin/contact").is(403);
        String id = stored.get(0).path("contactId").asText();
        emil.delete("deleteContact", "/admin/contact/" + id).is(403);
        world.rosa().delete("deleteContact", "/admin/contact/" + id).is(200);
        world.rosa().delete("deleteContact", "/admin/contact/" + id).is(404);
        world.clock.advance(Duration.ofHours(1));
        world.nobody().post("contact", "/contact", body).is(200);
    }
}

package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.ActionWorld.action;
import static dev.trestle.systems.formkiq.ActionWorld.await;
import static dev.trestle.systems.formkiq.ActionWorld.awaitStates;
import static dev.trestle.systems.formkiq.ActionWorld.document;
import static dev.trestle.systems.formkiq.ActionWorld.hook;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.formkiq.client.model.AddAction;
import com.formkiq.client.model.AddActionParameters;
import com.formkiq.client.model.AddActionParameters.NotificationTypeEnum;
import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentAttribute;
import com.formkiq.client.model.AddDocumentAttributeStandard;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.DocumentActionType;
import com.formkiq.client.model.UpdateConfigurationRequest;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.MailException;
import dev.trestle.platform.outgoing.OutgoingRequest;
import dev.trestle.platform.settings.HostAndPort;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What others are told of documents: other servers, event buses, people. */
class DeliveriesTest {
    private static final String REFUSED =
            " is not on the public internet. An administrator can allow it: outgoing.allow.";

    private World world = world(FormKiq.SYSTEM.settings().defaults());
    private Someone joe = world.someone("joe", "default");

    private static World world(FormKiqSettings settings) {
        return new World(Targets.all().findFirst().orElseThrow(), settings);
    }

    private void use(FormKiqSettings settings) {
        world.close();
        world = world(settings);
        joe = world.someone("joe", "default");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private String made(AddAction... actions) throws Exception {
        return String.valueOf(
                joe.documents.addDocument(document(actions), null, null).getDocumentId());
    }

    private String messageOf(String id) throws Exception {
        return String.valueOf(ActionWorld.of(joe, id).get(0).getMessage());
    }

    @Test
    void webhook_ofADocument_tellsAllOfIt() throws Exception {
        joe.attributes.addAttribute(new AddAttributeRequest().attribute(new AddAttribute().key("city")), null);
        AddDocumentRequest request = document(hook("/documents?key=secret"))
                .addAttributesItem(new AddDocumentAttribute(
                        new AddDocumentAttributeStandard().key("city").stringValues(List.of("Chicago", "Austin"))));
        String id =
                String.valueOf(joe.documents.addDocument(request, null, null).getDocumentId());
        awaitStates(joe, id, "WEBHOOK COMPLETE");

        OutgoingRequest sent = world.outside.requests.get(0);
        assertThat(sent.method()).isEqualTo("POST");
        assertThat(sent.uri()).isEqualTo(URI.create("https://hooks.example.org/documents?key=secret"));
        assertThat(sent.headers()).containsEntry("content-type", "application/json");
        assertThat(sent.timeout()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
        JsonNode told = Json.mapper().readTree(sent.body());
        assertThat(told.fieldNames()).toIterable().containsExactly("document");
        JsonNode shown = told.get("document");
        assertThat(shown.get("siteId").asText()).isEqualTo("default");
        assertThat(shown.get("documentId").asText()).isEqualTo(id);
        assertThat(shown.get("path").asText()).isEqualTo("plan.txt");
        assertThat(shown.get("attributes").toString())
                .isEqualTo("[{\"key\":\"city\",\"stringValues\":[\"Austin\",\"Chicago\"],\"valueType\":\"STRING\"}]");
        assertThat(world.download(shown.get("url").asText())).isEqualTo("x".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void webhook_toAPrivateAddress_isRefusedBeforeItIsDialled() throws Exception {
        world.outside.name("hooks.example.org", "10.1.2.3");
        String id = made(hook("/x"));
        awaitStates(joe, id, "WEBHOOK FAILED");
        assertThat(messageOf(id)).isEqualTo("The server hooks.example.org" + REFUSED);
        assertThat(world.outside.dialled).isEmpty();
    }

    @Test
    void webhook_redirectedToAPrivateAddress_dialsThePublicOneAlone() throws Exception {
        world.outside.name("inside.example.org", "169.254.169.254");
        world.outside.answers(request -> Outside.redirect(307, "https://inside.example.org/latest/meta-data"));
        String id = made(hook("/x"));
        awaitStates(joe, id, "WEBHOOK FAILED");
        assertThat(messageOf(id)).isEqualTo("The server inside.example.org" + REFUSED);
        assertThat(world.outside.dialled).containsExactly(Outside.PUBLIC);
    }

    @Test
    void webhook_toAPrivateServerThatIsNamed_isSent() throws Exception {
        use(FormKiqSettingsBuilder.builder(FormKiq.SYSTEM.settings().defaults())
                .webhook(new FormKiqSettings.Webhook(List.of(new HostAndPort("hooks.example.org", 443))))
                .build());
        world.outside.name("hooks.example.org", "10.1.2.3");
        String id = made(hook("/x"));
        awaitStates(joe, id, "WEBHOOK COMPLETE");
        assertThat(world.outside.dialled).containsExactly("10.1.2.3");
    }

    @Test
    void webhook_redirectedFiveTimes_arrivesAndASixthIsTooMany() throws Exception {
        world.outside.answers(request -> {
            int step = Integer.parseInt(request.uri().getPath().substring(1));
            return step == 0 ? Outside.status(204) : Outside.redirect(308, "/" + (step - 1));
        });
        String id = made(hook("/5"));
        awaitStates(joe, id, "WEBHOOK COMPLETE");
        assertThat(world.outside.requests).hasSize(6).allSatisfy(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(Outside.bodyOf(request)).contains(id);
        });
        String other = made(hook("/6"));
        awaitStates(joe, other, "WEBHOOK FAILED");
        assertThat(messageOf(other)).isEqualTo("The server redirects more than 5 times.");
    }

    @Test
    void webhook_redirectedWithoutItsMethod_sendsNothingOfTheDocument() throws Exception {
        world.outside.answers(request -> request.uri().getPath().equals("/a")
                ? Outside.redirect(303, "https://other.example.org/b")
                : Outside.status(200));
        String id = made(hook("/a"));
        awaitStates(joe, id, "WEBHOOK COMPLETE");
        OutgoingRequest second = world.outside.to("/b").get(0);
        assertThat(second.method()).isEqualTo("GET");
        assertThat(second.body()).isEmpty();
        assertThat(second.headers()).isEmpty();
    }

    @Test
    void webhook_redirectedToPlainText_isRefused() throws Exception {
        world.outside.answers(request -> Outside.redirect(307, "http://hooks.example.org/b"));
        String id = made(hook("/a"));
        awaitStates(joe, id, "WEBHOOK FAILED");
        assertThat(messageOf(id)).isEqualTo("The server redirects to an address that is not encrypted.");
    }

    @Test
    void webhook_thatTakesTooLongOrFailsForNow_isTriedAgain() throws Exception {
        List<Outside.Server> servers = List.of(
                request -> {
                    throw new IOException("The other server took longer than 60 s.");
                },
                request -> Outside.status(429),
                request -> Outside.status(502),
                request -> Outside.status(503),
                request -> Outside.status(509));
        for (Outside.Server server : servers) {
            world.outside.answers(server);
            String id = made(hook("/slow"));
            awaitStates(joe, id, "WEBHOOK WAITING_FOR_RETRY");
            world.outside.answers(request -> Outside.status(200));
            world.clock.advance(Duration.ofSeconds(10));
            awaitStates(joe, id, "WEBHOOK COMPLETE");
        }
    }

    @Test
    void webhook_thatIsRefusedForGood_failsAtOnce() throws Exception {
        for (int status : List.of(301, 400, 401, 404, 500)) {
            world.outside.answers(request -> Outside.status(status));
            String id = made(hook("/no"));
            awaitStates(joe, id, "WEBHOOK FAILED");
            assertThat(messageOf(id)).isEqualTo("the server answered " + status);
        }
        for (String url : List.of("no address at all", "ftp://hooks.example.org/", "https://a:b@hooks.example.org/")) {
            String id = made(action(DocumentActionType.WEBHOOK, new AddActionParameters().url(url)));
            awaitStates(joe, id, "WEBHOOK FAILED");
        }
        assertThat(world.outside.requests).hasSize(5);
    }

    @Test
    void event_withoutABus_saysThatItIsNotConfigured() throws Exception {
        String id = made(action(DocumentActionType.EVENTBRIDGE, new AddActionParameters().eventBusName("bus")));
        awaitStates(joe, id, "EVENTBRIDGE FAILED");
        assertThat(messageOf(id)).isEqualTo("EVENTBRIDGE is not configured");
    }

    @Test
    void event_isTheWebhooksBodyToTheConfiguredUrl() throws Exception {
        use(FormKiqSettingsBuilder.builder(FormKiq.SYSTEM.settings().defaults())
                .eventbridge(new FormKiqSettings.EventBridge(URI.create("http://events.intern:8080/put")))
                .build());
        world.outside.name("events.intern", "10.0.0.9");
        String id = made(
                action(DocumentActionType.EVENTBRIDGE, new AddActionParameters().eventBusName("my bus")),
                action(DocumentActionType.WEBHOOK, new AddActionParameters().url("http://events.intern:8080/put")));
        // What the configuration names is no server that people may name.
        awaitStates(joe, id, "EVENTBRIDGE COMPLETE", "WEBHOOK FAILED");
        OutgoingRequest sent = world.outside.requests.get(0);
        assertThat(sent.uri()).isEqualTo(URI.create("http://events.intern:8080/put"));
        assertThat(sent.headers()).containsEntry("X-Trestle-Event-Bus", "my bus");
        assertThat(Outside.bodyOf(sent)).startsWith("{\"document\":{\"siteId\":\"default\",\"documentId\":\"" + id);
    }

    private static AddAction mail(String cc, String bcc, String subject, String text, String html) {
        return action(
                DocumentActionType.NOTIFICATION,
                new AddActionParameters()
                        .notificationType(NotificationTypeEnum.EMAIL)
                        .notificationToCc(cc)
                        .notificationToBcc(bcc)
                        .notificationSubject(subject)
                        .notificationText(text)
                        .notificationHtml(html));
    }

    private void configureMail() throws Exception {
        world.admin()
                .system
                .updateConfiguration("default", new UpdateConfigurationRequest().notificationEmail("desk@example.org"));
    }

    @Test
    void notification_toCcAndBcc_isOneMail() throws Exception {
        configureMail();
        String id = made(
                mail("ann@example.org, bob@example.org", "eve@example.org", "A plan", "Read it.", "<p>Read it.</p>"));
        awaitStates(joe, id, "NOTIFICATION COMPLETE");
        assertThat(world.outside.mails).hasSize(1);
        Mail sent = world.outside.mails.get(0).mail();
        assertThat(sent.to()).isEmpty();
        assertThat(sent.cc()).containsExactly("ann@example.org", "bob@example.org");
        assertThat(sent.bcc()).containsExactly("eve@example.org");
        assertThat(sent.replyTo()).isEqualTo("desk@example.org");
        assertThat(sent.subject()).isEqualTo("A plan");
        assertThat(sent.text()).isEqualTo("Read it.");
        assertThat(sent.html()).isEqualTo("<p>Read it.</p>");
    }

    @Test
    void notification_thatWouldAddAHeader_fails() throws Exception {
        configureMail();
        List<AddAction> hostile = List.of(
                mail("ann@example.org", "", "A plan\r\nBcc: all@example.org", "Read it.", ""),
                mail("ann@example.org\r\nBcc: all@example.org", "", "A plan", "Read it.", ""),
                mail("", "Ann <ann@example.org>", "A plan", "Read it.", ""));
        for (AddAction each : hostile) {
            String id = made(each);
            awaitStates(joe, id, "NOTIFICATION FAILED");
            assertThat(messageOf(id)).isNotEmpty();
        }
        assertThat(world.outside.mails).isEmpty();
    }

    @Test
    void notification_thatTheServerRefuses_failsOrIsTriedAgain() throws Exception {
        configureMail();
        world.outside.takesMail((name, mail) -> {
            throw new MailException("try later", false, null);
        });
        String id = made(mail("ann@example.org", "", "A plan", "", "<b>Read</b> it."));
        awaitStates(joe, id, "NOTIFICATION WAITING_FOR_RETRY");
        world.outside.takesMail((name, mail) -> {
            throw new MailException("never", true, null);
        });
        world.clock.advance(Duration.ofSeconds(10));
        awaitStates(joe, id, "NOTIFICATION FAILED");
        assertThat(messageOf(id)).isEqualTo("never");
        world.outside.takesMail((name, mail) -> {});
        joe.actions.addDocumentRetryAction(id, null);
        awaitStates(joe, id, "NOTIFICATION FAILED_RETRY", "NOTIFICATION COMPLETE");
        assertThat(world.outside.mails.get(0).mail().text()).isEqualTo("Read it.");
    }

    @Test
    void publication_staysAsItWasUntilItIsPublishedAnew() throws Exception {
        String id = made(ActionWorld.publish());
        awaitStates(joe, id, "PUBLISH COMPLETE");
        assertThat(joe.values
                        .getDocumentAttribute(id, "Publication", null)
                        .getAttribute()
                        .getStringValue())
                .isEqualTo(id);
        joe.documents.updateDocument(
                id,
                new com.formkiq.client.model.UpdateDocumentRequest()
                        .content("new")
                        .path("other.txt"),
                null,
                null);
        assertThat(published(id)).isEqualTo("x");
        assertThat(World.refused(
                        () -> world.someone("eve", "finance").documents.getPublishedDocumentContent(id, "default")))
                .startsWith("401 ");

        ActionWorld.add(joe, id, ActionWorld.publish());
        awaitStates(joe, id, "PUBLISH COMPLETE", "PUBLISH COMPLETE");
        assertThat(published(id)).isEqualTo("new");

        assertThat(joe.documents.deletePublishedDocumentContent(id, null).getMessage())
                .isEqualTo("'" + id + "' object deleted");
        String missing = World.message(404, "Document " + id + " not found.");
        assertThat(World.refused(() -> joe.documents.deletePublishedDocumentContent(id, null)))
                .isEqualTo(missing);
        assertThat(joe.raw("GET", "/publications/" + id, null).body())
                .isEqualTo("{\"message\":\"Document " + id + " not found.\"}");
        assertThat(World.refused(() -> joe.values.getDocumentAttribute(id, "Publication", null)))
                .startsWith("404 ");
        assertThat(joe.documents.getDocument(id, null, null).getPath()).isEqualTo("other.txt");
    }

    private String published(String id) {
        var answer = joe.raw("GET", "/publications/" + id, null);
        assertThat(answer.statusCode()).isEqualTo(307);
        return new String(
                world.download(answer.headers().firstValue("location").orElseThrow()), StandardCharsets.UTF_8);
    }

    @Test
    void publication_ofALink_fails() throws Exception {
        String id = String.valueOf(joe.documents
                .addDocument(
                        new AddDocumentRequest()
                                .deepLinkPath("https://elsewhere.example.org/a")
                                .addActionsItem(ActionWorld.publish()),
                        null,
                        null)
                .getDocumentId());
        awaitStates(joe, id, "PUBLISH FAILED");
        await().until(() -> messageOf(id).equals("the document has no content of its own"));
    }
}

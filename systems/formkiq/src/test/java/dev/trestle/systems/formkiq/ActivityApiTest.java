package dev.trestle.systems.formkiq;

import static com.formkiq.client.invoker.JSON.getGson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.formkiq.client.model.Activity;
import com.formkiq.client.model.AddDocumentAttributesRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentTagsRequest;
import com.formkiq.client.model.SetDocumentAttributeRequest;
import com.formkiq.client.model.UpdateDocumentRequest;
import com.formkiq.client.model.UserActivity;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.ActivityEvents;
import dev.trestle.systems.formkiq.model.ActivityEvents.DocumentActivitiesEvent;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** The record of what was done to documents. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class ActivityApiTest {
    private final World world;
    private final Someone joe;
    private final Someone ada;

    ActivityApiTest(Target target) {
        world = new World(target);
        joe = world.someone("joe", "default");
        ada = world.admin();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static <T> T body(String json, Class<T> type) {
        return getGson().fromJson(json, type);
    }

    private String add(String path, String content) throws Exception {
        return joe.documents
                .addDocument(new AddDocumentRequest().path(path).content(content), null, null)
                .getDocumentId();
    }

    private List<Activity> activities(Someone who, @Nullable String documentId, String limit) throws Exception {
        List<Activity> all = new ArrayList<>();
        String next = null;
        do {
            var page = who.activities.getResourceActivities(
                    null, documentId, null, null, null, null, null, null, next, limit, null);
            all.addAll(page.getActivities());
            next = page.getNext();
        } while (next != null);
        return all;
    }

    private static String changes(Activity activity) {
        return getGson().toJson(activity.getChanges());
    }

    @Test
    void changes_ofADocument_areRecordedWithOldAndNewValues() throws Exception {
        String id = add("a.txt", "one");
        ada.attributes.addAttribute(
                body("{'attribute':{'key':'city'}}", com.formkiq.client.model.AddAttributeRequest.class), null);
        joe.documents.updateDocument(
                id, new UpdateDocumentRequest().path("b.txt").content("two"), null, null);
        joe.tags.addDocumentTags(
                id, body("{'tags':[{'key':'t','values':['1','2']}]}", AddDocumentTagsRequest.class), null);
        joe.values.addDocumentAttributes(
                id,
                body(
                        "{'attributes':[{'key':'city','stringValues':['Rome','Bonn']}]}",
                        AddDocumentAttributesRequest.class),
                null);
        joe.values.setDocumentAttributeValue(
                id, "city", body("{'attribute':{'stringValue':'Oslo'}}", SetDocumentAttributeRequest.class), null);
        joe.documents.getDocument(id, null, null);
        joe.documents.deleteDocument(id, null, true);
        joe.documents.setDocumentRestore(id, null);
        ada.documents.purgeDocument(id, null);
        world.formkiq.runJobs();

        List<Activity> all = activities(ada, id, "2");
        assertThat(all)
                .extracting(Activity::getResource, Activity::getType, Activity::getUserId)
                .containsExactly(
                        tuple("documents", "DELETE", "ada@example.org"),
                        tuple("documents", "RESTORE", "joe@example.org"),
                        tuple("documents", "SOFT_DELETE", "joe@example.org"),
                        tuple("documents", "VIEW", "joe@example.org"),
                        tuple("documentAttributes", "UPDATE", "joe@example.org"),
                        tuple("documentAttributes", "CREATE", "joe@example.org"),
                        tuple("documents", "UPDATE", "joe@example.org"),
                        tuple("documents", "NEW_VERSION", "joe@example.org"),
                        tuple("documents", "CREATE", "joe@example.org"));
        assertThat(all).allSatisfy(each -> {
            assertThat(each.getStatus()).hasToString("COMPLETE");
            assertThat(each.getSource()).isEqualTo("HTTP");
            assertThat(each.getSourceIpAddress()).isEqualTo("127.0.0.1");
            assertThat(each.getDocumentId()).isEqualTo(id);
        });
        assertThat(changes(all.get(4)))
                .isEqualTo("{\"city\":{\"oldValue\":[\"Bonn\",\"Rome\"],\"newValue\":\"Oslo\"}}");
        assertThat(all.get(4).getAttributeKey()).isEqualTo("city");
        assertThat(changes(all.get(6))).isEqualTo("{\"tags.t\":{\"newValue\":[\"1\",\"2\"]}}");
        assertThat(changes(all.get(7))).contains("\"path\":{\"oldValue\":\"a.txt\",\"newValue\":\"b.txt\"}");
        assertThat(World.refused(() -> activities(joe, id, "100")))
                .isEqualTo(World.message(404, "Document " + id + " not found."));
    }

    @Test
    void userActivities_ofADocument_showWhatItWas() throws Exception {
        String id = add("a.txt", "one");
        joe.documents.updateDocument(id, new UpdateDocumentRequest().path("b.txt"), null, null);
        joe.documents.updateDocument(id, new UpdateDocumentRequest().content("two"), null, null);

        List<UserActivity> all =
                joe.activities.getDocumentUserActivities(id, null, null, null).getUserActivities();
        assertThat(all)
                .extracting(each -> String.valueOf(each.getType()))
                .containsExactly("NEW_VERSION", "UPDATE", "CREATE");
        assertThat(all.get(0).getDocument().getVersionKey()).startsWith("document#");
        assertThat(all.get(0).getDocument().getContentLength()).isEqualTo(3);
        assertThat(all.get(1).getDocument().getPath()).isEqualTo("a.txt");
        assertThat(getGson().toJson(all.get(1).getChanges()))
                .isEqualTo("{\"path\":{\"oldValue\":\"a.txt\",\"newValue\":\"b.txt\"}}");
        Someone eve = world.someone("eve", "default");
        assertThat(eve.activities
                        .getDocumentUserActivities(id, null, null, null)
                        .getUserActivities())
                .isEmpty();
        assertThat(eve.activities.getUserActivities(null, null, null, null).getUserActivities())
                .isEmpty();
        assertThat(World.refused(() -> eve.activities.getUserActivities(null, null, null, "joe@example.org")))
                .isEqualTo(World.message(401, "fkq access denied"));
        assertThat(ada.activities
                        .getUserActivities(null, null, null, "joe@example.org")
                        .getUserActivities())
                .hasSize(3);
    }

    @Test
    void days_fromStartToEnd_areListedInBothOrders() throws Exception {
        String first = add("1.txt", "1");
        world.clock.advance(Duration.ofDays(2));
        String second = add("2.txt", "2");

        assertThat(activities(ada, null, "1"))
                .extracting(Activity::getDocumentId)
                .containsExactly(second);
        var start = World.MONDAY.atOffset(ZoneOffset.UTC);
        var rising = ada.activities.getResourceActivities(
                null, null, null, null, null, start, start.plusDays(3), "ASC", null, "1", null);
        assertThat(rising.getActivities()).extracting(Activity::getDocumentId).containsExactly(first);
        assertThat(ada.activities
                        .getResourceActivities(
                                null,
                                null,
                                null,
                                null,
                                null,
                                start,
                                start.plusDays(3),
                                "ASC",
                                rising.getNext(),
                                null,
                                null)
                        .getActivities())
                .extracting(Activity::getDocumentId)
                .containsExactly(second);
        assertThat(World.refused(() -> ada.activities.getResourceActivities(
                        null, null, null, null, null, start, start.plusDays(500), null, null, null, null)))
                .isEqualTo(World.error("start", "at most 366 days can be listed at once"));
        assertThat(ada.raw("GET", "/activities?start=yesterday", null).body())
                .isEqualTo("{\"message\":\"Invalid date string: yesterday\"}");
    }

    @Test
    void event_ofAChange_livesForADay() throws Exception {
        String id = add("a.txt", "1");

        List<DocumentActivitiesEvent> events =
                world.tables.store().within("default").all(ActivityEvents.EVENTS.of(), 10);
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.documentId()).isEqualTo(id);
            assertThat(Duration.between(event.inserteddate(), event.timeToLive()))
                    .isEqualTo(Duration.ofDays(1));
            assertThat(event.activityKeys())
                    .singleElement()
                    .satisfies(key -> assertThat(key.partition()).isEqualTo("doc#" + id));
        });
    }
}

package dev.trestle.systems.zentriqvision.model;

import static dev.trestle.systems.zentriqvision.model.Samples.TEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import dev.trestle.testing.TestStore;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** What saved searches, alerts and holds are read by: one request each. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class AlertPatternsTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private TestStore tables;

    @SuppressWarnings("NullAway.Init")
    private ItemStore org;

    @BeforeEach
    void createTables() {
        tables = TestStore.open(target, ZentriqVisionModel.MODEL, Clock.systemUTC());
        org = tables.store().within("org123");
    }

    @AfterEach
    void deleteTables() {
        tables.close();
    }

    private static Alert alert(String userId, String alertId, String personId, int second) {
        return new Alert(
                userId,
                alertId,
                "s1",
                "Blue",
                personId,
                "v1",
                TEN.plusSeconds(second),
                "gate",
                null,
                TEN,
                null,
                TEN.plus(Duration.ofDays(36_500)));
    }

    @Test
    void searchesAndAlerts_amongOthers_areOneRequestEach() {
        SavedSearch ann = Samples.search("ann", "s1");
        SavedSearch bob = Samples.search("bob", "s2");
        Alert first = alert("ann", "alert_1", "p1", 0);
        Alert second = alert("ann", "alert_2", "p1", 300);
        WebhookResult result = new WebhookResult("ann", "s1", "alert_1", TEN, false, 500, 1, "500");
        org.create(SupportTable.SAVED_SEARCH, ann);
        org.create(SupportTable.SAVED_SEARCH, bob);
        org.create(SupportTable.ALERT, first);
        org.create(SupportTable.ALERT, second);
        org.create(SupportTable.ALERT, alert("bob", "alert_1", "p2", 0));
        org.create(SupportTable.WEBHOOK_RESULT, result);
        tables.takeCalls();

        assertThat(org.all(SupportTable.SEARCHES_OF_ORGANIZATION.of(), 10)).containsExactly(ann, bob);
        assertThat(org.all(SupportTable.ALERTS_NEWEST_FIRST.of("ann"), 10)).containsExactly(second, first);
        assertThat(org.get(SupportTable.ALERT_BY_ID.of("ann", "alert_1"))).contains(first);
        assertThat(org.all(SupportTable.ALERTS_OF_PERSON.of("p1"), 10))
                .containsExactly(AlertMoment.of(first), AlertMoment.of(second));
        assertThat(org.all(
                        SupportTable.ALERTED_BETWEEN
                                .of("p1", "s1")
                                .from(TEN.plusSeconds(1))
                                .to(TEN.plusSeconds(600)),
                        10))
                .containsExactly(AlertMoment.of(second));
        assertThat(org.get(SupportTable.RESULT_OF_WEBHOOK.of("ann", "s1"))).contains(result);
        assertThat(tables.takeCalls()).containsExactly("query", "query", "getItem", "query", "query", "getItem");

        org.delete(SupportTable.ALERT, first, Expect.ANYTHING);
        assertThat(org.all(SupportTable.ALERTS_OF_PERSON.of("p1"), 10)).containsExactly(AlertMoment.of(second));
    }

    @Test
    void exports_amongOthers_areOneRequestEach() {
        Export first = Samples.export("export_1", TEN);
        Export second = Samples.export("export_2", TEN.plusSeconds(1));
        ExportedPerson shown = new ExportedPerson("p1", "export_1", TEN);
        org.create(SupportTable.EXPORT, first);
        org.create(SupportTable.EXPORT, second);
        org.create(SupportTable.EXPORTED_PERSON, shown);
        org.create(SupportTable.EXPORTED_PERSON, new ExportedPerson("p2", "export_2", TEN));
        RetentionNotice told = new RetentionNotice(TEN, 3);
        org.create(SupportTable.RETENTION_NOTICE, told);
        tables.takeCalls();

        assertThat(org.all(SupportTable.EXPORTS_NEWEST_FIRST.of(), 10)).containsExactly(second, first);
        assertThat(org.all(SupportTable.EXPORTS_OLDEST_FIRST.of(), 10)).containsExactly(first, second);
        assertThat(org.get(SupportTable.EXPORT_BY_ID.of("export_1"))).contains(first);
        assertThat(org.all(SupportTable.EXPORTS_OF_PERSON.of("p1"), 10)).containsExactly(shown);
        assertThat(org.all(SupportTable.PERSONS_OF_EXPORT.of("export_1"), 10)).containsExactly(shown);
        assertThat(org.get(SupportTable.LAST_RETENTION_NOTICE.of())).contains(told);
        assertThat(tables.takeCalls()).containsExactly("query", "query", "getItem", "query", "query", "getItem");
    }

    @Test
    void hold_ofAVideo_isOneRequest() {
        VideoHold hold = new VideoHold("v1", "Case 7", "ida", TEN);
        org.create(SupportTable.VIDEO_HOLD, hold);
        tables.takeCalls();

        assertThat(org.get(SupportTable.HOLD_OF_VIDEO.of("v1"))).contains(hold);
        assertThat(org.get(SupportTable.HOLD_OF_VIDEO.of("v2"))).isEmpty();
        assertThat(tables.takeCalls()).containsExactly("getItem", "getItem");
    }
}

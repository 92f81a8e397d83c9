package dev.trestle.systems.zentriqvision.alerts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.home.SystemHome.Thing;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.AddSearch;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.ListAlerts;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.ListSearches;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.OfAlert;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.OfSearch;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.PutSearch;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Alert;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.MemberRole;
import dev.trestle.systems.zentriqvision.model.SavedSearch;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Saved searches and alerts: their operations, jobs and events. */
public final class AlertArea implements Area {
    private static final int PAGE = 100;

    private final Parts parts;
    private final SavedSearches searches;
    private final Alerts alerts;
    private final Alerting alerting;
    private final WebhookDeliveries deliveries;

    public AlertArea(Parts parts) {
        this.parts = parts;
        Webhooks webhooks = new Webhooks(
                parts.environment().outgoing(),
                parts.environment().shared().outgoing().allowed(),
                parts.environment().identity().seal(),
                parts.ids());
        Watchers watchers = new Watchers(parts);
        this.searches = new SavedSearches(parts, webhooks);
        this.alerts = new Alerts(parts);
        this.deliveries = new WebhookDeliveries(parts, watchers, webhooks);
        this.alerting = new Alerting(parts, watchers, deliveries);
    }

    /** An alert, to its own user. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record AlertEvent(
            String change,
            String alertId,
            String searchId,
            String searchName,
            String personId,
            String videoId,
            @Nullable String camera,
            Instant timestamp,
            boolean read) {
        static AlertEvent of(RecordChange<Alert> change) {
            Alert alert = change.latest();
            return new AlertEvent(
                    change.kind(),
                    alert.alertId(),
                    alert.searchId(),
                    alert.searchName(),
                    alert.personId(),
                    alert.videoId(),
                    alert.camera(),
                    alert.timestamp(),
                    alert.readAt() != null);
        }
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listSearches", "/searches", ListSearches.class)
                .about("The caller's saved searches")
                .right(Rights.OPERATOR)
                .givesPage(SearchView.class, searches::list);
        operations
                .post("addSearch", "/searches", AddSearch.class)
                .about("Keeps a search, and alerts the caller of what it finds from now on")
                .description("The secret of a webhook is in this answer and in no other. Requests to it have the header"
                        + " X-Trestle-Signature: t=SECONDS,v1=HEX, the HMAC-SHA256 of SECONDS, a dot and the body.")
                .right(Rights.OPERATOR)
                .refuses(Kind.CONFLICT)
                .created()
                .changes(SearchView.class, searches::add);
        operations
                .get("getSearch", "/searches/{id}", OfSearch.class)
                .about("A saved search of the caller")
                .right(Rights.OPERATOR)
                .on(
                        SavedSearches.OWN,
                        given -> SupportTable.SEARCH_BY_ID.of(
                                given.by().userId(), given.asked().id()))
                .gives(SearchView.class, searches::view);
        operations
                .put("putSearch", "/searches/{id}", PutSearch.class)
                .about("Replaces a saved search of the caller")
                .description("A webhook keeps its secret, unless newSecret is true or it is of another server.")
                .right(Rights.OPERATOR)
                .on(
                        SavedSearches.OWN,
                        given -> SupportTable.SEARCH_BY_ID.of(
                                given.by().userId(), given.asked().id()))
                .changes(SearchView.class, searches::put);
        operations
                .delete("deleteSearch", "/searches/{id}", OfSearch.class)
                .about("Deletes a saved search of the caller. Its alerts stay")
                .right(Rights.OPERATOR)
                .on(
                        SavedSearches.OWN,
                        given -> SupportTable.SEARCH_BY_ID.of(
                                given.by().userId(), given.asked().id()))
                .changes(searches::delete)
                .givesNothing();
        operations
                .get("listAlerts", "/alerts", ListAlerts.class)
                .about("What the caller's saved searches found, newest first")
                .right(Rights.OPERATOR)
                .givesPage(AlertView.class, alerts::list);
        operations
                .post("readAlert", "/alerts/{id}/read", OfAlert.class)
                .about("Marks an alert as read")
                .right(Rights.OPERATOR)
                .refuses(Kind.NOT_FOUND)
                .gives(AlertView.class, alerts::read);
        operations
                .post("readAlerts", "/alerts/read")
                .about("Marks the caller's alerts as read, 500 at a time")
                .right(Rights.OPERATOR)
                .gives(Alerts.Marked.class, alerts::readAll);
    }

    /** The caller's newest alerts that they have not read, as the home page has them. */
    public List<Thing> unread(Caller who, int max) {
        return alerts.unread(who, max).stream().map(AlertArea::thing).toList();
    }

    /** With the link of the bell's notice, so that a page can tell that both are about the same. */
    private static Thing thing(Alert alert) {
        String camera = alert.camera();
        return new Thing(
                NoticeKind.ALERT,
                alert.searchName(),
                "alert",
                Map.of("camera", camera == null ? "–" : camera),
                Map.of(),
                AlertMails.page(alert),
                null,
                alert.raisedAt());
    }

    @Override
    public void handleBy(JobRunner runner) {
        deliveries.handleBy(runner);
    }

    @Override
    public void follow(Follower follower) {
        follower.on(DataTable.APPEARANCE, alerting::changed).on(SupportTable.MEMBER, this::left);
    }

    /** Whoever is taken out of the organisation keeps nothing here. */
    private void left(RecordChange<Member> change) {
        String orgId = change.tenant();
        if (change.after() != null || orgId == null) {
            return;
        }
        String userId = change.latest().userId();
        ItemStore store = parts.deciding(orgId);
        if (store.get(SupportTable.MEMBER_BY_ID.of(userId)).isPresent()) {
            return; // they are back
        }
        List<SavedSearch> kept;
        do {
            kept = store.first(SupportTable.SEARCHES_OF_USER.of(userId), PAGE);
            store.deleteAll(SupportTable.SAVED_SEARCH, kept);
        } while (!kept.isEmpty());
        List<Alert> raised;
        do {
            raised = store.first(SupportTable.ALERTS_NEWEST_FIRST.of(userId), PAGE);
            // One by one: each goes with what an erasure finds it by.
            raised.forEach(each -> store.delete(SupportTable.ALERT, each, Expect.ANYTHING));
        } while (!raised.isEmpty());
    }

    /** Where changes were missed, what was seen meanwhile alerts now. */
    @Override
    public void checkAll() {
        parts.organizations().all().forEach(alerting::catchUp);
    }

    @Override
    public void tell(Events<Caller> events) {
        events.event(
                "alert",
                SupportTable.ALERT,
                AlertEvent::of,
                (who, alert) -> who.userId().equals(alert.userId())
                        && who.isAtLeast(MemberRole.OPERATOR)
                        && who.maySee(alert.camera()));
    }
}

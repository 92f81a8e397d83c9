package dev.trestle.systems.zentriqvision.alerts;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.ListAlerts;
import dev.trestle.systems.zentriqvision.alerts.SearchRequests.OfAlert;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.Alert;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.PersonNote;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.search.Crops;
import dev.trestle.systems.zentriqvision.search.Footage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user's alerts. Those of videos that the user may not see any more, and of persons who were erased, are not there. */
final class Alerts {
    private static final int READ = 100;
    private static final int LOOKED_MAX = 1_000;

    /** How many a request marks as read at most. */
    private static final int MARKED_MAX = 500;

    private final Parts parts;

    /** How many were marked as read by a request, and whether there are further ones. */
    record Marked(int marked, boolean more) {}

    Alerts(Parts parts) {
        this.parts = parts;
    }

    Page<AlertView> list(Given<Caller, ListAlerts> given) {
        ListAlerts asked = given.asked();
        parts.access().note(given.by(), Look.at(AccessAction.SEARCH).saying("alerts"));
        ItemStore store = parts.of(given.by());
        List<String> list = List.of("alerts", String.valueOf(asked.unread()), String.valueOf(asked.searchId()));
        String cursor = asked.cursor();
        List<String> place = cursor == null ? null : store.open(cursor, list);
        Footage footage = new Footage(store, given.by());
        List<AlertView> views = new ArrayList<>();
        for (int looked = 0; looked < LOOKED_MAX; looked += READ) {
            List<Placed<Alert>> read =
                    store.placed(SupportTable.ALERTS_NEWEST_FIRST.of(given.by().userId()), READ, place);
            footage.look(read.stream().map(each -> each.record().videoId()).toList());
            for (Placed<Alert> each : read) {
                if (views.size() == asked.limit()) {
                    return new Page<>(views, place == null ? null : store.seal(place, list));
                }
                place = each.place();
                Alert alert = each.record();
                if (isAsked(asked, alert) && isShown(store, footage, alert)) {
                    views.add(view(store, given.by(), footage, alert));
                }
            }
            if (read.size() < READ) {
                return new Page<>(views, null);
            }
        }
        return new Page<>(views, place == null ? null : store.seal(place, list));
    }

    /** The newest that the caller has not read, among their newest {@value #READ}: when and by which search, not who was found. */
    List<Alert> unread(Caller who, int max) {
        ItemStore store = parts.of(who);
        Footage footage = new Footage(store, who);
        List<Alert> unread = store.first(SupportTable.ALERTS_NEWEST_FIRST.of(who.userId()), READ).stream()
                .filter(alert -> alert.readAt() == null)
                .toList();
        footage.look(unread.stream().map(Alert::videoId).toList());
        return unread.stream()
                .filter(alert -> isShown(store, footage, alert))
                .limit(max)
                .toList();
    }

    private static boolean isAsked(ListAlerts asked, Alert alert) {
        return (!asked.unread() || alert.readAt() == null)
                && (asked.searchId() == null || asked.searchId().equals(alert.searchId()));
    }

    /** Of an item that another program wrote there may be no person. */
    private static boolean isShown(ItemStore store, Footage footage, Alert alert) {
        return footage.isVisible(alert.videoId())
                && store.get(DataTable.PERSON_DETAILS.of(alert.personId())).isPresent();
    }

    private AlertView view(ItemStore store, Caller who, Footage footage, Alert alert) {
        var video = footage.video(alert.videoId());
        @Nullable
        String name = store.get(SupportTable.NOTE_OF_PERSON.of(alert.personId()))
                .map(PersonNote::name)
                .orElse(null);
        return new AlertView(
                alert.alertId(),
                alert.searchId(),
                alert.searchName(),
                alert.personId(),
                name,
                alert.videoId(),
                video == null ? null : video.fileName(),
                video == null ? null : video.camera(),
                alert.timestamp(),
                footage.offset(alert.videoId(), alert.timestamp()),
                new Crops(parts.bucket(), who.orgId()).url(alert.videoId(), alert.thumbnailKey()),
                alert.raisedAt(),
                alert.readAt() != null);
    }

    /** Marks one as read; one that is read already stays so. */
    AlertView read(Given<Caller, OfAlert> given) {
        Caller who = given.by();
        ItemStore store = parts.deciding(who.orgId());
        Footage footage = new Footage(store, who);
        Alert read = parts.changes().run(store, () -> {
            var stored = store.stored(SupportTable.ALERT_BY_ID.of(
                            who.userId(), given.asked().id()))
                    .orElseThrow(Alerts::missing);
            Alert alert = stored.record();
            if (!isShown(store, footage, alert)) {
                throw missing();
            }
            if (alert.readAt() != null) {
                return Decision.of(alert);
            }
            Alert after = alert.withReadAt(given.at());
            return Decision.of(after).replace(SupportTable.ALERT, stored, after);
        });
        parts.access()
                .note(
                        who,
                        Look.at(AccessAction.VIEW)
                                .video(read.videoId())
                                .person(read.personId())
                                .saying("alert"));
        return view(store, who, footage, read);
    }

    /** Marks all as read, {@value #MARKED_MAX} at a time. */
    Marked readAll(Given<Caller, ?> given) {
        Caller who = given.by();
        ItemStore store = parts.deciding(who.orgId());
        int marked = 0;
        List<Alert> all = store.first(SupportTable.ALERTS_NEWEST_FIRST.of(who.userId()), LOOKED_MAX * 10);
        for (Alert each : all) {
            if (each.readAt() == null) {
                if (marked == MARKED_MAX) {
                    return new Marked(marked, true);
                }
                marked += mark(store, given, each) ? 1 : 0;
            }
        }
        return new Marked(marked, false);
    }

    private boolean mark(ItemStore store, Given<Caller, ?> given, Alert alert) {
        return parts.changes().run(store, () -> {
            var stored = store.stored(SupportTable.ALERT_BY_ID.of(alert.userId(), alert.alertId()))
                    .orElse(null);
            if (stored == null || stored.record().readAt() != null) {
                return Decision.of(false);
            }
            return Decision.of(true)
                    .replace(SupportTable.ALERT, stored, stored.record().withReadAt(given.at()));
        });
    }

    private static ApiException missing() {
        return ApiException.notFound("There is no such alert.");
    }
}

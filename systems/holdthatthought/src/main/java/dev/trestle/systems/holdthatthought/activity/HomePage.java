package dev.trestle.systems.holdthatthought.activity;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.home.SystemHome;
import dev.trestle.platform.home.SystemHome.Figure;
import dev.trestle.platform.home.SystemHome.Thing;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.systems.holdthatthought.activity.ActivityArea.ListActivity;
import dev.trestle.systems.holdthatthought.activity.ActivityArea.View;
import dev.trestle.systems.holdthatthought.model.ActivityKind;
import dev.trestle.systems.holdthatthought.model.DraftListing;
import dev.trestle.systems.holdthatthought.model.DraftStatus;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Names;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** A member's home page: drafts that wait to be reviewed, what happened last, and how many letters there are. */
final class HomePage {
    private static final int DRAFTS_MAX = 10;
    private static final int RECENT_MAX = 8;
    private static final int COUNTED_MAX = 1000;

    private final ItemStore store;
    private final BiFunction<Caller, ListActivity, Page<View>> activity;
    private final Names names;

    HomePage(ItemStore store, BiFunction<Caller, ListActivity, Page<View>> activity) {
        this.store = store;
        this.activity = activity;
        this.names = new Names(store);
    }

    SystemHome of(Caller caller) {
        List<DraftListing> drafts = store.first(SupportTable.DRAFTS_BY_STATUS.of(DraftStatus.READY), DRAFTS_MAX);
        Map<String, String> known =
                names.of(drafts.stream().map(DraftListing::uploaderId).toList());
        List<Thing> waiting = drafts.stream()
                .map(draft -> waiting(draft, known.getOrDefault(draft.uploaderId(), "")))
                .toList();
        List<Thing> recent = activity.apply(caller, new ListActivity(RECENT_MAX + drafts.size(), null)).items().stream()
                .filter(each -> each.kind() != ActivityKind.DRAFT)
                .limit(RECENT_MAX)
                .map(HomePage::recent)
                .toList();
        int letters = store.first(SupportTable.LISTED_LETTERS_NEWEST_FIRST.of(), COUNTED_MAX)
                .size();
        String number = letters < COUNTED_MAX ? Integer.toString(letters) : COUNTED_MAX + "+";
        return new SystemHome(waiting, recent, new Figure("letters", number, Map.of(), null));
    }

    private static Thing waiting(DraftListing draft, String uploader) {
        return new Thing(
                NoticeKind.APPROVAL,
                "",
                "review",
                Map.of("name", uploader),
                Map.of(),
                "/holdthatthought/drafts/" + draft.draftId(),
                uploader.isEmpty() ? null : uploader,
                draft.updatedAt());
    }

    private static Thing recent(View each) {
        return new Thing(
                null,
                each.title(),
                each.kind().name().toLowerCase(Locale.ROOT),
                Map.of("name", each.userName()),
                Map.of(),
                each.path(),
                each.userName().isEmpty() ? null : each.userName(),
                each.at());
    }
}

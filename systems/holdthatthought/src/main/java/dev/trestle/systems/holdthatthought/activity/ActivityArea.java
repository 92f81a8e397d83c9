package dev.trestle.systems.holdthatthought.activity;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.home.SystemHome;
import dev.trestle.platform.home.SystemHome.Figure;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.Activity;
import dev.trestle.systems.holdthatthought.model.ActivityKind;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Names;
import dev.trestle.systems.holdthatthought.people.Rights;
import dev.trestle.systems.holdthatthought.people.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is new, and the home page. */
public final class ActivityArea implements Area {
    /** Who waits to be approved finds the system, and that they wait, and nothing of it. */
    private static final SystemHome PENDING =
            new SystemHome(List.of(), List.of(), new Figure("pending", "", Map.of(), null));

    private static final int READS_MAX = 20;

    private final ItemStore store;
    private final Activities activities;
    private final HomePage home;

    public ActivityArea(Parts parts) {
        this.store = parts.consistent();
        this.activities = new Activities(parts.store());
        this.home = new HomePage(parts.store(), this::list);
    }

    public record ListActivity(
            @Default("50") @Range(min = 1, max = 100) int limit,

            @Alias("lastEvaluatedKey") @About("The nextCursor of the page before") @Nullable @Length(max = 4000)
            String cursor) {}

    /** Something that happened. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record View(ActivityKind kind, Instant at, String userId, String userName, String title, String path) {}

    /** Writes down what other areas have to tell. */
    public Activities activities() {
        return activities;
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listActivity", "/activity", ListActivity.class)
                .about("What happened in the archive, the newest first")
                .description("Letters, edits, comments, drafts to be reviewed and new members of the last 180 days.")
                .right(Rights.MEMBER)
                .givesPage(View.class, given -> list(given.by(), given.asked()));
        operations
                .get("getHome", "/home")
                .about("What the caller's home page shows: drafts to be reviewed, and what is new")
                .right(Rights.OWN_PROFILE)
                .gives(SystemHome.class, given -> given.by().isMember() ? home.of(given.by()) : PENDING);
    }

    @Override
    public void follow(Follower follower) {
        activities.follow(follower);
    }

    /** A full page of what the caller may know: nothing about letters that are gone, or about people whom they may not see any more. */
    private Page<View> list(Caller by, ListActivity asked) {
        List<View> shown = new ArrayList<>();
        String cursor = asked.cursor();
        for (int reads = 0; reads < READS_MAX; reads++) {
            Page<Activity> page =
                    Page.of(store.page(SupportTable.ACTIVITIES.of(), asked.limit() - shown.size(), cursor));
            cursor = page.next();
            Set<String> there = there(page.items());
            Set<String> members = members(by, page.items());
            page.items().stream()
                    .filter(each -> each.letterDate() == null || there.contains(each.letterDate()))
                    .filter(each -> each.kind() != ActivityKind.MEMBER || members.contains(each.userId()))
                    .forEach(each -> shown.add(new View(
                            each.kind(),
                            each.at(),
                            each.userId(),
                            Names.withoutAddress(each.userName()),
                            each.title(),
                            each.path())));
            if (cursor == null || shown.size() == asked.limit()) {
                break;
            }
        }
        return new Page<>(shown, cursor).named("activity");
    }

    /** Those of the people who joined whom the caller may see now. */
    private Set<String> members(Caller by, List<Activity> some) {
        List<Bound<UserProfile>> bounds = some.stream()
                .filter(each -> each.kind() == ActivityKind.MEMBER)
                .map(Activity::userId)
                .distinct()
                .map(HoldThatThoughtTable.PROFILE_OF_USER::of)
                .toList();
        Set<String> seen = new HashSet<>();
        if (!bounds.isEmpty()) {
            Retrieved read = store.retrieve(bounds);
            bounds.forEach(bound -> read.readable(bound)
                    .map(Stored::record)
                    .filter(profile -> Visibility.isListed(profile) || by.mayManage(profile.userId()))
                    .ifPresent(profile -> seen.add(profile.userId())));
        }
        return seen;
    }

    private Set<String> there(List<Activity> some) {
        List<Bound<LetterListing>> bounds = some.stream()
                .map(Activity::letterDate)
                .filter(Objects::nonNull)
                .distinct()
                .map(SupportTable.LISTED_LETTER::of)
                .toList();
        Set<String> dates = new HashSet<>();
        if (!bounds.isEmpty()) {
            store.getAll(bounds).forEach(found -> found.ifPresent(letter -> dates.add(letter.date())));
        }
        return dates;
    }
}

package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.activity.Audit;
import dev.trestle.systems.unisync.activity.Line;
import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.AuditAction;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.FormerVersion;
import dev.trestle.systems.unisync.model.Links;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.RetiredId;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.model.VersionHistoryEntry;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.notes.Mentions;
import dev.trestle.systems.unisync.notes.Translations;
import dev.trestle.systems.unisync.people.Notifications;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads ShowSets, and says what a change of one writes: the ShowSet, under the condition that it is what the decision read, what is
 * logged of it, and all that follows, in one transaction.
 */
public final class ShowSets {
    private static final int FORMER_VERSIONS_MAX = 1000;
    private static final LocalizedString EMPTY = new LocalizedString("", "", "");

    private final ItemStore store;
    private final Partitions partitions;
    private final Followers followers;
    private final Naming naming;
    private final Ids ids;

    public ShowSets(ItemStore store, Followers followers, Naming naming, Ids ids) {
        this.store = store.consistent();
        this.partitions = new Partitions(store);
        this.followers = followers;
        this.naming = naming;
        this.ids = ids;
    }

    /** What follows a change in the background. */
    public record Followers(
            Translations translations, Mentions mentions, Reasons reasons, Moves moves, Notifications notifications) {}

    /**
     * What a change brings beside the ShowSet and its activity.
     *
     * @param assignee who has to be active still
     */
    record Extras(
            @Nullable AuditEntry audit,
            @Nullable Note note,
            @Nullable User assignee) {
        static final Extras NONE = new Extras(null, null, null);

        static Extras audit(AuditEntry entry) {
            return new Extras(entry, null, null);
        }
    }

    /** The ShowSet with the whole history of its versions, oldest first; the item alone keeps the newest only. */
    public ShowSet withHistory(ShowSet showSet) {
        if (showSet.versionHistory().size() < Draft.HISTORY_MAX) {
            return showSet;
        }
        Map<String, VersionHistoryEntry> former = new TreeMap<>();
        for (String id : partitions.of(showSet.showSetId())) {
            for (FormerVersion v : store.first(SupportTable.FORMER_VERSIONS.of(id), FORMER_VERSIONS_MAX)) {
                former.put(v.id(), entry(v)); // which may have been moved between the two reads
            }
        }
        List<VersionHistoryEntry> all = new ArrayList<>(former.values());
        all.sort(Comparator.comparing(VersionHistoryEntry::createdAt).thenComparing(VersionHistoryEntry::id));
        all.addAll(showSet.versionHistory());
        return showSet.withVersionHistory(all);
    }

    private static VersionHistoryEntry entry(FormerVersion v) {
        return new VersionHistoryEntry(v.id(), v.versionType(), v.version(), v.reason(), v.createdAt(), v.createdBy());
    }

    public Decision<ShowSet> create(User by, Instant at, NewShowSet asked) {
        naming.check(asked.showSetId(), asked.scene());
        ShowSet made = made(by, at, asked, Start.BEGINNING);
        return Decision.of(made)
                .create(ShowSetsTable.SHOWSET, made, taken(made.showSetId()))
                .checkAbsent(SupportTable.RETIRED_BY_ID.of(made.showSetId()), taken(made.showSetId()))
                .create(ActivityTable.ACTIVITY, creationOf(made, by));
    }

    /** Creates a ShowSet that is on its way already. If its id is taken meanwhile, it is decided anew. */
    public Decision<ShowSet> create(User by, Instant at, NewShowSet asked, Start start) {
        ShowSet made = made(by, at, asked, start);
        return creation(Decision.of(made), made, creationOf(made, by));
    }

    /** Adds to a decision that a ShowSet is created. */
    static <R extends @Nullable Object> Decision<R> creation(Decision<R> decision, ShowSet made, Activity activity) {
        return decision.create(ShowSetsTable.SHOWSET, made)
                .check(SupportTable.RETIRED_BY_ID.of(made.showSetId()), Expect.ABSENT)
                .create(ActivityTable.ACTIVITY, activity);
    }

    /** A new ShowSet, which is not stored yet. */
    ShowSet made(User by, Instant now, NewShowSet asked, Start start) {
        return new ShowSet(
                asked.showSetId(),
                asked.area(),
                asked.scene(),
                asked.description() == null ? EMPTY : asked.description().applyTo(EMPTY),
                asked.vmList() == null ? List.of() : asked.vmList(),
                Stages.initial(start, by.userId(), now),
                new Links(null, null),
                start.version(VersionType.SCREEN),
                start.version(VersionType.REVIT),
                start.version(VersionType.DRAWING),
                List.of(),
                null,
                null,
                now,
                now);
    }

    /** What is logged of a new ShowSet. */
    Activity creationOf(ShowSet made, User by) {
        return Line.activities(List.of(Line.SHOWSET_CREATED), made.showSetId(), by, made.createdAt(), ids)
                .get(0);
    }

    /** Why an id or a scene is none that may be given here; empty if they are. */
    public List<Violation> namingProblems(NewShowSet asked) {
        try {
            naming.check(asked.showSetId(), asked.scene());
            return List.of();
        } catch (ApiException e) {
            return e.problem().violations();
        }
    }

    /** A stage of a ShowSet. */
    public static StageInfo stage(ShowSet showSet, StageName name) {
        return Stages.of(showSet.stages(), name);
    }

    private static String taken(String showSetId) {
        return "There is, or was, a ShowSet " + showSetId + " already.";
    }

    /** Deletes a ShowSet, and by a job what belongs to it; what was done to it stays known. */
    Decision<@Nullable Void> delete(User by, Instant now, Stored<ShowSet> read) {
        String showSetId = read.record().showSetId();
        partitions.requireSettled(showSetId);
        Instant at = Times.after(now, read.record().updatedAt());
        Decision<@Nullable Void> deletion = Decision.done();
        followers.moves().delete(deletion, read, by.userId(), at);
        return deletion.create(
                SupportTable.AUDIT_ENTRY,
                new Audit(ids, by, at).ofShowSet(showSetId, AuditAction.SHOWSET_DELETED, Map.of()));
    }

    /**
     * What is written of a draft: the ShowSet, what is logged of it, and all that follows.
     *
     * @return the ShowSet as it will be; unchanged, and nothing to write, if the draft changed nothing
     */
    Decision<ShowSet> decided(Stored<ShowSet> read, Draft draft, Extras extras) {
        if (!draft.isChanged()) {
            return Decision.of(draft.before);
        }
        String showSetId = draft.before.showSetId();
        ShowSet after = draft.after();
        Decision<ShowSet> change = Decision.of(after);
        if (draft.isRenamed()) {
            partitions.requireSettled(showSetId);
            RetiredId retired = new RetiredId(showSetId, after.showSetId(), draft.by.userId(), draft.at);
            followers.moves().rename(change, read, after, retired, taken(after.showSetId()));
        } else {
            change.replace(ShowSetsTable.SHOWSET, read, after);
        }
        List<Line> lines = new ArrayList<>(draft.log());
        draft.explained().forEach(entry -> followers.reasons().enqueue(change, after.showSetId(), entry));
        draft.former().forEach(entry -> change.create(SupportTable.FORMER_VERSION, former(showSetId, entry)));
        Optional.ofNullable(extras.audit()).ifPresent(entry -> change.create(SupportTable.AUDIT_ENTRY, entry));
        Optional.ofNullable(extras.note()).ifPresent(note -> {
            change.create(NotesTable.NOTE, note);
            followers.mentions().add(change, note);
            followers.translations().enqueue(change, note);
            lines.add(Line.NOTE_ADDED);
        });
        Optional.ofNullable(extras.assignee())
                .ifPresent(user -> change.check(
                        UsersTable.USER_BY_ID.of(user.userId()), Expect.equal("status", UserStatus.ACTIVE)));
        Line.activities(lines, after.showSetId(), draft.by, draft.at, ids)
                .forEach(activity -> change.create(ActivityTable.ACTIVITY, activity));
        notify(change, draft, after, extras.note());
        return change;
    }

    private void notify(Decision<?> change, Draft draft, ShowSet after, @Nullable Note reason) {
        Notifications.Act act = new Notifications.Act(after.showSetId(), draft.by, draft.at);
        for (StageName name : StageName.values()) {
            followers.notifications().stage(change, act, name, stage(draft.before, name), stage(after, name), reason);
        }
    }

    private static FormerVersion former(String showSetId, VersionHistoryEntry entry) {
        return new FormerVersion(
                showSetId,
                entry.id(),
                entry.versionType(),
                entry.version(),
                entry.reason(),
                entry.createdAt(),
                entry.createdBy());
    }
}

package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.api.VersionTag;
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
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads ShowSets, and carries changes of them out: the ShowSet, under the condition that it is what the decision read, what is logged of
 * it, and all that follows, in one transaction.
 */
public final class ShowSets {
    private static final int ATTEMPTS_MAX = 25;
    private static final int FORMER_VERSIONS_MAX = 1000;
    static final int OPERATIONS_OF_CREATION = 3;
    private static final LocalizedString EMPTY = new LocalizedString("", "", "");

    private final ItemStore store;
    private final Partitions partitions;
    private final Followers followers;
    private final Naming naming;
    private final Ids ids;
    private final Times times;

    public ShowSets(ItemStore store, Followers followers, Naming naming, Ids ids, Times times) {
        this.store = store.consistent();
        this.partitions = new Partitions(store);
        this.followers = followers;
        this.naming = naming;
        this.ids = ids;
        this.times = times;
    }

    /** What follows a change in the background. */
    public record Followers(Translations translations, Mentions mentions, Reasons reasons, Moves moves) {}

    /** Decides about a change: writes into the draft, and says what else the transaction has. */
    @FunctionalInterface
    interface Decision {
        Extras decide(Draft draft);
    }

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

    /** The ShowSet as it is stored. */
    public ShowSet get(String showSetId) {
        return stored(showSetId).record();
    }

    private Stored<ShowSet> stored(String showSetId) {
        return store.stored(ShowSetsTable.SHOWSET_BY_ID.of(showSetId))
                .orElseThrow(() -> ApiException.notFound("There is no ShowSet " + showSetId + "."));
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
        return showSet.withHistory(all);
    }

    private static VersionHistoryEntry entry(FormerVersion v) {
        return new VersionHistoryEntry(v.id(), v.versionType(), v.version(), v.reason(), v.createdAt(), v.createdBy());
    }

    public ShowSet create(User by, NewShowSet asked) {
        naming.check(asked.showSetId(), asked.scene());
        ShowSet made = made(by, asked, Start.BEGINNING);
        Transaction creation = store.transaction();
        add(creation, made, creationOf(made, by));
        try {
            creation.commit();
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.EXISTS) {
                throw taken(asked.showSetId());
            }
            throw e;
        }
        return made;
    }

    /** A new ShowSet, which is not stored yet. */
    ShowSet made(User by, NewShowSet asked, Start start) {
        Instant now = times.now();
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

    /** Adds a new ShowSet to a transaction, by {@link #OPERATIONS_OF_CREATION} operations, if its id is free. */
    static void add(Transaction creation, ShowSet made, Activity activity) {
        creation.create(ShowSetsTable.SHOWSET, made)
                .check(SupportTable.RETIRED_BY_ID.of(made.showSetId()), Expect.ABSENT)
                .create(ActivityTable.ACTIVITY, activity);
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

    private static ApiException taken(String showSetId) {
        return ApiException.conflict("There is, or was, a ShowSet " + showSetId + " already.", null);
    }

    /** Takes a ShowSet away, and by a job what belongs to it; what was done to it stays known. */
    public void delete(User by, String showSetId, IfMatch startedFrom) {
        for (int attempt = 1; ; attempt++) {
            Stored<ShowSet> read = stored(showSetId);
            startedFrom.check(VersionTag.of(read.record()), read::record);
            partitions.requireSettled(showSetId);
            Instant at = times.after(read.record().updatedAt());
            Transaction deletion = store.transaction();
            followers.moves().delete(deletion, read, by.userId(), at);
            deletion.create(
                    SupportTable.AUDIT_ENTRY,
                    new Audit(ids, by, at).ofShowSet(showSetId, AuditAction.SHOWSET_DELETED, Map.of()));
            try {
                deletion.commit();
                followers.translations().committed();
                return;
            } catch (WriteRefusedException e) {
                if (attempt == ATTEMPTS_MAX) {
                    throw e;
                }
            }
        }
    }

    /**
     * Changes a ShowSet. When others change other parts of it at the same time, it is decided anew about what it is then; when they change
     * what this change is about, they were first.
     *
     * @param subject what of the ShowSet the change is about
     * @return the ShowSet as it is now, unchanged if the decision changed nothing
     */
    ShowSet change(
            User by, String showSetId, IfMatch startedFrom, Function<ShowSet, Object> subject, Decision decision) {
        Object first = null;
        for (int attempt = 1; ; attempt++) {
            Stored<ShowSet> read = stored(showSetId);
            ShowSet before = read.record();
            startedFrom.check(VersionTag.of(before), () -> before);
            Object now = subject.apply(before);
            if (attempt > ATTEMPTS_MAX || first != null && !first.equals(now)) {
                throw ApiException.conflict("Somebody else changed it at the same time. Look at it again.", before);
            }
            first = now;
            Draft draft = new Draft(before, by, times.after(before.updatedAt()), ids);
            Extras extras = decision.decide(draft);
            if (!draft.isChanged()) {
                return before;
            }
            if (isCommitted(read, draft, extras)) {
                return draft.after();
            }
        }
    }

    /** Whether it was written; not if the ShowSet, or what else the decision stands on, is not what was read. */
    private boolean isCommitted(Stored<ShowSet> read, Draft draft, Extras extras) {
        String showSetId = draft.before.showSetId();
        Transaction change = store.transaction();
        if (draft.isRenamed()) {
            partitions.requireSettled(showSetId);
            followers.moves().rename(change, read, draft.after(), draft.by.userId(), draft.at);
        } else {
            change.replace(ShowSetsTable.SHOWSET, read, draft.after());
        }
        List<Line> lines = new ArrayList<>(draft.log());
        draft.explained().forEach(entry -> followers.reasons().enqueue(change, draft.showSetId, entry));
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
        log(change, lines, draft.showSetId, draft.by, draft.at);
        try {
            change.commit();
            followers.translations().committed();
            return true;
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.REJECTED) {
                throw e;
            }
            boolean isTaken = e.failures().stream().anyMatch(each -> each.cause() == Cause.EXISTS);
            if (draft.isRenamed() && isTaken) {
                throw taken(draft.showSetId);
            }
            return false;
        }
    }

    private void log(Transaction change, List<Line> lines, String showSetId, User by, Instant at) {
        for (Activity activity : Line.activities(lines, showSetId, by, at, ids)) {
            change.create(ActivityTable.ACTIVITY, activity);
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

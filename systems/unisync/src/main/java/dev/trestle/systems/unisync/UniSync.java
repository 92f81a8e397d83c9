package dev.trestle.systems.unisync;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.unisync.activity.ActivityLog;
import dev.trestle.systems.unisync.activity.ActivityLog.OfShowSet;
import dev.trestle.systems.unisync.activity.ActivityLog.Recent;
import dev.trestle.systems.unisync.activity.Entry;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.notes.Notes;
import dev.trestle.systems.unisync.notes.Notes.AddNote;
import dev.trestle.systems.unisync.notes.Notes.ByNote;
import dev.trestle.systems.unisync.notes.Notes.EditNote;
import dev.trestle.systems.unisync.notes.Notes.ListNotes;
import dev.trestle.systems.unisync.notes.Translations;
import dev.trestle.systems.unisync.notes.Translator;
import dev.trestle.systems.unisync.people.Logins;
import dev.trestle.systems.unisync.people.Members;
import dev.trestle.systems.unisync.people.Right;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.people.UserRequests.ByUser;
import dev.trestle.systems.unisync.people.UserRequests.ChangeMe;
import dev.trestle.systems.unisync.people.UserRequests.ChangeUser;
import dev.trestle.systems.unisync.people.UserRequests.CreateUser;
import dev.trestle.systems.unisync.people.UserRequests.ListUsers;
import dev.trestle.systems.unisync.people.Users;
import dev.trestle.systems.unisync.presence.Presence;
import dev.trestle.systems.unisync.presence.Presence.Doing;
import dev.trestle.systems.unisync.showsets.Board;
import dev.trestle.systems.unisync.showsets.ShowSetChanges;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ByShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ChangeShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.CreateShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ListShowSets;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UnlockShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UpdateLinks;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UpdateStage;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UpdateVersion;
import dev.trestle.systems.unisync.showsets.ShowSets;
import dev.trestle.systems.unisync.showsets.Tags;
import dev.trestle.systems.unisync.time.Ids;
import dev.trestle.systems.unisync.time.Times;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** UniSync, running on its tables: each operation of its contract, who may do it, and what does it. */
public final class UniSync implements AutoCloseable {
    private static final JobRunner.Options JOBS =
            new JobRunner.Options(2, Translations.ATTEMPTS_MAX, Duration.ofSeconds(60), Duration.ofSeconds(1));

    private final Members members;
    private final Users users;
    private final ShowSets showSets;
    private final ShowSetChanges changes;
    private final Board board;
    private final Notes notes;
    private final ActivityLog log;
    private final Presence presence;
    private final JobRunner runner;

    /**
     * Begins to work.
     *
     * @param store of UniSync's model
     * @param identity makes the accounts of users
     * @param translator a service for what this machine cannot translate by itself; without one, that waits
     */
    public UniSync(ItemStore store, Identity identity, Optional<Translator> translator, Clock clock) {
        Ids ids = new Ids();
        Times times = new Times(clock);
        Logins logins = new Logins(identity);
        this.members = new Members(store, logins, ids, times);
        this.users = new Users(store, logins, ids, times);
        Jobs jobs = new Jobs(store, SupportTable.JOBS, clock);
        Translations translations = new Translations(store, jobs);
        this.showSets = new ShowSets(store, translations, ids, times);
        this.changes = new ShowSetChanges(showSets, store, ids);
        this.board = new Board(store);
        this.notes = new Notes(store, translations, ids, times);
        this.log = new ActivityLog(store, times);
        this.presence = new Presence(store, times);
        this.runner = new JobRunner(jobs, JOBS, new Random());
        translations.handleBy(runner, translator);
        runner.start();
    }

    /** Lets jobs that run come to an end; others stay for the next start. */
    @Override
    public void close() {
        runner.close();
    }

    record None() {}

    record SessionRequest(@Nullable Doing body) {
        Doing doing() {
            return body == null ? Doing.NOTHING_NEW : body;
        }
    }

    public Api api() {
        Api api = Api.of("unisync", UniSync.class.getResource("unisync.yaml"), Shapes.enveloped());
        people(api);
        showSets(api);
        notes(api);
        return activity(api);
    }

    private Api people(Api api) {
        return api.handle("getMe", None.class, (call, q) -> caller(call, Right.READ))
                .handle("changeMe", ChangeMe.class, this::changeMe)
                .handle("listNames", None.class, (call, q) -> {
                    caller(call, Right.READ);
                    return new Page<>(users.names(), null);
                })
                .handle("listUsers", ListUsers.class, (call, q) -> {
                    caller(call, Right.MANAGE_USERS);
                    return users.list(q.limit(), q.cursor());
                })
                .handle(
                        "createUser",
                        CreateUser.class,
                        (call, q) -> Reply.created(users.add(caller(call, Right.MANAGE_USERS), q.body())))
                .handle("getUser", ByUser.class, (call, q) -> {
                    caller(call, Right.MANAGE_USERS);
                    return users.get(q.userId());
                })
                .handle(
                        "changeUser",
                        ChangeUser.class,
                        (call, q) -> users.change(caller(call, Right.MANAGE_USERS), q.userId(), q.body()))
                .handle(
                        "resetPassword",
                        ByUser.class,
                        (call, q) -> Map.of(
                                "oneTimePassword",
                                users.resetPassword(caller(call, Right.MANAGE_USERS), call.principal(), q.userId())));
    }

    private Api showSets(Api api) {
        return api.handle("listShowSets", ListShowSets.class, (call, q) -> {
                    caller(call, Right.READ);
                    return board.list(q);
                })
                .handle(
                        "createShowSet",
                        CreateShowSet.class,
                        (call, q) -> shown(showSets.create(caller(call, Right.CREATE_SHOWSETS), q.body()))
                                .status(201))
                .handle("getShowSet", ByShowSet.class, (call, q) -> {
                    caller(call, Right.READ);
                    return shown(showSets.get(q.showSetId()));
                })
                .handle(
                        "changeShowSet",
                        ChangeShowSet.class,
                        (call, q) -> shown(changes.edit(
                                caller(call, Right.EDIT_SHOWSETS), q.showSetId(), call.ifMatch(), q.body())))
                .handle("updateStage", UpdateStage.class, (call, q) -> {
                    User by = Rights.require(caller(call, Right.READ), q.stage());
                    return shown(changes.stage(by, q.showSetId(), call.ifMatch(), q.stage(), q.body()));
                })
                .handle(
                        "updateLinks",
                        UpdateLinks.class,
                        (call, q) -> shown(
                                changes.links(caller(call, Right.EDIT_LINKS), q.showSetId(), call.ifMatch(), q.body())))
                .handle(
                        "updateVersion",
                        UpdateVersion.class,
                        (call, q) -> shown(changes.version(
                                caller(call, Right.EDIT_VERSIONS), q.showSetId(), call.ifMatch(), q.body())))
                .handle(
                        "lockShowSet",
                        ByShowSet.class,
                        (call, q) ->
                                shown(changes.lock(caller(call, Right.LOCK_SHOWSETS), q.showSetId(), call.ifMatch())))
                .handle("unlockShowSet", UnlockShowSet.class, this::unlock);
    }

    private Api notes(Api api) {
        return api.handle("listNotes", ListNotes.class, (call, q) -> {
                    caller(call, Right.READ);
                    return notes.list(q);
                })
                .handle(
                        "addNote",
                        AddNote.class,
                        (call, q) -> Reply.created(notes.add(caller(call, Right.ADD_NOTES), q.showSetId(), q.body())))
                .handle("getNote", ByNote.class, (call, q) -> {
                    caller(call, Right.READ);
                    return notes.get(q.noteId());
                })
                .handle(
                        "editNote",
                        EditNote.class,
                        (call, q) -> notes.edit(caller(call, Right.ADD_NOTES), q.noteId(), q.body()))
                .handle("deleteNote", ByNote.class, (call, q) -> {
                    notes.delete(caller(call, Right.ADD_NOTES), q.noteId());
                    return null;
                });
    }

    private Api activity(Api api) {
        return api.handle("listActivity", OfShowSet.class, this::activityOf)
                .handle("listRecentActivity", Recent.class, (call, q) -> {
                    caller(call, Right.READ);
                    return log.recent(q);
                })
                .handle(
                        "startSession",
                        SessionRequest.class,
                        (call, q) -> presence.start(caller(call, Right.READ), q.doing()))
                .handle(
                        "heartbeat",
                        SessionRequest.class,
                        (call, q) -> presence.heartbeat(caller(call, Right.READ), q.doing()))
                .handle("endSession", None.class, (call, q) -> {
                    presence.end(caller(call, Right.READ));
                    return null;
                })
                .handle("listSessions", None.class, (call, q) -> {
                    caller(call, Right.READ);
                    return new Page<>(presence.all(), null);
                })
                .handle("getMySession", None.class, (call, q) -> presence.of(caller(call, Right.READ)));
    }

    private User caller(Call call, Right right) {
        return members.require(call, right);
    }

    private Reply shown(ShowSet showSet) {
        return Reply.of(showSets.withHistory(showSet)).tag(Tags.of(showSet));
    }

    private Object changeMe(Call call, ChangeMe q) {
        User me = caller(call, Right.READ);
        var password = q.body().password();
        if (password != null) {
            users.changePassword(call.principal(), password.oldPassword(), password.newPassword());
        }
        return users.change(me, me.userId(), q.body().profile());
    }

    private Reply unlock(Call call, UnlockShowSet q) {
        User by = caller(call, Right.LOCK_SHOWSETS);
        return shown(changes.unlock(by, q.showSetId(), call.ifMatch(), q.stages()));
    }

    private Page<Entry> activityOf(Call call, OfShowSet q) {
        caller(call, Right.READ);
        showSets.get(q.showSetId());
        return log.ofShowSet(q);
    }
}

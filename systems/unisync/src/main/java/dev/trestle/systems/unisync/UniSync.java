package dev.trestle.systems.unisync;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.events.TableWatch;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.unisync.activity.ActivityLog;
import dev.trestle.systems.unisync.activity.ActivityLog.OfShowSet;
import dev.trestle.systems.unisync.activity.ActivityLog.OfUser;
import dev.trestle.systems.unisync.activity.ActivityLog.Recent;
import dev.trestle.systems.unisync.activity.Entry;
import dev.trestle.systems.unisync.live.LiveEvents;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.notes.AttachmentBucket;
import dev.trestle.systems.unisync.notes.Attachments;
import dev.trestle.systems.unisync.notes.Attachments.Announce;
import dev.trestle.systems.unisync.notes.Attachments.ByAttachment;
import dev.trestle.systems.unisync.notes.Attachments.Download;
import dev.trestle.systems.unisync.notes.ForeignNotes;
import dev.trestle.systems.unisync.notes.Mentions;
import dev.trestle.systems.unisync.notes.NoteRemoval;
import dev.trestle.systems.unisync.notes.Notes;
import dev.trestle.systems.unisync.notes.Notes.AddNote;
import dev.trestle.systems.unisync.notes.Notes.ByNote;
import dev.trestle.systems.unisync.notes.Notes.EditNote;
import dev.trestle.systems.unisync.notes.Notes.ListNotes;
import dev.trestle.systems.unisync.notes.Translations;
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
import dev.trestle.systems.unisync.showsets.Moves;
import dev.trestle.systems.unisync.showsets.MyWork;
import dev.trestle.systems.unisync.showsets.Partitions;
import dev.trestle.systems.unisync.showsets.Reasons;
import dev.trestle.systems.unisync.showsets.SentBoards;
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
import dev.trestle.systems.unisync.showsets.ShowSets.Followers;
import dev.trestle.systems.unisync.time.Ids;
import dev.trestle.systems.unisync.time.Times;
import dev.trestle.systems.unisync.transfer.ShowSetTransfer;
import dev.trestle.systems.unisync.transfer.ShowSetTransfer.Import;
import dev.trestle.systems.unisync.translation.Translators;
import java.net.URL;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** UniSync, running on its tables: each operation of its contract, who may do it, and what does it. */
public final class UniSync implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UniSync.class);
    private static final Shape SHAPE = Shapes.enveloped();
    private static final int JOB_ATTEMPTS_MAX = 8;
    private static final JobRunner.Options JOBS =
            new JobRunner.Options(4, JOB_ATTEMPTS_MAX, Duration.ofSeconds(60), Duration.ofSeconds(1));

    private final Options options;
    private final Translators translators;
    private final Members members;
    private final Users users;
    private final Partitions partitions;
    private final ShowSets showSets;
    private final ShowSetChanges changes;
    private final SentBoards boards;
    private final MyWork work;
    private final Notes notes;
    private final Attachments attachments;
    private final ActivityLog log;
    private final Presence presence;
    private final ShowSetTransfer transfer;
    private final LiveEvents live;
    private final JobRunner runner;

    /** Begins to work. */
    public UniSync(Environment environment, Options options) {
        ItemStore store = environment.store();
        Clock clock = environment.clock();
        Ids ids = new Ids();
        Times times = new Times(clock);
        Logins logins = new Logins(environment.identity());
        Jobs jobs = new Jobs(store, SupportTable.JOBS, clock);
        this.options = options;
        this.translators = new Translators(options.translator());
        this.members = new Members(store, logins, ids, times);
        this.users = new Users(store, logins, ids, times);
        this.partitions = new Partitions(store);
        this.presence = new Presence(store, times);
        Translations translations = new Translations(store, jobs, translators, clock);
        Reasons reasons = new Reasons(store, translations, translators, partitions);
        NoteRemoval removal = new NoteRemoval(jobs, new Mentions(store));
        Moves moves = new Moves(store, jobs, removal, presence, reasons);
        Followers followers = new Followers(translations, removal.mentions(), reasons, moves);
        this.showSets = new ShowSets(store, followers, options.naming(), ids, times);
        this.changes = new ShowSetChanges(showSets, store, options.naming(), ids);
        this.boards = boards(environment);
        this.work = new MyWork(store);
        this.notes = new Notes(store, removal, translations, ids, times);
        AttachmentBucket.Reach reach =
                new AttachmentBucket.Reach(environment.objects(), environment.presigner(), environment.pageOrigins());
        AttachmentBucket bucket = new AttachmentBucket(options.bucket(), reach, store, jobs, clock);
        this.attachments = new Attachments(store, removal, bucket, ids, times);
        this.log = new ActivityLog(store, times);
        this.transfer = new ShowSetTransfer(store, showSets);
        this.live = new LiveEvents(
                environment.deployment(),
                environment.streams(),
                store,
                new ForeignNotes(store, removal.mentions(), translations));
        this.runner = new JobRunner(jobs, JOBS, new Random());
        translations.handleBy(runner);
        reasons.handleBy(runner);
        moves.handleBy(runner);
        attachments.handleBy(runner);
        runner.start();
    }

    private static SentBoards boards(Environment environment) {
        TableWatch watch = !environment.hasImmediateStreams()
                ? null
                : new TableWatch(
                        environment.deployment().client(),
                        environment.streams(),
                        environment.deployment().names().apply(ShowSetsTable.TABLE),
                        Clock.systemUTC());
        return new SentBoards(new Board(environment.store()), SHAPE, watch, environment.clock());
    }

    /** Lets jobs that run come to an end; others stay for the next start. */
    @Override
    public void close() {
        live.close();
        runner.close();
    }

    record None() {}

    record TranslateText(
            String text, Language sourceLanguage, @Nullable List<Language> targetLanguages) {}

    record Translate(TranslateText body) {}

    /**
     * What a page has to know.
     *
     * @param translates whether a translation service is configured; without one, texts wait in the language that they are in
     */
    record Settings(
            boolean translates,
            @Nullable String showSetIdPattern,
            @Nullable String scenePattern,
            long attachmentBytesMax,
            int attachmentsMax) {}

    record SessionRequest(@Nullable Doing body) {
        Doing doing() {
            return body == null ? Doing.NOTHING_NEW : body;
        }
    }

    /** Where its contract is. */
    public static URL contract() {
        return Objects.requireNonNull(UniSync.class.getResource("unisync.yaml"));
    }

    public Api api() {
        Api api = Api.of("unisync", contract(), SHAPE);
        people(api);
        showSets(api);
        notes(api);
        attachments(api);
        texts(api);
        return activity(api);
    }

    private Api people(Api api) {
        return api.handle("getMe", None.class, (call, q) -> tagged(caller(call, Right.READ)))
                .handle("changeMe", ChangeMe.class, this::changeMe)
                .handle("getMyWork", None.class, (call, q) -> work.of(caller(call, Right.READ)))
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
                    return tagged(users.get(q.userId()));
                })
                .handle(
                        "changeUser",
                        ChangeUser.class,
                        (call, q) -> tagged(
                                users.change(caller(call, Right.MANAGE_USERS), q.userId(), call.ifMatch(), q.body())))
                .handle("listUserActivity", OfUser.class, (call, q) -> {
                    caller(call, Right.MANAGE_USERS);
                    users.get(q.userId());
                    return log.ofUser(q);
                })
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
                    return boards.list(q);
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
                .handle("deleteShowSet", ByShowSet.class, (call, q) -> {
                    showSets.delete(caller(call, Right.DELETE_SHOWSETS), q.showSetId(), call.ifMatch());
                    return null;
                })
                .handle(
                        "importShowSets",
                        Import.class,
                        (call, q) -> transfer.read(caller(call, Right.CREATE_SHOWSETS), q))
                .handle("exportShowSets", None.class, (call, q) -> {
                    caller(call, Right.READ);
                    return transfer.export();
                })
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
                    showSets.get(q.showSetId());
                    return notes.list(q, partitions.of(q.showSetId()));
                })
                .handle(
                        "addNote",
                        AddNote.class,
                        (call, q) -> Reply.created(notes.add(caller(call, Right.ADD_NOTES), q.showSetId(), q.body())))
                .handle("getNote", ByNote.class, (call, q) -> {
                    caller(call, Right.READ);
                    return tagged(notes.get(q.noteId()));
                })
                .handle(
                        "editNote",
                        EditNote.class,
                        (call, q) ->
                                tagged(notes.edit(caller(call, Right.ADD_NOTES), q.noteId(), call.ifMatch(), q.body())))
                .handle("deleteNote", ByNote.class, (call, q) -> {
                    notes.delete(caller(call, Right.ADD_NOTES), q.noteId(), call.ifMatch());
                    return null;
                });
    }

    private Api attachments(Api api) {
        return api.handle("translateNote", ByNote.class, (call, q) -> {
                    caller(call, Right.ADD_NOTES);
                    return notes.translateAgain(q.noteId());
                })
                .handle("announceAttachment", Announce.class, (call, q) -> {
                    caller(call, Right.ADD_NOTES);
                    return Reply.created(attachments.announce(call.principal(), q.noteId(), q.body()));
                })
                .handle(
                        "confirmAttachment",
                        ByAttachment.class,
                        (call, q) -> Reply.created(attachments.confirm(
                                caller(call, Right.ADD_NOTES), call.principal(), q.noteId(), q.attachmentId())))
                .handle("getAttachment", Download.class, (call, q) -> {
                    caller(call, Right.READ);
                    return attachments.address(q);
                })
                .handle("deleteAttachment", ByAttachment.class, (call, q) -> {
                    attachments.delete(caller(call, Right.ADD_NOTES), q.noteId(), q.attachmentId());
                    return null;
                });
    }

    private Api texts(Api api) {
        return api.handle("translate", Translate.class, (call, q) -> {
                    caller(call, Right.READ);
                    return translated(q.body());
                })
                .handle("getSettings", None.class, (call, q) -> {
                    caller(call, Right.READ);
                    return settings();
                })
                .handle("listenToEvents", None.class, (call, q) -> {
                    User who = caller(call, Right.READ);
                    return Reply.events(sink -> live.listen(who, call.principal(), call.header("last-event-id"), sink));
                });
    }

    private Settings settings() {
        Pattern id = options.naming().showSetId();
        Pattern scene = options.naming().scene();
        return new Settings(
                translators.hasService(),
                id == null ? null : id.pattern(),
                scene == null ? null : scene.pattern(),
                Attachments.BYTES_MAX,
                Attachments.COUNT_MAX);
    }

    /** What the translator can do now; what it cannot is named. */
    private Map<String, Object> translated(TranslateText asked) {
        Map<String, String> texts = new TreeMap<>();
        List<String> unavailable = new ArrayList<>();
        List<Language> wanted = asked.targetLanguages();
        for (Language to : wanted == null ? List.of(Language.values()) : wanted) {
            String name = WireNames.of(Language.class).name(to);
            try {
                if (to == asked.sourceLanguage()) {
                    texts.put(name, asked.text());
                } else if (translators.can(asked.sourceLanguage(), to)) {
                    texts.put(name, translators.translate(asked.text(), asked.sourceLanguage(), to));
                } else {
                    unavailable.add(name);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                unavailable.add(name);
            } catch (Exception e) {
                LOG.warn("a text could not be translated", e);
                unavailable.add(name);
            }
        }
        return Map.of("translations", texts, "unavailable", unavailable);
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
        return Reply.of(showSets.withHistory(showSet)).tag(VersionTag.of(showSet));
    }

    /** With its version, which a change of it may be held to. */
    private static Reply tagged(Record thing) {
        return Reply.of(thing).tag(VersionTag.of(thing));
    }

    private Reply changeMe(Call call, ChangeMe q) {
        User me = caller(call, Right.READ);
        // Before the password, which no version is of.
        call.ifMatch().check(VersionTag.of(me), () -> me);
        var password = q.body().password();
        if (password != null) {
            users.changePassword(call.principal(), password.oldPassword(), password.newPassword());
        }
        return tagged(users.change(me, me.userId(), call.ifMatch(), q.body().profile()));
    }

    private Reply unlock(Call call, UnlockShowSet q) {
        User by = caller(call, Right.LOCK_SHOWSETS);
        return shown(changes.unlock(by, q.showSetId(), call.ifMatch(), q.stages()));
    }

    private Page<Entry> activityOf(Call call, OfShowSet q) {
        caller(call, Right.READ);
        showSets.get(q.showSetId());
        return log.ofShowSet(q, partitions.of(q.showSetId()));
    }
}

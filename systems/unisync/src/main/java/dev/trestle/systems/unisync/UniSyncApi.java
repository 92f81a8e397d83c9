package dev.trestle.systems.unisync;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.events.TableWatch;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.platform.work.LongWorks;
import dev.trestle.platform.work.WorkRunner;
import dev.trestle.systems.unisync.activity.ActivityLog;
import dev.trestle.systems.unisync.activity.ActivityOperations;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.notes.AttachmentBucket;
import dev.trestle.systems.unisync.notes.Attachments;
import dev.trestle.systems.unisync.notes.ForeignNotes;
import dev.trestle.systems.unisync.notes.Mentions;
import dev.trestle.systems.unisync.notes.NoteFinder;
import dev.trestle.systems.unisync.notes.NoteOperations;
import dev.trestle.systems.unisync.notes.NoteRemoval;
import dev.trestle.systems.unisync.notes.Notes;
import dev.trestle.systems.unisync.notes.Translations;
import dev.trestle.systems.unisync.people.Logins;
import dev.trestle.systems.unisync.people.Members;
import dev.trestle.systems.unisync.people.Notifications;
import dev.trestle.systems.unisync.people.UserOperations;
import dev.trestle.systems.unisync.people.Users;
import dev.trestle.systems.unisync.presence.Presence;
import dev.trestle.systems.unisync.presence.SessionOperations;
import dev.trestle.systems.unisync.showsets.Board;
import dev.trestle.systems.unisync.showsets.BulkCreation;
import dev.trestle.systems.unisync.showsets.HomePage;
import dev.trestle.systems.unisync.showsets.Moves;
import dev.trestle.systems.unisync.showsets.MyWork;
import dev.trestle.systems.unisync.showsets.Naming;
import dev.trestle.systems.unisync.showsets.Partitions;
import dev.trestle.systems.unisync.showsets.Reasons;
import dev.trestle.systems.unisync.showsets.SavedViews;
import dev.trestle.systems.unisync.showsets.SentBoards;
import dev.trestle.systems.unisync.showsets.ShowSetChanges;
import dev.trestle.systems.unisync.showsets.ShowSetOperations;
import dev.trestle.systems.unisync.showsets.ShowSets;
import dev.trestle.systems.unisync.showsets.ShowSets.Followers;
import dev.trestle.systems.unisync.transfer.ImportOperations;
import dev.trestle.systems.unisync.transfer.ShowSetTransfer;
import dev.trestle.systems.unisync.transfer.TransferOperations;
import dev.trestle.systems.unisync.translation.Translators;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;

/** UniSync's parts, wired together, and its operations on what is stored. It does nothing by itself. */
public final class UniSyncApi {
    static final Shape SHAPE = Shapes.enveloped();

    private static final Api.About ABOUT = new Api.About(
            "UniSync",
            "BIM coordination of ShowSets: how far each of their five stages is, their versions and links, what was done, and"
                    + " who is here now. Times are UTC with three digits of a second at most. What a user may do is read anew"
                    + " at each request.",
            "/unisync/v1");
    private static final int JOB_ATTEMPTS_MAX = 8;
    private static final JobRunner.Options JOBS =
            new JobRunner.Options(4, JOB_ATTEMPTS_MAX, Duration.ofSeconds(60), Duration.ofSeconds(1));

    private final Operations<User> operations;
    private final Jobs jobs;
    private final Translations translations;
    private final Reasons reasons;
    private final Moves moves;
    private final Attachments attachments;
    private final ForeignNotes foreignNotes;
    private final Changes commits;
    private final LongWorks works;
    private final ImportOperations imports;
    private final Notifications notifications;

    public UniSyncApi(Environment<UniSyncSettings> environment, Translators translators) {
        ItemStore store = environment.store();
        Clock clock = environment.clock();
        Naming naming = environment.settings().naming();
        SecureRandom random = new SecureRandom();
        Ids ids = new Ids(random);
        Times times = new Times(clock);
        Logins logins = new Logins(environment.identity());
        this.jobs = environment.jobs(SupportTable.JOBS);
        this.commits = new Changes(jobs, random);
        Members members = new Members(store, logins, ids, times, commits);
        Users users = new Users(store, logins, ids, commits);
        Partitions partitions = new Partitions(store);
        Presence presence = new Presence(store, times);
        this.translations = new Translations(store, commits, translators, clock);
        this.reasons = new Reasons(store, translations, translators, partitions, commits);
        this.notifications = new Notifications(store, environment.notices());
        NoteRemoval removal = new NoteRemoval(new Mentions(store, notifications));
        this.moves = new Moves(store, jobs, removal, presence, reasons, commits);
        Followers followers = new Followers(translations, removal.mentions(), reasons, moves, notifications);
        ShowSets showSets = new ShowSets(store, followers, naming, ids);
        ShowSetChanges changes = new ShowSetChanges(showSets, store, naming, ids);
        Notes notes = new Notes(store, removal, translations, ids);
        AttachmentBucket bucket = new AttachmentBucket(environment.bucket(UniSync.ATTACHMENTS), store, jobs, clock);
        this.attachments = new Attachments(store, removal, bucket, ids, times, commits);
        this.foreignNotes = new ForeignNotes(store, removal.mentions(), translations, commits);
        this.operations = new Operations<>(
                Api.declared("unisync", ABOUT, SHAPE),
                new Operations.Setting<>(call -> members.caller(call.principal()), who -> store, commits, times, ids));
        new UserOperations(users).declare(operations);
        new ShowSetOperations(showSets, changes, boards(environment), new MyWork(store), new HomePage(store))
                .declare(operations);
        new SavedViews(store).declare(operations);
        new NoteOperations(new NoteFinder(store), notes, attachments, partitions).declare(operations);
        new ActivityOperations(new ActivityLog(store, times), partitions).declare(operations);
        new SessionOperations(presence).declare(operations);
        new TransferOperations(new ShowSetTransfer(store, showSets, new BulkCreation(store, showSets, commits)))
                .declare(operations);
        this.works = new LongWorks(store, SupportTable.WORKS, jobs, clock);
        this.imports = new ImportOperations(new ImportOperations.Parts(
                store,
                new ObjectBucket(environment.bucket(UniSync.ATTACHMENTS)),
                works,
                bucket.arrivals(commits),
                showSets,
                changes,
                times));
        imports.declare(operations);
    }

    private static SentBoards boards(Environment<UniSyncSettings> environment) {
        TableWatch watch = !environment.hasImmediateStreams()
                ? null
                : new TableWatch(
                        environment.deployment().client(),
                        environment.streams(),
                        environment.deployment().names().apply(ShowSetsTable.TABLE),
                        Clock.systemUTC());
        return new SentBoards(new Board(environment.store()), SHAPE, watch, environment.clock());
    }

    public Api api() {
        return operations.api();
    }

    Operations<User> operations() {
        return operations;
    }

    /** What is done with notes that other programs have written. */
    ForeignNotes foreignNotes() {
        return foreignNotes;
    }

    /** Does UniSync's jobs; not started yet. */
    public JobRunner runner() {
        JobRunner runner = new JobRunner(jobs, JOBS, new Random());
        translations.handleBy(runner);
        reasons.handleBy(runner);
        moves.handleBy(runner);
        attachments.handleBy(runner);
        imports.handleBy(runner);
        notifications.handleBy(runner);
        return runner;
    }

    /** Does UniSync's long work; not started yet. */
    WorkRunner workRunner() {
        return new WorkRunner(works, commits, WorkRunner.Options.standard(), new Random());
    }

    /** Looks for files no longer. */
    void close() {
        imports.close();
    }
}

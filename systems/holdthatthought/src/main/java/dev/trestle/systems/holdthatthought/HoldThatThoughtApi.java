package dev.trestle.systems.holdthatthought;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.holdthatthought.activity.ActivityArea;
import dev.trestle.systems.holdthatthought.activity.RecentNews;
import dev.trestle.systems.holdthatthought.archive.ArchiveArea;
import dev.trestle.systems.holdthatthought.archive.ProfilePhotos;
import dev.trestle.systems.holdthatthought.archive.Scans;
import dev.trestle.systems.holdthatthought.area.Answers;
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.area.Incoming;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.RateLimits;
import dev.trestle.systems.holdthatthought.comments.CommentsArea;
import dev.trestle.systems.holdthatthought.drafts.DraftArea;
import dev.trestle.systems.holdthatthought.letters.CommentedLetters;
import dev.trestle.systems.holdthatthought.letters.LettersArea;
import dev.trestle.systems.holdthatthought.mails.MailArea;
import dev.trestle.systems.holdthatthought.mails.Mails;
import dev.trestle.systems.holdthatthought.media.MediaArea;
import dev.trestle.systems.holdthatthought.messages.MessagesArea;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.AdminArea;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Members;
import dev.trestle.systems.holdthatthought.people.ProfileArea;
import dev.trestle.systems.holdthatthought.search.SearchArea;
import dev.trestle.systems.holdthatthought.transfer.TransferArea;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;

/** HoldThatThought's areas, wired together, and its operations. It does nothing by itself. */
public final class HoldThatThoughtApi {
    private static final String BASE = "/holdthatthought/v1";
    private static final Api.About ABOUT = new Api.About(
                    "HoldThatThought",
                    "A family's private archive of letters. Who is not approved yet reaches nothing but their own profile. Lists stand under"
                            + " items and under their own name; cursor and lastEvaluatedKey are one, and so are nextCursor and"
                            + " lastEvaluatedKey in answers.",
                    BASE)
            // Clients of the project send whole items back, with members that nobody may set.
            .ignoringUnknown();

    private final Operations<Caller> operations;
    private final Parts parts;
    private final List<Area> areas;

    public HoldThatThoughtApi(Environment<HoldThatThoughtSettings> environment) {
        SecureRandom random = new SecureRandom();
        ItemStore store = environment.store();
        Bucket bucket = environment.bucket(HoldThatThought.ARCHIVE);
        Jobs jobs = environment.jobs(SupportTable.JOBS);
        Changes changes = new Changes(jobs, random);
        Times times = environment.times();
        Ids ids = new Ids(random);
        this.parts = new Parts(
                environment,
                store,
                bucket,
                new ObjectBucket(bucket),
                new Links(bucket),
                jobs,
                changes,
                times,
                ids,
                new RateLimits(store),
                new Incoming(bucket, store, jobs, environment.clock()));
        Members members = new Members(store, environment.identity(), changes, times, environment.notices());
        this.operations = new Operations<>(
                // Clients of the project send a second /v1.
                Api.declared("holdthatthought", ABOUT, new Answers()).alsoUnder(BASE + "/v1"),
                new Operations.Setting<>(members::caller, who -> store, changes, times, ids));
        ProfilePhotos photos = new ProfilePhotos(parts);
        ProfileArea profiles = new ProfileArea(parts, photos::confirm);
        LettersArea letters = new LettersArea(parts);
        Scans scans = new Scans(parts).onMoved(letters::scanArrived);
        Mails mails = new Mails(parts);
        MessagesArea messages = new MessagesArea(parts, mails);
        this.areas = List.of(
                profiles,
                new AdminArea(parts, profiles.profiles()),
                letters,
                new CommentsArea(parts, new CommentedLetters(store, letters.moves()), mails),
                new SearchArea(parts),
                new ActivityArea(parts),
                new ArchiveArea(parts, scans, photos, messages::mayRead),
                new DraftArea(parts, scans, letters.writes()),
                new TransferArea(parts, letters),
                messages,
                new MailArea(parts, mails, new RecentNews(store)),
                new MediaArea(parts));
        areas.forEach(area -> area.declare(operations));
    }

    public Api api() {
        return operations.api();
    }

    Operations<Caller> operations() {
        return operations;
    }

    Jobs jobs() {
        return parts.jobs();
    }

    List<Area> areas() {
        return areas;
    }

    /** Does the jobs; not started yet. */
    public JobRunner runner() {
        JobRunner runner = new JobRunner(parts.jobs(), JobRunner.Options.standard(), new Random());
        parts.incoming().sweepBy(runner);
        areas.forEach(area -> area.handleBy(runner));
        return runner;
    }
}

package dev.trestle.systems.unisync.showsets;

import static dev.trestle.systems.unisync.model.ShowSetsTable.SHOWSET_BY_ID;
import static dev.trestle.systems.unisync.people.Right.CREATE_SHOWSETS;
import static dev.trestle.systems.unisync.people.Right.DELETE_SHOWSETS;
import static dev.trestle.systems.unisync.people.Right.EDIT_LINKS;
import static dev.trestle.systems.unisync.people.Right.EDIT_SHOWSETS;
import static dev.trestle.systems.unisync.people.Right.EDIT_VERSIONS;
import static dev.trestle.systems.unisync.people.Right.LOCK_SHOWSETS;
import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.home.SystemHome;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ByShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ChangeShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.CreateShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ListShowSets;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Row;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UnlockShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UpdateLinks;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UpdateStage;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UpdateVersion;

/** The operations about ShowSets. */
public final class ShowSetOperations {
    public static final Item<User, ShowSet> SHOWSET =
            Item.<User, ShowSet>of("There is no such ShowSet.").tagged(VersionTag::of);

    private static final Right<User, UpdateStage> CHANGE_STAGE =
            Right.of("CHANGE_STAGE", (who, asked) -> Rights.may(who, asked.stage()));
    private static final String UNLESS_CHANGED = "With If-Match, only if nobody has changed it since.";

    private final ShowSets showSets;
    private final ShowSetChanges changes;
    private final SentBoards boards;
    private final MyWork work;
    private final HomePage home;

    public ShowSetOperations(ShowSets showSets, ShowSetChanges changes, SentBoards boards, MyWork work, HomePage home) {
        this.showSets = showSets;
        this.changes = changes;
        this.boards = boards;
        this.work = work;
        this.home = home;
    }

    public void declare(Operations<User> operations) {
        lists(operations);
        one(operations);
        parts(operations);
        locks(operations);
    }

    private void lists(Operations<User> operations) {
        operations
                .get("listShowSets", "/showsets", ListShowSets.class)
                .about("The board, by area")
                .description(
                        "A page may have fewer rows than its limit and still a next one, where a filter left rows out.")
                .right(Rights.of(READ))
                .repliesPage(Row.class, given -> boards.list(given.asked()));
        operations
                .get("getMyWork", "/me/work")
                .about(
                        "Stages that are assigned to the caller, those of them that were sent back, and notes that mention"
                                + " the caller")
                .right(Rights.of(READ))
                .gives(MyWork.Work.class, given -> work.of(given.by()));
        operations
                .get("getHome", "/me/home")
                .about(
                        "What the caller's home page shows: open stages that are assigned to them, the ShowSets that changed last,"
                                + " and how much is done")
                .right(Rights.of(READ))
                .gives(SystemHome.class, given -> home.of(given.by()));
    }

    private void one(Operations<User> operations) {
        operations
                .post("createShowSet", "/showsets", CreateShowSet.class)
                .about("Creates a ShowSet")
                .right(Rights.of(CREATE_SHOWSETS))
                .created()
                .changes(given ->
                        showSets.create(given.by(), given.at(), given.asked().body()))
                .gives(ShowSet.class, this::shown);
        operations
                .get("getShowSet", "/showsets/{showSetId}", ByShowSet.class)
                .about("A ShowSet, with its ETag")
                .right(Rights.of(READ))
                .on(SHOWSET, given -> SHOWSET_BY_ID.of(given.asked().showSetId()))
                .replies(ShowSet.class, (given, read) -> shown(given, read.record()));
        operations
                .patch("changeShowSet", "/showsets/{showSetId}", ChangeShowSet.class)
                .about("Changes id, area, scene, description or VMs")
                .description(UNLESS_CHANGED
                        + " Under a new id everything of the ShowSet is found at once; the former one is nobody's.")
                .right(Rights.of(EDIT_SHOWSETS))
                .on(SHOWSET, given -> SHOWSET_BY_ID.of(given.asked().showSetId()))
                .conflictsOn((showSet, asked) -> ShowSetChanges.descriptive(showSet))
                .changes((given, read) ->
                        changes.edit(given.by(), given.at(), read, given.asked().body()))
                .gives(ShowSet.class, this::shown);
        operations
                .delete("deleteShowSet", "/showsets/{showSetId}", ByShowSet.class)
                .about(
                        "Deletes a ShowSet, for administrators; its notes and files follow, what was done to it stays known")
                .description(UNLESS_CHANGED)
                .right(Rights.of(DELETE_SHOWSETS))
                .on(SHOWSET, given -> SHOWSET_BY_ID.of(given.asked().showSetId()))
                .changes((given, read) -> showSets.delete(given.by(), given.at(), read))
                .givesNothing();
    }

    private void parts(Operations<User> operations) {
        operations
                .put("updateStage", "/showsets/{showSetId}/stage/{stage}", UpdateStage.class)
                .about("Moves a stage, assigns it, or gives it a version")
                .description(
                        "What is not sent stays, null clears. Of two at once on one stage, the second gets 409 and the"
                                + " ShowSet as it is. With If-Match, only if nobody has changed the ShowSet since: else 412.")
                .right(CHANGE_STAGE)
                .on(SHOWSET, given -> SHOWSET_BY_ID.of(given.asked().showSetId()))
                .conflictsOn((showSet, asked) -> Stages.of(showSet.stages(), asked.stage()))
                .changes((given, read) -> changes.stage(
                        given.by(),
                        given.at(),
                        read,
                        given.asked().stage(),
                        given.asked().body()))
                .gives(ShowSet.class, this::shown);
        operations
                .put("updateLinks", "/showsets/{showSetId}/links", UpdateLinks.class)
                .about("Changes where the model and the drawings are; what is not sent stays, null clears")
                .right(Rights.of(EDIT_LINKS))
                .on(SHOWSET, given -> SHOWSET_BY_ID.of(given.asked().showSetId()))
                .conflictsOn((showSet, asked) -> showSet.links())
                .changes((given, read) -> changes.links(
                        given.by(), given.at(), read, given.asked().body()))
                .gives(ShowSet.class, this::shown);
        operations
                .put("updateVersion", "/showsets/{showSetId}/version", UpdateVersion.class)
                .about("Changes a version number, and says why")
                .right(Rights.of(EDIT_VERSIONS))
                .on(SHOWSET, given -> SHOWSET_BY_ID.of(given.asked().showSetId()))
                .conflictsOn(
                        (showSet, asked) -> Stages.number(showSet, asked.body().versionType()))
                .changes((given, read) -> changes.version(
                        given.by(), given.at(), read, given.asked().body()))
                .gives(ShowSet.class, this::shown);
    }

    private void locks(Operations<User> operations) {
        operations
                .post("lockShowSet", "/showsets/{showSetId}/lock", ByShowSet.class)
                .about("Locks a ShowSet: while it is locked, no stage can be started")
                .right(Rights.of(LOCK_SHOWSETS))
                .on(SHOWSET, given -> SHOWSET_BY_ID.of(given.asked().showSetId()))
                .changes((given, read) -> changes.lock(given.by(), given.at(), read))
                .gives(ShowSet.class, this::shown);
        operations
                .post("unlockShowSet", "/showsets/{showSetId}/unlock", UnlockShowSet.class)
                .about("Unlocks a ShowSet, and sends stages back")
                .right(Rights.of(LOCK_SHOWSETS))
                .on(SHOWSET, given -> SHOWSET_BY_ID.of(given.asked().showSetId()))
                .changes((given, read) -> changes.unlock(
                        given.by(), given.at(), read, given.asked().stages()))
                .gives(ShowSet.class, this::shown);
    }

    private Reply shown(Given<User, ?> given, ShowSet showSet) {
        return Reply.of(showSets.withHistory(showSet)).tag(VersionTag.of(showSet));
    }
}

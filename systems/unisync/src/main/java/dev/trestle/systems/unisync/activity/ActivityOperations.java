package dev.trestle.systems.unisync.activity;

import static dev.trestle.systems.unisync.people.Right.MANAGE_USERS;
import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.unisync.activity.ActivityLog.OfShowSet;
import dev.trestle.systems.unisync.activity.ActivityLog.OfUser;
import dev.trestle.systems.unisync.activity.ActivityLog.Recent;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.people.UserOperations;
import dev.trestle.systems.unisync.showsets.Partitions;
import dev.trestle.systems.unisync.showsets.ShowSetOperations;

/** The operations about what was done. */
public final class ActivityOperations {
    private final ActivityLog log;
    private final Partitions partitions;

    public ActivityOperations(ActivityLog log, Partitions partitions) {
        this.log = log;
        this.partitions = partitions;
    }

    public void declare(Operations<User> operations) {
        operations
                .get("listActivity", "/showsets/{showSetId}/activity", OfShowSet.class)
                .about("What was done to a ShowSet, newest first")
                .right(Rights.of(READ))
                .on(
                        ShowSetOperations.SHOWSET,
                        given -> ShowSetsTable.SHOWSET_BY_ID.of(given.asked().showSetId()))
                .givesPage(
                        Entry.class,
                        (given, showSet) -> log.ofShowSet(
                                given.asked(), partitions.of(given.asked().showSetId())));
        operations
                .get("listUserActivity", "/users/{userId}/activity", OfUser.class)
                .about("What was done to a user, newest first, for administrators")
                .right(Rights.of(MANAGE_USERS))
                .on(
                        UserOperations.USER,
                        given -> UsersTable.USER_BY_ID.of(given.asked().userId()))
                .givesPage(Entry.class, (given, user) -> log.ofUser(given.asked()));
        operations
                .get("listRecentActivity", "/activity/recent", Recent.class)
                .about("What was done lately to anything, newest first")
                .right(Rights.of(READ))
                .givesPage(Entry.class, given -> log.recent(given.asked()));
    }
}

package dev.trestle.systems.unisync.activity;

import dev.trestle.platform.time.Ids;
import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.ActivityAction;
import dev.trestle.systems.unisync.model.ActivityDetails;
import dev.trestle.systems.unisync.model.User;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Something to be logged of a change of a ShowSet, one of the six documented actions. */
public record Line(ActivityAction action, ActivityDetails details) {
    public static final Line NOTE_ADDED = new Line(ActivityAction.NOTE_ADDED, new ActivityDetails.Nothing());
    public static final Line SHOWSET_CREATED = new Line(ActivityAction.SHOWSET_CREATED, new ActivityDetails.Nothing());

    public static Line of(ActivityDetails.StatusChange change) {
        return new Line(ActivityAction.STATUS_CHANGE, change);
    }

    public static Line of(ActivityDetails.Assignment assignment) {
        return new Line(ActivityAction.ASSIGNMENT, assignment);
    }

    public static Line of(ActivityDetails.VersionUpdate update) {
        return new Line(ActivityAction.VERSION_UPDATE, update);
    }

    public static Line of(ActivityDetails.LinkUpdate update) {
        return new Line(ActivityAction.LINK_UPDATE, update);
    }

    /** The items of lines, which order as the lines do. */
    public static List<Activity> activities(List<Line> lines, String showSetId, User by, Instant at, Ids ids) {
        List<Activity> activities = new ArrayList<>();
        for (Line line : lines) {
            String id = ids.rising("act_", at, activities.size());
            activities.add(new Activity(id, showSetId, by.userId(), by.name(), line.action(), line.details(), at));
        }
        return activities;
    }
}

package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.For;
import dev.trestle.model.annotation.OrNull;
import org.jspecify.annotations.Nullable;

/** What an activity says beyond its action; each action has its own. */
public sealed interface ActivityDetails {
    /** A stage went from one status to another. */
    @For("status_change")
    record StatusChange(StageName stage, StageStatus from, StageStatus to) implements ActivityDetails {}

    /** A stage was given to somebody, or taken away. */
    @For("assignment")
    record Assignment(
            StageName stage,
            @OrNull @Nullable String assignedTo,
            @Nullable String assignedToName) implements ActivityDetails {}

    /** A version number was raised. */
    @For("version_update")
    record VersionUpdate(StageName stage, String version) implements ActivityDetails {}

    /** A link was changed, or taken away. */
    @For("link_update")
    record LinkUpdate(LinkField field, @OrNull @Nullable String value) implements ActivityDetails {}

    /** The action says it all. */
    @For({"note_added", "showset_created"})
    record Nothing() implements ActivityDetails {}
}

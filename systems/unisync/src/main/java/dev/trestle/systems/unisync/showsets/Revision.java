package dev.trestle.systems.unisync.showsets;

import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ShowSetPatch;
import java.util.Map;

/**
 * Several changes of one ShowSet at once: an edit, moves of stages, and version numbers. What it does not name stays.
 *
 * @param patch of everything but the id
 */
public record Revision(ShowSetPatch patch, Map<StageName, StageStatus> stages, Map<VersionType, Integer> versions) {
    public Revision {
        stages = Map.copyOf(stages);
        versions = Map.copyOf(versions);
    }
}

package dev.trestle.systems.unisync.showsets;

import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.VersionType;
import java.util.Map;

/**
 * How far a new ShowSet is.
 *
 * @param stages those that are not {@code not_started}
 * @param versions the numbers that are not 1
 */
public record Start(Map<StageName, StageStatus> stages, Map<VersionType, Integer> versions) {
    public static final Start BEGINNING = new Start(Map.of(), Map.of());

    public Start {
        stages = Map.copyOf(stages);
        versions = Map.copyOf(versions);
    }

    StageStatus status(StageName name) {
        return stages.getOrDefault(name, StageStatus.NOT_STARTED);
    }

    int version(VersionType type) {
        return versions.getOrDefault(type, 1);
    }
}

package dev.trestle.systems.unisync.showsets;

import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetStages;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageInfoSimple;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.VersionType;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A ShowSet's stages by name. They stand in the order of work. */
final class Stages {
    private Stages() {}

    /** All of them, not started. */
    static ShowSetStages initial(String by, Instant at) {
        StageInfo none = new StageInfo(StageStatus.NOT_STARTED, null, by, at, null);
        return new ShowSetStages(none, none, none, new StageInfoSimple(StageStatus.NOT_STARTED, by, at), none);
    }

    /** All of them, as far as a ShowSet is from its start. */
    static ShowSetStages initial(Start start, String by, Instant at) {
        ShowSetStages stages = initial(by, at);
        for (StageName name : start.stages().keySet()) {
            stages = with(stages, name, new StageInfo(start.status(name), null, by, at, null));
        }
        return stages;
    }

    /** A stage; the one that keeps neither a person nor a version has none. */
    static StageInfo of(ShowSetStages stages, StageName name) {
        return switch (name) {
            case SCREEN -> stages.screen();
            case STRUCTURE -> stages.structure();
            case INTEGRATED -> stages.integrated();
            case DRAWING_2D -> stages.drawing2d();
            case IN_BIM_360 -> {
                StageInfoSimple simple = stages.inBim360();
                yield new StageInfo(simple.status(), null, simple.updatedBy(), simple.updatedAt(), null);
            }
        };
    }

    static ShowSetStages with(ShowSetStages s, StageName name, StageInfo info) {
        return switch (name) {
            case SCREEN -> new ShowSetStages(info, s.structure(), s.integrated(), s.inBim360(), s.drawing2d());
            case STRUCTURE -> new ShowSetStages(s.screen(), info, s.integrated(), s.inBim360(), s.drawing2d());
            case INTEGRATED -> new ShowSetStages(s.screen(), s.structure(), info, s.inBim360(), s.drawing2d());
            case DRAWING_2D -> new ShowSetStages(s.screen(), s.structure(), s.integrated(), s.inBim360(), info);
            case IN_BIM_360 -> {
                StageInfoSimple simple = new StageInfoSimple(info.status(), info.updatedBy(), info.updatedAt());
                yield new ShowSetStages(s.screen(), s.structure(), s.integrated(), simple, s.drawing2d());
            }
        };
    }

    /** Whether a stage keeps a person and a version. */
    static boolean isSimple(StageName name) {
        return name == StageName.IN_BIM_360;
    }

    /** Those that build on a stage. */
    static List<StageName> downstream(StageName name) {
        return Arrays.stream(StageName.values())
                .filter(other -> other.ordinal() > name.ordinal())
                .toList();
    }

    /** The number that rises when work on a stage begins again. */
    static Optional<VersionType> version(StageName name) {
        return switch (name) {
            case SCREEN -> Optional.of(VersionType.SCREEN);
            case STRUCTURE, INTEGRATED -> Optional.of(VersionType.REVIT);
            case DRAWING_2D -> Optional.of(VersionType.DRAWING);
            case IN_BIM_360 -> Optional.empty();
        };
    }

    static int number(ShowSet showSet, VersionType type) {
        return switch (type) {
            case SCREEN -> showSet.screenVersion();
            case REVIT -> showSet.revitVersion();
            case DRAWING -> showSet.drawingVersion();
        };
    }

    /** The stage under which a change of a number is logged when no stage moved. */
    static StageName loggedUnder(VersionType type) {
        return switch (type) {
            case SCREEN -> StageName.SCREEN;
            case REVIT -> StageName.STRUCTURE;
            case DRAWING -> StageName.DRAWING_2D;
        };
    }
}

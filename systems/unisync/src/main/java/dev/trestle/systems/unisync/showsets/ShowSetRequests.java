package dev.trestle.systems.unisync.showsets;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.Links;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetStages;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.model.VmItem;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked about ShowSets, and how a board's rows look. */
public final class ShowSetRequests {
    private static final String NO_CONTROLS = "[^\\u0000-\\u001f\\u007f]+";

    private ShowSetRequests() {}

    /** Which ShowSets a list has. */
    public record ListShowSets(
            @Nullable Area area,
            @Nullable @Length(max = 200) String scene,

            @About("In the id, the scene, the description or a VM") @Nullable @Length(max = 200)
            String text,

            @About("Of any stage") @Nullable StageStatus status,

            @About("A user's id, of any stage; with status, of the same stage") @Nullable @Length(max = 100)
            String assignedTo,

            @Default("1000") @Range(min = 1, max = 1000) int limit,

            @About("The next of the page before") @Nullable @Length(max = 4000)
            String cursor) {}

    public record ByShowSet(@Length(min = 1, max = 200) String showSetId) {}

    /** A description in some languages; what is left out stays as it is. */
    public record Description(
            @Nullable @Length(max = 2000) String en,
            @Nullable @Length(max = 2000) String zh,

            @JsonProperty("zh-TW") @Nullable @Length(max = 2000)
            String zhTw) {
        LocalizedString applyTo(LocalizedString before) {
            return new LocalizedString(
                    en == null ? before.en() : en, zh == null ? before.zh() : zh, zhTw == null ? before.zhTw() : zhTw);
        }
    }

    public record NewShowSet(
            @Length(min = 1, max = 200) @Matches(NO_CONTROLS)
            String showSetId,

            Area area,
            @Length(min = 1, max = 200) String scene,
            @Nullable Description description,
            @Nullable @Count(max = 200) List<VmItem> vmList) {}

    public record CreateShowSet(NewShowSet body) {}

    /** {@code showSetId} is the id that it shall have instead. */
    public record ShowSetPatch(
            @Nullable @Length(min = 1, max = 200) @Matches(NO_CONTROLS)
            String showSetId,

            @Nullable Area area,
            @Nullable @Length(min = 1, max = 200) String scene,
            @Nullable Description description,
            @Nullable @Count(max = 200) List<VmItem> vmList) {
        ShowSet applyTo(ShowSet before) {
            return before.with()
                    .showSetId(showSetId == null ? before.showSetId() : showSetId)
                    .area(area == null ? before.area() : area)
                    .scene(scene == null ? before.scene() : scene)
                    .description(description == null ? before.description() : description.applyTo(before.description()))
                    .vmList(vmList == null ? before.vmList() : vmList)
                    .build();
        }
    }

    public record ChangeShowSet(@Length(min = 1, max = 200) String showSetId, ShowSetPatch body) {}

    public record StageUpdate(
            Patch<StageStatus> status,
            Patch<@Nullable @Length(min = 1, max = 100) String> assignedTo,
            Patch<@Nullable @Length(min = 1, max = 100) String> version,
            @Nullable @Length(min = 1, max = 5000) String revisionNote,
            @Nullable Language revisionNoteLang) {
        /** A move, and nothing else. */
        static StageUpdate to(StageStatus status) {
            return new StageUpdate(new Patch.To<>(status), new Patch.Keep<>(), new Patch.Keep<>(), null, null);
        }
    }

    public record UpdateStage(@Length(min = 1, max = 200) String showSetId, StageName stage, StageUpdate body) {}

    public record LinksUpdate(
            Patch<@Nullable @Length(max = 2000) String> modelUrl,
            Patch<@Nullable @Length(max = 2000) String> drawingsUrl) {}

    public record UpdateLinks(@Length(min = 1, max = 200) String showSetId, LinksUpdate body) {}

    /**
     * A change of a version number.
     *
     * @param targetVersion the next one if it is left out
     */
    public record VersionChange(
            VersionType versionType,
            Language language,
            @Length(max = 500) String reason,
            @Nullable @Range(min = 1, max = 1_000_000) Integer targetVersion) {}

    public record UpdateVersion(@Length(min = 1, max = 200) String showSetId, VersionChange body) {}

    public record Unlock(@Nullable @Count(max = 5) List<StageName> stagesToReset) {}

    public record UnlockShowSet(
            @Length(min = 1, max = 200) String showSetId,
            @Nullable Unlock body) {
        /** The stages to be sent back. */
        public List<StageName> stages() {
            List<StageName> named = body == null ? null : body.stagesToReset();
            return named == null ? List.of() : named;
        }
    }

    /** A ShowSet on the board, without the history of its versions. */
    public record Row(
            String showSetId,
            Area area,
            String scene,
            LocalizedString description,
            List<VmItem> vmList,
            ShowSetStages stages,
            Links links,
            int screenVersion,
            int revitVersion,
            int drawingVersion,
            @Nullable Instant lockedAt,
            @Nullable String lockedBy,
            Instant createdAt,
            Instant updatedAt) {
        public static Row of(ShowSet s) {
            return new Row(
                    s.showSetId(),
                    s.area(),
                    s.scene(),
                    s.description(),
                    s.vmList(),
                    s.stages(),
                    s.links(),
                    s.screenVersion(),
                    s.revitVersion(),
                    s.drawingVersion(),
                    s.lockedAt(),
                    s.lockedBy(),
                    s.createdAt(),
                    s.updatedAt());
        }
    }
}

package dev.trestle.systems.unisync.showsets;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.platform.api.Patch;
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
    private ShowSetRequests() {}

    /** Which ShowSets a list has. */
    public record ListShowSets(
            @Nullable Area area,
            @Nullable String scene,
            @Nullable String text,
            @Nullable StageStatus status,
            @Nullable String assignedTo,
            int limit,
            @Nullable String cursor) {}

    public record ByShowSet(String showSetId) {}

    /** A description in some languages; what is left out stays as it is. */
    public record Description(
            @Nullable String en,
            @Nullable String zh,
            @Nullable @JsonProperty("zh-TW") String zhTw) {
        LocalizedString applyTo(LocalizedString before) {
            return new LocalizedString(
                    en == null ? before.en() : en, zh == null ? before.zh() : zh, zhTw == null ? before.zhTw() : zhTw);
        }
    }

    public record NewShowSet(
            String showSetId,
            Area area,
            String scene,
            @Nullable Description description,
            @Nullable List<VmItem> vmList) {}

    public record CreateShowSet(NewShowSet body) {}

    /** {@code showSetId} is the id that it shall have instead. */
    public record ShowSetPatch(
            @Nullable String showSetId,
            @Nullable Area area,
            @Nullable String scene,
            @Nullable Description description,
            @Nullable List<VmItem> vmList) {}

    public record ChangeShowSet(String showSetId, ShowSetPatch body) {}

    public record StageUpdate(
            Patch<StageStatus> status,
            Patch<String> assignedTo,
            Patch<String> version,
            @Nullable String revisionNote,
            @Nullable Language revisionNoteLang) {}

    public record UpdateStage(String showSetId, StageName stage, StageUpdate body) {}

    public record LinksUpdate(Patch<String> modelUrl, Patch<String> drawingsUrl) {}

    public record UpdateLinks(String showSetId, LinksUpdate body) {}

    /**
     * A change of a version number.
     *
     * @param targetVersion the next one if it is left out
     */
    public record VersionChange(
            VersionType versionType,
            Language language,
            String reason,
            @Nullable Integer targetVersion) {}

    public record UpdateVersion(String showSetId, VersionChange body) {}

    public record Unlock(@Nullable List<StageName> stagesToReset) {}

    public record UnlockShowSet(String showSetId, @Nullable Unlock body) {
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

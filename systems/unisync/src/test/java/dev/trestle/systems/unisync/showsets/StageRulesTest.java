package dev.trestle.systems.unisync.showsets;

import static dev.trestle.systems.unisync.model.StageStatus.COMPLETE;
import static dev.trestle.systems.unisync.model.StageStatus.IN_PROGRESS;
import static dev.trestle.systems.unisync.model.StageStatus.NOT_STARTED;
import static dev.trestle.systems.unisync.model.StageStatus.REVISION_REQUIRED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.time.Ids;
import dev.trestle.systems.unisync.activity.Line;
import dev.trestle.systems.unisync.model.ActivityDetails;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.Links;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetStages;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.VersionType;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.StageUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every stage, from every status to every status, with all that is downstream in every status. */
class StageRulesTest {
    private static final Instant BEFORE = Instant.parse("2026-03-02T10:00:00Z");
    private static final Instant NOW = BEFORE.plusSeconds(60);
    private static final User BY = new User(
            "usr_by", "by@x", "By", UserRole.ADMIN, UserStatus.ACTIVE, Language.EN, "s", false, BEFORE, BEFORE);
    private static final Map<StageName, List<Integer>> RAISED = Map.of(
            StageName.SCREEN, List.of(8, 8, 9),
            StageName.STRUCTURE, List.of(7, 9, 9),
            StageName.INTEGRATED, List.of(7, 9, 9),
            StageName.IN_BIM_360, List.of(7, 8, 9),
            StageName.DRAWING_2D, List.of(7, 8, 10));

    private static ShowSet showSet(StageName name, StageStatus own, StageStatus others, boolean locked) {
        ShowSetStages stages = Stages.initial("usr_old", BEFORE);
        for (StageName each : StageName.values()) {
            boolean simple = each == StageName.IN_BIM_360;
            StageInfo info = new StageInfo(
                    each == name ? own : others,
                    simple ? null : "usr_worker",
                    "usr_old",
                    BEFORE,
                    simple ? null : "1.0");
            stages = Stages.with(stages, each, info);
        }
        LocalizedString text = new LocalizedString("", "", "");
        return new ShowSet(
                "SS",
                Area.AREA_311,
                "Scene",
                text,
                List.of(),
                stages,
                new Links(null, null),
                7,
                8,
                9,
                List.of(),
                locked ? BEFORE : null,
                locked ? "usr_old" : null,
                BEFORE,
                BEFORE);
    }

    private static Draft draft(ShowSet showSet) {
        return new Draft(showSet, BY, NOW, new Ids(new Random(7)));
    }

    private static StageUpdate to(StageStatus status) {
        boolean noted = status == REVISION_REQUIRED;
        return update(new Patch.To<>(status), noted ? "Move it" : null, noted ? Language.EN : null);
    }

    private static StageUpdate update(Patch<StageStatus> status, @Nullable String note, @Nullable Language language) {
        return new StageUpdate(status, new Patch.Keep<>(), new Patch.Keep<>(), note, language);
    }

    @ParameterizedTest
    @EnumSource
    void update_everyStatusToEveryOther_followsTheRules(StageName name) {
        for (StageStatus from : StageStatus.values()) {
            for (StageStatus to : StageStatus.values()) {
                for (StageStatus others : StageStatus.values()) {
                    check(name, from, to, others);
                }
            }
        }
    }

    private static void check(StageName name, StageStatus from, StageStatus to, StageStatus others) {
        String what = name + " " + from + " to " + to + ", others " + others;
        ShowSet before = showSet(name, from, others, false);
        Draft draft = draft(before);

        boolean sentBack = StageRules.update(draft, name, to(to), null);

        ShowSet after = draft.after();
        boolean moves = from != to;
        assertThat(draft.isChanged()).as(what).isEqualTo(moves);
        assertThat(sentBack).as(what).isEqualTo(moves && to == REVISION_REQUIRED);
        boolean restarts = to == IN_PROGRESS && (from == COMPLETE || from == REVISION_REQUIRED);
        boolean raises = restarts && name != StageName.IN_BIM_360;
        assertThat(List.of(after.screenVersion(), after.revitVersion(), after.drawingVersion()))
                .as(what)
                .isEqualTo(restarts ? RAISED.get(name) : List.of(7, 8, 9));
        assertThat(after.versionHistory()).as(what).hasSize(raises ? 1 : 0);
        List<Object> told = new ArrayList<>();
        if (moves) {
            told.add(new ActivityDetails.StatusChange(name, from, to));
        }
        if (raises) {
            VersionType type = Stages.version(name).orElseThrow();
            assertThat(after.versionHistory().get(0).version()).isEqualTo(draft.version(type));
            assertThat(after.versionHistory().get(0).reason()).isEqualTo(new LocalizedString("", "", ""));
            told.add(new ActivityDetails.VersionUpdate(name, Integer.toString(draft.version(type))));
        }
        boolean cascades = from == COMPLETE && to == IN_PROGRESS && others == COMPLETE;
        for (StageName other : StageName.values()) {
            StageInfo stage = Stages.of(after.stages(), other);
            boolean falls = cascades && other.ordinal() > name.ordinal();
            if (falls) {
                told.add(new ActivityDetails.StatusChange(other, COMPLETE, REVISION_REQUIRED));
            }
            StageStatus expected = other == name ? to : falls ? REVISION_REQUIRED : others;
            assertThat(stage.status()).as(what + ": " + other).isEqualTo(expected);
            assertThat(stage.version()).as(what).isEqualTo(other == StageName.IN_BIM_360 ? null : "1.0");
            boolean touched = falls || other == name && moves;
            assertThat(stage.updatedAt()).as(what).isEqualTo(touched ? NOW : BEFORE);
            assertThat(stage.updatedBy()).as(what).isEqualTo(touched ? "usr_by" : "usr_old");
        }
        assertThat(draft.log()).extracting(Line::details).as(what).isEqualTo(told);
    }

    @ParameterizedTest
    @EnumSource
    void update_locked_entersEveryStatusButInProgress(StageStatus to) {
        for (StageName name : StageName.values()) {
            for (StageStatus from : StageStatus.values()) {
                Draft draft = draft(showSet(name, from, NOT_STARTED, true));
                if (to == IN_PROGRESS && from != IN_PROGRESS) {
                    assertThatThrownBy(() -> StageRules.update(draft, name, to(to), null))
                            .isInstanceOf(ApiException.class)
                            .hasMessageContaining("locked");
                    assertThat(draft.isChanged()).isFalse();
                } else {
                    StageRules.update(draft, name, to(to), null);
                    assertThat(Stages.of(draft.after().stages(), name).status()).isEqualTo(to);
                }
            }
        }
    }

    @Test
    void update_revisionWithoutNoteOrLanguage_isRefused() {
        ShowSet showSet = showSet(StageName.SCREEN, COMPLETE, COMPLETE, false);
        Patch<StageStatus> status = new Patch.To<>(REVISION_REQUIRED);
        for (StageUpdate asked : List.of(
                update(status, null, Language.EN), update(status, " ", Language.EN), update(status, "Why", null))) {
            assertThatThrownBy(() -> StageRules.update(draft(showSet), StageName.SCREEN, asked, null))
                    .hasMessageContaining("revisionNote");
        }
        StageUpdate astray = update(new Patch.To<>(IN_PROGRESS), "Why", Language.EN);
        assertThatThrownBy(() -> StageRules.update(draft(showSet), StageName.SCREEN, astray, null))
                .hasMessageContaining("revision_required only");
    }

    @Test
    void update_assignmentAndVersion_areToldBeforeTheMove() {
        Draft draft = draft(showSet(StageName.SCREEN, NOT_STARTED, NOT_STARTED, false));
        StageUpdate asked =
                new StageUpdate(new Patch.To<>(IN_PROGRESS), new Patch.To<>("usr_by"), new Patch.Clear<>(), null, null);

        StageRules.update(draft, StageName.SCREEN, asked, BY);

        assertThat(draft.log())
                .extracting(Line::details)
                .containsExactly(
                        new ActivityDetails.Assignment(StageName.SCREEN, "usr_by", "By"),
                        new ActivityDetails.VersionUpdate(StageName.SCREEN, ""),
                        new ActivityDetails.StatusChange(StageName.SCREEN, NOT_STARTED, IN_PROGRESS));
        assertThat(draft.after().stages().screen())
                .isEqualTo(new StageInfo(IN_PROGRESS, "usr_by", "usr_by", NOW, null));
    }

    @Test
    void update_inBim360WithAPersonOrVersion_isRefused() {
        ShowSet showSet = showSet(StageName.IN_BIM_360, NOT_STARTED, NOT_STARTED, false);
        StageUpdate person =
                new StageUpdate(new Patch.Keep<>(), new Patch.To<>("usr_by"), new Patch.Keep<>(), null, null);
        StageUpdate version = new StageUpdate(new Patch.Keep<>(), new Patch.Keep<>(), new Patch.To<>("2"), null, null);
        assertThatThrownBy(() -> StageRules.update(draft(showSet), StageName.IN_BIM_360, person, BY))
                .hasMessageContaining("assignedTo");
        assertThatThrownBy(() -> StageRules.update(draft(showSet), StageName.IN_BIM_360, version, null))
                .hasMessageContaining("version");
    }

    @Test
    void version_moreThanAHundredChanges_moveTheOldestOut() {
        ShowSet current = showSet(StageName.SCREEN, NOT_STARTED, NOT_STARTED, false);
        int moved = 0;
        for (int i = 0; i < 105; i++) {
            Draft draft = new Draft(current, BY, NOW.plusSeconds(i), new Ids(new Random(7)));
            draft.raise(VersionType.SCREEN);
            moved += draft.former().size();
            current = draft.after();
        }
        assertThat(moved).isEqualTo(5);
        assertThat(current.versionHistory()).hasSize(100);
        assertThat(current.versionHistory().get(0).version()).isEqualTo(7 + 6);
        assertThat(current.versionHistory().get(99).version()).isEqualTo(7 + 105);
    }

    @Test
    void sendBack_someStages_tellsOfThoseThatWereNot() {
        Draft draft = draft(showSet(StageName.SCREEN, COMPLETE, REVISION_REQUIRED, true));

        StageRules.sendBack(draft, List.of(StageName.STRUCTURE, StageName.SCREEN, StageName.SCREEN));

        assertThat(draft.log())
                .extracting(Line::details)
                .containsExactly(new ActivityDetails.StatusChange(StageName.SCREEN, COMPLETE, REVISION_REQUIRED));
    }
}

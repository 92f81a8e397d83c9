package dev.trestle.systems.unisync.showsets;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.systems.unisync.activity.Line;
import dev.trestle.systems.unisync.model.ActivityDetails;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.StageUpdate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How stages change: screen → structure → integrated → inBim360 → drawing2d. Functions from a draft and what is asked to the draft; they
 * read and write nothing else.
 */
final class StageRules {
    private StageRules() {}

    /**
     * What a person asks for.
     *
     * @param assignee the active user whom it names; null if it names none
     * @return whether the stage was sent back, for which the request has a note
     */
    static boolean update(Draft draft, StageName name, StageUpdate asked, @Nullable User assignee) {
        check(name, asked);
        StageInfo before = draft.stage(name);
        StageStatus to = asked.status() instanceof Patch.To<StageStatus> status ? status.value() : before.status();
        boolean moves = to != before.status();
        if (moves) {
            checkMove(draft, to, asked);
        }
        StageInfo after = new StageInfo(
                to,
                asked.assignedTo().applyTo(before.assignedTo()),
                draft.by.userId(),
                draft.at,
                asked.version().applyTo(before.version()));
        boolean isReassigned = !Objects.equals(after.assignedTo(), before.assignedTo());
        boolean isRenumbered = !Objects.equals(after.version(), before.version());
        if (!moves && !isReassigned && !isRenumbered) {
            return false;
        }
        draft.stage(name, after);
        if (isReassigned) {
            draft.tell(Line.of(new ActivityDetails.Assignment(
                    name, after.assignedTo(), assignee == null ? null : assignee.name())));
        }
        if (isRenumbered) {
            String text = after.version();
            draft.tell(Line.of(new ActivityDetails.VersionUpdate(name, text == null ? "" : text)));
        }
        if (moves) {
            draft.tell(Line.of(new ActivityDetails.StatusChange(name, before.status(), to)));
            follow(draft, name, before.status(), to);
        }
        return moves && to == StageStatus.REVISION_REQUIRED;
    }

    /** Sends stages back without a note, as an unlock does. */
    static void sendBack(Draft draft, List<StageName> names) {
        names.stream()
                .distinct()
                .sorted()
                .filter(name -> draft.stage(name).status() != StageStatus.REVISION_REQUIRED)
                .forEach(name -> require(draft, name));
    }

    private static void check(StageName name, StageUpdate asked) {
        boolean givesDetails = asked.assignedTo() instanceof Patch.To || asked.version() instanceof Patch.To;
        if (Stages.isSimple(name) && givesDetails) {
            String field = asked.assignedTo() instanceof Patch.To ? "assignedTo" : "version";
            throw ApiException.invalid(field, "is nothing that the stage inBim360 keeps")
                    .withCode("not-kept-by-stage");
        }
        boolean sendsBack =
                asked.status() instanceof Patch.To<StageStatus> to && to.value() == StageStatus.REVISION_REQUIRED;
        if (asked.revisionNote() != null && !sendsBack) {
            throw ApiException.invalid("revisionNote", "goes with the status revision_required only")
                    .withCode("revision-note-unasked");
        }
    }

    private static void checkMove(Draft draft, StageStatus to, StageUpdate asked) {
        if (to == StageStatus.REVISION_REQUIRED) {
            String note = asked.revisionNote();
            if (note == null || note.isBlank()) {
                throw ApiException.invalid("revisionNote", "is needed: say what has to be revised")
                        .withCode("revision-note-missing");
            }
            if (asked.revisionNoteLang() == null) {
                throw ApiException.invalid("revisionNoteLang", "is needed: say which language the note is in")
                        .withCode("revision-language-missing");
            }
        }
        if (to == StageStatus.IN_PROGRESS && draft.isLocked()) {
            throw ApiException.of(
                            Kind.FORBIDDEN, "It is locked: no stage can be started before an administrator unlocks it.")
                    .withCode("locked");
        }
    }

    /** What a restart of work means for numbers and for the stages that build on this one. */
    private static void follow(Draft draft, StageName name, StageStatus from, StageStatus to) {
        boolean again = from == StageStatus.REVISION_REQUIRED || from == StageStatus.COMPLETE;
        if (to != StageStatus.IN_PROGRESS || !again) {
            return;
        }
        Stages.version(name).ifPresent(type -> {
            String number = Integer.toString(draft.raise(type));
            draft.tell(Line.of(new ActivityDetails.VersionUpdate(name, number)));
        });
        if (from == StageStatus.COMPLETE) {
            Stages.downstream(name).stream()
                    .filter(later -> draft.stage(later).status() == StageStatus.COMPLETE)
                    .forEach(later -> require(draft, later));
        }
    }

    private static void require(Draft draft, StageName name) {
        StageInfo before = draft.stage(name);
        draft.stage(
                name,
                new StageInfo(
                        StageStatus.REVISION_REQUIRED,
                        before.assignedTo(),
                        draft.by.userId(),
                        draft.at,
                        before.version()));
        draft.tell(Line.of(new ActivityDetails.StatusChange(name, before.status(), StageStatus.REVISION_REQUIRED)));
    }
}

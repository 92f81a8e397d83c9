package dev.trestle.systems.unisync.people;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.value.WireNames;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.notices.NewNotice;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.notices.Notices.Address;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.translation.Texts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The notices that users get: a stage is assigned to them or sent back, or a note mentions them. */
public final class Notifications {
    private final ItemStore store;
    private final Notices notices;

    public Notifications(ItemStore store, Notices notices) {
        this.store = store.consistent();
        this.notices = notices;
    }

    /** Who changed a ShowSet, and when. */
    public record Act(String showSetId, User by, Instant at) {
        String link() {
            return Notifications.link(showSetId);
        }
    }

    /** The page of a ShowSet. */
    public static String link(String showSetId) {
        return "/unisync?showset=" + URLEncoder.encode(showSetId, StandardCharsets.UTF_8);
    }

    /** The page of a ShowSet, at one of its notes. */
    private static String link(Note note) {
        return link(note.showSetId()) + "&tab=notes&note=" + URLEncoder.encode(note.noteId(), StandardCharsets.UTF_8);
    }

    /** The key of a stage's name among the texts. */
    public static String word(StageName stage) {
        return "unisync.stage." + WireNames.of(StageName.class).name(stage);
    }

    /** Adds to a change of a stage whom it concerns. {@code reason} is the note of somebody who sends it back. */
    public void stage(
            Decision<?> change, Act act, StageName name, StageInfo before, StageInfo after, @Nullable Note reason) {
        String assignee = after.assignedTo();
        if (assignee == null) {
            return;
        }
        boolean sentBack =
                after.status() == StageStatus.REVISION_REQUIRED && before.status() != StageStatus.REVISION_REQUIRED;
        if (!assignee.equals(before.assignedTo())) {
            add(change, act, assignee, NoticeKind.ASSIGNED, "assigned", name, null);
        } else if (sentBack) {
            add(change, act, assignee, NoticeKind.SENT_BACK, reason == null ? "fellBack" : "sentBack", name, reason);
        }
    }

    private void add(
            Decision<?> change,
            Act act,
            String to,
            NoticeKind kind,
            String code,
            StageName stage,
            @Nullable Note reason) {
        NewNotice notice = NewNotice.of(kind, code, act.showSetId(), reason == null ? act.link() : link(reason))
                .word("stage", word(stage))
                .by(act.by().name());
        notices.add(
                change,
                Address.of(List.of(to), act.by().userId()),
                act.at(),
                reason == null ? notice : notice.with("text", text(reason)));
    }

    /** Adds to a decision that writes a note those whom it mentions. */
    public void mentioned(Decision<?> change, Note note, Collection<String> userIds) {
        NewNotice notice = NewNotice.of(NoticeKind.MENTIONED, "mentioned", note.showSetId(), link(note))
                .with("text", text(note))
                .by(note.authorName());
        notices.add(change, Address.of(userIds, note.authorId()), note.updatedAt(), notice);
    }

    private static String text(Note note) {
        return Texts.of(note.content(), note.originalLang());
    }

    /** Puts the notices into inboxes. */
    public void handleBy(JobRunner runner) {
        runner.handle(Notices.JOB, notices.handler(this::subject));
    }

    private Optional<String> subject(String userId) {
        return store.get(UsersTable.USER_BY_ID.of(userId))
                .filter(Rights::isActive)
                .map(User::cognitoSub);
    }
}

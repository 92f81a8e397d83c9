package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.mails.MailKind;
import dev.trestle.systems.holdthatthought.mails.Mails;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Names;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells those who commented on an item before, and who brought it here, of a new comment: a job and a mail each. */
final class CommentMails {
    static final String TELL = "comment-mails";
    static final String MAIL = "comment-mail";

    private static final int COMMENTS_MAX = 500;
    private static final int PEOPLE_MAX = 90;
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

    private final ItemStore store;
    private final CommentedItems items;
    private final Located located;
    private final Mails mails;

    /** Payloads of jobs. */
    record Tell(String commentId) {}

    record Told(String commentId, String userId) {}

    CommentMails(ItemStore store, CommentedItems items, Located located, Mails mails) {
        this.store = store.consistent();
        this.items = items;
        this.located = located;
        this.mails = mails;
    }

    void handleBy(JobRunner runner, Changes changes) {
        runner.handle(TELL, changes.handler(store, Tell.class, this::people));
        runner.handle(MAIL, changes.handler(store, Told.class, this::mail));
    }

    /** Adds to the decision that writes a comment that people are told; nothing where no mail can be sent. */
    void tell(Decision<?> decision, Comment comment) {
        if (mails.isConfigured()) {
            decision.job(TELL, comment.commentId(), new Tell(comment.commentId()));
        }
    }

    private Decision<?> people(Tell asked) {
        Comment comment = located.find(asked.commentId()).map(Stored::record).orElse(null);
        Decision<@Nullable Void> decision = Decision.done();
        if (comment == null) {
            return decision; // deleted meanwhile
        }
        Set<String> people = new LinkedHashSet<>();
        String publisher = items.publisher(comment.itemId());
        if (publisher != null) {
            people.add(publisher);
        }
        store
                .first(
                        HoldThatThoughtTable.COMMENTS_NEWEST_FIRST
                                .of(comment.itemId())
                                .from(FIRST)
                                .to(comment.createdAt()),
                        COMMENTS_MAX)
                .stream()
                .filter(each -> each.createdAt().isBefore(comment.createdAt()))
                .forEach(earlier -> people.add(earlier.userId()));
        people.remove(comment.userId());
        people.stream()
                .limit(PEOPLE_MAX)
                .forEach(userId -> decision.job(MAIL, userId, new Told(comment.commentId(), userId)));
        return decision;
    }

    private Decision<?> mail(Told asked) {
        Decision<@Nullable Void> decision = Decision.done();
        Optional<Comment> comment = located.find(asked.commentId()).map(Stored::record);
        Optional<UserProfile> to = store.get(HoldThatThoughtTable.PROFILE_OF_USER.of(asked.userId()));
        if (comment.isPresent() && to.isPresent()) {
            Comment about = comment.get();
            String title = items.title(about.itemId());
            String given = about.itemTitle() == null ? about.itemId() : about.itemTitle();
            mails.add(
                    decision,
                    to.get(),
                    MailKind.COMMENT,
                    "comment",
                    Map.of(
                            "author",
                            Names.withoutAddress(about.userName()),
                            "title",
                            title == null ? given : title,
                            "text",
                            Mails.excerpt(about.commentText())),
                    page(about.itemId()));
        }
        return decision;
    }

    /** Letters and media have pages of their own, which are called as their items are. */
    private static String page(String itemId) {
        return itemId.matches("(letters|media)/[0-9A-Za-z-]+") ? "/holdthatthought/" + itemId : "/holdthatthought";
    }
}

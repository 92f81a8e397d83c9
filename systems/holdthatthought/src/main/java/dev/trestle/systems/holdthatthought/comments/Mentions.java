package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.notices.NewNotice;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Groups;
import dev.trestle.systems.holdthatthought.people.Names;
import dev.trestle.systems.holdthatthought.people.Standing;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells members that a comment names them, as {@code @name}, in the transaction that writes it. The longest name is meant, in whatever case. */
final class Mentions {
    private static final int PEOPLE_MAX = 5_000;
    private static final int TOLD_MAX = 20;

    private final ItemStore store;
    private final Notices notices;

    Mentions(ItemStore store, Notices notices) {
        this.store = store.consistent();
        this.notices = notices;
    }

    /** {@code before} is what the comment said before; whom that named is not told again. */
    void tell(Decision<?> decision, Comment comment, String before, String issuer, Instant at) {
        if (comment.commentText().indexOf('@') < 0) {
            return;
        }
        List<UserProfile> members = members();
        Set<String> named = named(comment.commentText(), members);
        named.removeAll(named(before, members));
        named.remove(comment.userId());
        if (named.isEmpty()) {
            return;
        }
        String title = comment.itemTitle() == null ? comment.itemId() : comment.itemTitle();
        String by = Names.withoutAddress(comment.userName());
        notices.add(
                decision,
                new Notices.Address(null, named.stream().limit(TOLD_MAX).toList(), comment.userId(), issuer),
                at,
                NewNotice.of(NoticeKind.MENTIONED, "mention", title, page(comment))
                        .by(by));
    }

    /** Those who may read it, the longest names first. */
    private List<UserProfile> members() {
        return store.all(SupportTable.USERS.of(), PEOPLE_MAX).stream()
                .filter(each -> each.status() == ProfileStatus.ACTIVE
                        && Groups.standing(each.groups()) != Standing.PENDING
                        && !each.displayName().isBlank())
                .sorted(Comparator.comparingInt(
                        (UserProfile each) -> -each.displayName().length()))
                .toList();
    }

    private static Set<String> named(String text, List<UserProfile> members) {
        Set<String> named = new LinkedHashSet<>();
        String lower = text.toLowerCase(Locale.ROOT);
        for (int at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
            int begin = at + 1;
            if (at > 0 && Character.isLetterOrDigit(lower.charAt(at - 1))) {
                continue; // an address
            }
            members.stream()
                    .filter(each -> lower.startsWith(each.displayName().toLowerCase(Locale.ROOT), begin))
                    .findFirst()
                    .ifPresent(each -> named.add(each.userId()));
        }
        return named;
    }

    /** Letters and media have pages, which show the comment. */
    private static String page(Comment comment) {
        String at = "#comment-" + comment.commentId();
        return comment.itemId().matches("(letters|media)/[0-9A-Za-z-]+")
                ? "/holdthatthought/" + comment.itemId() + at
                : "/holdthatthought";
    }
}

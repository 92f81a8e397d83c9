package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.ListComments;
import dev.trestle.systems.holdthatthought.comments.CommentRequests.OfUser;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Ids;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads lists of comments and reactions. */
final class CommentLists {
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    /** Comments of the very moment at which a page ended, which are read again. */
    private static final int TIES_MAX = 1000;

    private static final Comparator<Comment> OLDEST_FIRST =
            Comparator.comparing(Comment::createdAt).thenComparing(Comment::commentId);

    private final Parts parts;
    private final CommentedItems items;
    private final CommentViews views;

    CommentLists(Parts parts, CommentedItems items, CommentViews views) {
        this.parts = parts;
        this.items = items;
        this.views = views;
    }

    /** Where a page ended: the same wherever a comment lies, so that it holds while comments are moved. */
    private record Place(Instant at, String commentId) {
        static @Nullable Place parse(@Nullable String cursor) {
            if (cursor == null) {
                return null;
            }
            try {
                int bar = cursor.indexOf('|');
                return new Place(Instant.parse(cursor.substring(0, Math.max(0, bar))), cursor.substring(bar + 1));
            } catch (DateTimeParseException e) {
                throw ApiException.invalid("cursor", "is not one of this list. Begin again without it")
                        .withCode("cursor-unknown");
            }
        }

        static String of(Comment comment) {
            return comment.createdAt() + "|" + comment.commentId();
        }

        int compare(Comment comment) {
            int order = comment.createdAt().compareTo(at);
            return order != 0 ? order : comment.commentId().compareTo(commentId);
        }
    }

    Page<CommentView> ofItem(Given<Caller, ListComments> given) {
        ListComments asked = given.asked();
        String itemId = items.present(ItemIds.item(asked.itemId()));
        boolean isNewest = asked.order().equals("newest");
        Place place = Place.parse(asked.cursor());
        Map<String, Comment> found = new LinkedHashMap<>();
        List<String> partitions =
                new ArrayList<>(items.former(itemId)); // read first: comments are moved away from there
        partitions.add(itemId);
        for (String partition : partitions) {
            try (Stream<Comment> rows =
                    parts.consistent().stream(range(partition, place, isNewest), asked.limit() + 1 + TIES_MAX)) {
                rows.filter(each -> place == null || (isNewest ? -1 : 1) * place.compare(each) > 0)
                        .limit(asked.limit() + 1L)
                        .forEach(each -> found.put(each.commentId(), each));
            }
        }
        List<Comment> sorted = new ArrayList<>(found.values());
        sorted.sort(isNewest ? OLDEST_FIRST.reversed() : OLDEST_FIRST);
        boolean isLast = sorted.size() <= asked.limit();
        List<Comment> page = isLast ? sorted : sorted.subList(0, asked.limit());
        return new Page<>(views.of(given.by(), page), isLast ? null : Place.of(page.get(page.size() - 1)))
                .named("comments");
    }

    private static Bound<Comment> range(String itemId, @Nullable Place place, boolean isNewest) {
        return isNewest
                ? HoldThatThoughtTable.COMMENTS_NEWEST_FIRST
                        .of(itemId)
                        .from(FIRST)
                        .to(place == null ? LAST : place.at())
                : HoldThatThoughtTable.COMMENTS_SINCE
                        .of(itemId)
                        .from(place == null ? FIRST : place.at())
                        .to(LAST);
    }

    /** A person's comments; those of a private person are shown to them and to administrators. */
    Page<CommentView> ofUser(Given<Caller, OfUser> given) {
        UserProfile profile = profile(given.asked().userId());
        if (profile.isProfilePrivate() && !given.by().mayManage(profile.userId())) {
            throw ApiException.forbidden("the profile is private");
        }
        ItemStore store = parts.store();
        Page<Comment> page = Page.of(store.page(
                HoldThatThoughtTable.COMMENTS_OF_USER.of(profile.userId()),
                given.asked().limit(),
                given.asked().cursor()));
        return new Page<>(views.of(given.by(), page.items()), page.next()).named("comments");
    }

    /** A person's reactions, for themselves and for administrators. */
    Page<ReactionsView.Given> reactionsOfUser(Given<Caller, OfUser> given) {
        if (!given.by().mayManage(given.asked().userId())) { // first, so that nobody learns who is there
            throw ApiException.forbidden("somebody else's reactions");
        }
        UserProfile profile = profile(given.asked().userId());
        Page<Reaction> page = Page.of(parts.store()
                .page(
                        HoldThatThoughtTable.REACTIONS_OF_USER.of(profile.userId()),
                        given.asked().limit(),
                        given.asked().cursor()));
        return page.<ReactionsView.Given>map(each ->
                        new ReactionsView.Given(each.itemId(), each.commentId(), each.reactionType(), each.createdAt()))
                .named("reactions");
    }

    private UserProfile profile(String userId) {
        String problem = Ids.problem(userId);
        if (problem != null) {
            throw ApiException.invalid("userId", problem).withCode("id-form");
        }
        return parts.consistent()
                .get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId))
                .orElseThrow(() -> ApiException.notFound("There is nobody with this id."));
    }
}

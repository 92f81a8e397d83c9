package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Identifiers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Ids of items as they stand in paths: one to four segments, of which a leading slash is dropped. One segment that is canonical unpadded
 * base64url of printable text is that text; everything else is taken as it is.
 */
final class ItemIds {
    private static final int SEGMENTS_MAX = 4;
    private static final int LENGTH_MAX = 500;

    private ItemIds() {}

    /** An item and one of its comments, as PUT and DELETE name them. */
    record WithComment(String itemId, String commentId) {}

    static String item(String path) {
        String id = path.startsWith("/") ? path.substring(1) : path;
        String decoded = id.indexOf('/') < 0 ? decoded(id) : null;
        String item = decoded == null ? id : decoded.startsWith("/") ? decoded.substring(1) : decoded;
        check(item);
        return item;
    }

    /** The last segment is the comment's. */
    static WithComment withComment(String path) {
        int slash = path.lastIndexOf('/');
        if (slash < 1) {
            throw ApiException.invalid("itemId", "must be followed by the comment's id, as in /comments/item/comment")
                    .withCode("item-form");
        }
        return new WithComment(item(path.substring(0, slash)), path.substring(slash + 1));
    }

    private static void check(String item) {
        String[] segments = item.split("/", -1);
        if (segments.length > SEGMENTS_MAX) {
            throw ApiException.invalid("itemId", "must have at most " + SEGMENTS_MAX + " segments")
                    .withCode("item-form");
        }
        if (item.length() > LENGTH_MAX) {
            throw ApiException.invalid("itemId", "must have at most " + LENGTH_MAX + " characters")
                    .withCode("item-form");
        }
        for (String segment : segments) {
            String problem = Identifiers.unreachable(segment);
            if (problem != null) {
                throw ApiException.invalid("itemId", problem).withCode("item-form");
            }
        }
    }

    private static @Nullable String decoded(String segment) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(segment);
            boolean isCanonical = Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(bytes)
                    .equals(segment);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return isCanonical && isPrintable(text) ? text : null;
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    private static boolean isPrintable(String text) {
        return !text.isBlank()
                && text.codePoints()
                        .allMatch(each -> Character.isDefined(each)
                                && !Character.isISOControl(each)
                                && Character.getType(each) != Character.FORMAT
                                && Character.getType(each) != Character.PRIVATE_USE);
    }
}

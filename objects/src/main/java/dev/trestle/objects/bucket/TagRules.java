package dev.trestle.objects.bucket;

import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import java.util.Map;
import java.util.regex.Pattern;

/** What tags must be like. */
public final class TagRules {
    private static final int OBJECT_TAGS_MAX = 10;
    private static final int BUCKET_TAGS_MAX = 50;
    private static final int KEY_CHARS_MAX = 128;
    private static final int VALUE_CHARS_MAX = 256;
    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");

    private TagRules() {}

    public static void checkObject(Map<String, String> tags) {
        if (tags.size() > OBJECT_TAGS_MAX) {
            throw ObjectStoreException.of(S3Error.BAD_REQUEST, "Object tags cannot be greater than " + OBJECT_TAGS_MAX);
        }
        check(tags);
    }

    static void checkBucket(Map<String, String> tags) {
        if (tags.size() > BUCKET_TAGS_MAX) {
            throw ObjectStoreException.of(
                    S3Error.BAD_REQUEST, "Bucket tag count cannot be greater than " + BUCKET_TAGS_MAX);
        }
        check(tags);
    }

    private static void check(Map<String, String> tags) {
        tags.forEach((key, value) -> {
            if (key.regionMatches(true, 0, "aws:", 0, 4)) {
                throw ObjectStoreException.of(S3Error.INVALID_TAG, "System tags cannot be added/updated by requester")
                        .with("TagKey", key);
            }
            if (key.isEmpty() || isWrong(key, KEY_CHARS_MAX)) {
                throw ObjectStoreException.of(S3Error.INVALID_TAG, "The TagKey you have provided is invalid")
                        .with("TagKey", key);
            }
            if (isWrong(value, VALUE_CHARS_MAX)) {
                throw ObjectStoreException.of(S3Error.INVALID_TAG, "The TagValue you have provided is invalid")
                        .with("TagKey", key)
                        .with("TagValue", value);
            }
        });
    }

    private static boolean isWrong(String text, int charsMax) {
        return text.codePointCount(0, text.length()) > charsMax
                || !ALLOWED.matcher(text).matches();
    }
}

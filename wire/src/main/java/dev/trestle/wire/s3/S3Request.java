package dev.trestle.wire.s3;

import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.signature.S3Message;
import dev.trestle.wire.uri.Percent;
import dev.trestle.wire.uri.Query;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request: all of it but the body. {@code bucket} and {@code key} are empty where the path names none; a key is whatever
 * follows the bucket, byte for byte, so that dots and slashes in it mean nothing.
 */
public record S3Request(String method, String path, String bucket, String key, Query query, Headers headers)
        implements S3Message {

    /** The headers that came with a request, by names in lower case. */
    public interface Headers {
        List<String> all(String name);

        Collection<String> names();
    }

    /**
     * What names the bucket, beside or instead of the path.
     *
     * @param prefix of the path under which S3 is served, without a slash at its end; it is signed with the rest
     * @param bucket that the host names; the whole path is then the key. Null if the host names none
     */
    public record Place(String prefix, @Nullable String bucket) {
        public static final Place ROOT = new Place("", null);
    }

    /**
     * Takes a request line apart.
     *
     * @param rawQuery null if there is none
     */
    public static S3Request of(String method, Place place, String rawPath, @Nullable String rawQuery, Headers headers) {
        String prefix = place.prefix();
        String path = Percent.decodePath(rawPath);
        Query query = Query.parse(rawQuery == null ? "" : rawQuery);
        if (path == null || query == null || !path.startsWith(prefix)) {
            throw S3Refusal.badRequest("InvalidURI", "Couldn't parse the specified URI.");
        }
        String named = path.substring(Math.min(prefix.length() + 1, path.length()));
        if (place.bucket() != null) {
            return new S3Request(method, path, place.bucket(), named, query, headers);
        }
        int slash = named.indexOf('/');
        String bucket = slash < 0 ? named : named.substring(0, slash);
        String key = slash < 0 ? "" : named.substring(slash + 1);
        return new S3Request(method, path, bucket, key, query, headers);
    }

    @Override
    public List<String> header(String name) {
        return headers.all(name);
    }

    @Override
    public Collection<String> headerNames() {
        return headers.names();
    }

    /** A header's first value; null if it is not there or empty. */
    @Nullable
    String first(String name) {
        List<String> values = headers.all(name);
        return values.isEmpty() || values.get(0).isBlank()
                ? null
                : values.get(0).strip();
    }

    /** A header's first value, even if it is empty; null if it is not there. */
    @Nullable
    String firstOrEmpty(String name) {
        List<String> values = headers.all(name);
        return values.isEmpty() ? null : values.get(0).strip();
    }

    /** A parameter's value; null if it is not there or empty. */
    @Nullable
    String parameter(String name) {
        String value = query.first(name);
        return value == null || value.isEmpty() ? null : value;
    }

    @Nullable
    String versionId() {
        return parameter("versionId");
    }

    /** A number from {@code min} on that a parameter holds; {@code otherwise} if there is none. */
    int number(String name, int min, int otherwise) {
        String text = parameter(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= min) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw notANumber(name, text);
        }
        throw S3Refusal.invalidArgument(
                "Argument " + name + " must be an integer between " + min + " and " + Integer.MAX_VALUE, name, text);
    }

    private static S3Refusal notANumber(String name, String text) {
        return S3Refusal.invalidArgument("Provided " + name + " not an integer or within integer range", name, text);
    }
}

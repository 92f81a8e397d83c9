package dev.trestle.objects.object;

import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.index.Version;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How large and of what form things may be. */
public final class Limits {
    public static final long PUT_BYTES_MAX = 5L << 30;
    public static final long OBJECT_BYTES_MAX = 5L << 40;
    private static final int METADATA_BYTES_MAX = 2048;
    private static final int HEADER_BYTES_MAX = 8192;

    private static final Set<String> STORAGE_CLASSES = Set.of(
            Version.STANDARD,
            "REDUCED_REDUNDANCY",
            "STANDARD_IA",
            "ONEZONE_IA",
            "INTELLIGENT_TIERING",
            "GLACIER",
            "DEEP_ARCHIVE",
            "GLACIER_IR");

    private Limits() {}

    public static void checkHeaders(ContentHeaders headers) {
        long metadata = 0;
        for (var entry : headers.metadata().entrySet()) {
            metadata += bytes(entry.getKey()) + bytes(entry.getValue());
        }
        if (headers.metadata().containsKey("")) {
            throw ObjectStoreException.of(S3Error.INVALID_ARGUMENT, "The name of metadata must not be empty");
        }
        if (metadata > METADATA_BYTES_MAX) {
            throw ObjectStoreException.of(S3Error.METADATA_TOO_LARGE)
                    .with("Size", Long.toString(metadata))
                    .with("MaxSizeAllowed", Integer.toString(METADATA_BYTES_MAX));
        }
        long others = Stream.of(
                        headers.contentType(),
                        headers.contentEncoding(),
                        headers.contentDisposition(),
                        headers.contentLanguage(),
                        headers.cacheControl(),
                        headers.expires())
                .mapToLong(Limits::bytes)
                .sum();
        if (others > HEADER_BYTES_MAX) {
            throw ObjectStoreException.of(S3Error.METADATA_TOO_LARGE)
                    .with("Size", Long.toString(others))
                    .with("MaxSizeAllowed", Integer.toString(HEADER_BYTES_MAX));
        }
    }

    private static long bytes(@Nullable String text) {
        return text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** STANDARD if none is given. */
    public static String storageClass(@Nullable String given) {
        if (given == null) {
            return Version.STANDARD;
        }
        if (!STORAGE_CLASSES.contains(given)) {
            throw ObjectStoreException.of(S3Error.INVALID_STORAGE_CLASS);
        }
        return given;
    }

    public static ObjectStoreException tooLarge(long proposed, long allowed) {
        return ObjectStoreException.of(S3Error.ENTITY_TOO_LARGE)
                .with("ProposedSize", Long.toString(proposed))
                .with("MaxSizeAllowed", Long.toString(allowed));
    }
}

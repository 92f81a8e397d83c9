package dev.trestle.platform.uploads;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.uploads.Checksum.Algorithm;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a system takes.
 *
 * @param lengthMax of one file, in bytes
 * @param types that are taken: {@code image/png}, {@code image/*} for a whole family, or {@link #ANY_TYPE}
 * @param life how long there is to send and confirm
 * @param open uploads of one person at a time that are not confirmed
 * @param wholeBytes files that are longer are sent in parts
 * @param partBytes of one part
 */
public record UploadLimits(
        long lengthMax, Set<String> types, Duration life, int open, long wholeBytes, long partBytes) {
    /** S3 copies no more in one piece. */
    public static final long LENGTH_MAX = 5L * 1024 * 1024 * 1024;

    /** Takes files of every type, and whatever bytes they begin with. */
    public static final String ANY_TYPE = "*/*";

    private static final long MIB = 1024 * 1024;
    private static final long PART_BYTES_MIN = 5 * MIB;
    private static final int PARTS_MAX = 10_000;
    private static final Duration LIFE_MAX = Duration.ofHours(12);
    private static final int KEY_CHARACTERS_MAX = 900;
    private static final Pattern TYPE =
            Pattern.compile("[a-z0-9][a-z0-9!#$&^_.+-]{0,63}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}");

    public UploadLimits {
        types = Set.copyOf(types);
        require(lengthMax > 0 && lengthMax <= LENGTH_MAX, "lengthMax must be at most 5 GiB");
        require(life.compareTo(Duration.ZERO) > 0 && life.compareTo(LIFE_MAX) <= 0, "life must be at most 12 hours");
        require(open > 0, "open must be positive");
        require(partBytes >= PART_BYTES_MIN, "parts must have 5 MiB at least");
        require(lengthMax / partBytes < PARTS_MAX, "there would be more than 10 000 parts");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("Limits of uploads: " + otherwise + ".");
        }
    }

    public static UploadLimits of(long lengthMax, String... types) {
        return new UploadLimits(lengthMax, Set.of(types), Duration.ofHours(1), 100, 64 * MIB, 16 * MIB);
    }

    public UploadLimits withLife(Duration other) {
        return new UploadLimits(lengthMax, types, other, open, wholeBytes, partBytes);
    }

    public UploadLimits withOpen(int other) {
        return new UploadLimits(lengthMax, types, life, other, wholeBytes, partBytes);
    }

    /** Has files sent in parts that are longer than {@code whole}. */
    public UploadLimits withParts(long whole, long part) {
        return new UploadLimits(lengthMax, types, life, open, whole, part);
    }

    void check(Intent intent) {
        checkLength(intent.length(), lengthMax);
        checkType(intent.contentType(), types);
        Checksum checksum = intent.checksum();
        if (checksum != null && checksum.algorithm() != Algorithm.CRC64NVME && isInParts(intent.length())) {
            throw ApiException.invalid("checksum", "must be CRC64NVME, because the file is sent in parts")
                    .withCode("checksum-type");
        }
        checkKey(intent.key());
    }

    static void checkLength(@Nullable Long length, long max) {
        if (length != null && (length < 0 || length > max)) {
            throw ApiException.invalid("length", "must be between 0 and " + max + " bytes")
                    .withCode("file-length", Map.of("n", max));
        }
    }

    static void checkType(String type, Set<String> types) {
        if (!isTaken(types, type)) {
            throw ApiException.invalid(
                            "contentType",
                            "must be one of " + types.stream().sorted().toList())
                    .withCode("file-type");
        }
    }

    static void checkKey(String key) {
        if (key.isEmpty() || key.length() > KEY_CHARACTERS_MAX) {
            throw new IllegalArgumentException("A key must have between 1 and " + KEY_CHARACTERS_MAX + " characters.");
        }
    }

    static boolean isTaken(Set<String> types, String type) {
        return TYPE.matcher(type).matches()
                && (types.contains(type)
                        || types.contains(type.substring(0, type.indexOf('/')) + "/*")
                        || types.contains(ANY_TYPE));
    }

    boolean isInParts(@Nullable Long length) {
        return length != null && length > wholeBytes;
    }
}

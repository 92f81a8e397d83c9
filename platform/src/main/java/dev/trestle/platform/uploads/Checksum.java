package dev.trestle.platform.uploads;

import dev.trestle.platform.api.ApiException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What the bytes must add up to.
 *
 * @param value as S3 writes it: base64
 */
public record Checksum(Algorithm algorithm, String value) {
    /** The checksums that an upload may promise. */
    public enum Algorithm {
        /** For clients that know no better; of files that are sent in one piece. */
        SHA1(20),
        /** Of files that are sent in one piece: of one in parts, S3 knows none. */
        SHA256(32),
        /** Of files of any length. */
        CRC64NVME(8);

        private final int bytes;

        Algorithm(int bytes) {
            this.bytes = bytes;
        }
    }

    public Checksum {
        boolean valid;
        try {
            valid = Base64.getDecoder().decode(value).length == algorithm.bytes;
        } catch (IllegalArgumentException e) {
            valid = false;
        }
        if (!valid) {
            throw ApiException.invalid("checksum", "must be " + algorithm.bytes + " bytes in base64")
                    .withCode("checksum-type");
        }
    }

    /** As a record has it: the algorithm's name, a colon, the value. */
    String asText() {
        return algorithm + ":" + value;
    }

    static @Nullable Checksum parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        int colon = text.indexOf(':');
        return new Checksum(Algorithm.valueOf(text.substring(0, colon)), text.substring(colon + 1));
    }
}

package dev.trestle.objects.checksum;

import dev.trestle.objects.api.ChecksumAlgorithm;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The MD5 of some content, for its entity tag, and the checksums that are kept or were promised, in one pass. */
public final class ContentDigests {
    private final Digest md5 = Digest.md5();
    private final Map<ChecksumAlgorithm, Digest> others = new EnumMap<>(ChecksumAlgorithm.class);

    public ContentDigests(Set<ChecksumAlgorithm> algorithms) {
        for (ChecksumAlgorithm algorithm : algorithms) {
            others.put(algorithm, Digest.of(algorithm));
        }
    }

    /** Leaves the buffer as it is. */
    public void update(ByteBuffer bytes) {
        md5.update(bytes.duplicate());
        for (Digest digest : others.values()) {
            digest.update(bytes.duplicate());
        }
    }

    /** What was computed; to be asked for once. */
    public Values values() {
        Map<ChecksumAlgorithm, byte[]> checksums = new EnumMap<>(ChecksumAlgorithm.class);
        others.forEach((algorithm, digest) -> checksums.put(algorithm, digest.value()));
        return new Values(md5.value(), checksums);
    }

    /** {@code checksums} has those that were asked for. */
    public record Values(byte[] md5, Map<ChecksumAlgorithm, byte[]> checksums) {

        public byte @Nullable [] checksum(ChecksumAlgorithm algorithm) {
            return checksums.get(algorithm);
        }
    }
}

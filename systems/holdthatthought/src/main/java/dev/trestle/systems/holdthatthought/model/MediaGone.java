package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That a medium was deleted, or never made because another one has its bytes. Its object is not taken up again.
 *
 * @param duplicateOf the one that has its bytes
 */
public record MediaGone(
        String mediaId, String s3Key, @Nullable String duplicateOf, Instant goneAt) {}

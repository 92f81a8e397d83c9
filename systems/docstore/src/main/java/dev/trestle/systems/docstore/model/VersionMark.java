package dev.trestle.systems.docstore.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A name for a version, a pin on it, or both, within {@link VersionMarks}.
 *
 * @param pinned whether it stays when older and newer versions go
 */
public record VersionMark(int version, @Nullable String name, boolean pinned, String markedBy, Instant markedAt) {}

package dev.trestle.objects.api;

import java.time.Instant;

/** The delete marker that a read met where it looked for an object. */
public record DeleteMarker(String versionId, Instant lastModified) {}

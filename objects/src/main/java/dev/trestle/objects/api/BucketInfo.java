package dev.trestle.objects.api;

import java.time.Instant;

/** A bucket as it is listed. */
public record BucketInfo(String name, Instant created, String region) {}

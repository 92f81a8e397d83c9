package dev.trestle.objects.api;

/** The checksum that is kept with an object, and what it is made of. */
public record StoredChecksum(ChecksumAlgorithm algorithm, String value, ChecksumType type) {}

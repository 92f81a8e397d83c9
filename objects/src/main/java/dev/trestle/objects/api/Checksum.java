package dev.trestle.objects.api;

/** A checksum in Base64, as headers carry it; a composite one ends in a dash and the number of parts. */
public record Checksum(ChecksumAlgorithm algorithm, String value) {}

package dev.trestle.objects.api;

import java.nio.file.Path;

/** Bytes of an object as they lie in a file, which must not be changed. */
public record FileRegion(Path file, long offset, long length) {}

package dev.trestle.media;

import java.nio.file.Path;

/** A picture that was made, upright and without metadata. */
public record Made(Path file, String contentType, int width, int height) {}

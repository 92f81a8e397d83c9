package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;
import java.util.List;

/** The cameras of an organisation. */
public record Cameras(List<Camera> cameras, Instant changedAt) {
    public static final int MAX = 100;

    /** What is added to the times of a camera; of one that is not listed, nothing. */
    public int offsetOf(String name) {
        return cameras.stream()
                .filter(camera -> camera.name().equals(name))
                .findFirst()
                .map(Camera::offset)
                .orElse(0);
    }
}

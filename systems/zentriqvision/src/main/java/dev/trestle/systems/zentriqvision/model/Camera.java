package dev.trestle.systems.zentriqvision.model;

import org.jspecify.annotations.Nullable;

/**
 * A camera of an organisation.
 *
 * @param place where it hangs
 * @param offset in seconds, what is added to its times to correct its clock
 */
public record Camera(String name, @Nullable String place, int offset) {}

package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What people wrote about a person: nothing that an analyzer knows. */
public record PersonNote(
        String personId, @Nullable String name, @Nullable String note, String changedBy, Instant changedAt) {}

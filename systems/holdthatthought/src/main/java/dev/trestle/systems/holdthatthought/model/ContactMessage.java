package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What somebody from outside wrote by the contact form.
 *
 * @param contactId sorts as the times do
 */
public record ContactMessage(String contactId, @Nullable String name, String email, String text, Instant createdAt) {}

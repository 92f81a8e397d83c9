package dev.trestle.systems.zentriqvision.model;

import org.jspecify.annotations.Nullable;

/**
 * What an organisation decided for itself.
 *
 * @param retentionDays after how many days videos go; absent if they stay
 */
public record OrganizationSettings(@Nullable Integer retentionDays) {}

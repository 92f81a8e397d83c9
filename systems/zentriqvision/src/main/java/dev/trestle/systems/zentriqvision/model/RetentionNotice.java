package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/** When an organisation's admins were last told which videos go soon. */
public record RetentionNotice(Instant toldAt, int videos) {}

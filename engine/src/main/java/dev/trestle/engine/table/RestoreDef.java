package dev.trestle.engine.table;

import java.time.Instant;

/** From which backup a table was made, and whether that is still going on. */
public record RestoreDef(String backupArn, String sourceTableArn, Instant at, boolean inProgress) {}

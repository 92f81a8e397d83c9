package dev.trestle.systems.unisync.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.List;

/**
 * What became of some rows of an import, written with them.
 *
 * @param firstRow the number of the first of them
 */
public record ImportReport(
        String importId,
        int firstRow,
        List<ImportLine> lines,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}

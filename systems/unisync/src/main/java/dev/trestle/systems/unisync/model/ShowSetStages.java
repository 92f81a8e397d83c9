package dev.trestle.systems.unisync.model;

/** The five stages of a ShowSet. */
public record ShowSetStages(
        StageInfo screen, StageInfo structure, StageInfo integrated, StageInfoSimple inBim360, StageInfo drawing2d) {}

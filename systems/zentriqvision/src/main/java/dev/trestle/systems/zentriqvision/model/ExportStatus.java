package dev.trestle.systems.zentriqvision.model;

/** How far an exported clip is. */
public enum ExportStatus {
    WAITING,
    WORKING,
    READY,
    ERROR
}

package dev.trestle.systems.zentriqvision.model;

/** How far a video is, from the request to upload it to its detections. */
public enum VideoStatus {
    UPLOADING,
    PROCESSING,
    PROCESSED,
    ERROR
}

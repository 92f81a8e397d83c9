package dev.trestle.systems.formkiq.model;

/** Whether something is in force. */
public enum ActiveStatus {
    ACTIVE,
    INACTIVE
}

package dev.trestle.systems.zentriqvision.model;

/** Whether anybody of an organisation may do anything. */
public enum OrganizationStatus {
    ACTIVE,
    INACTIVE
}

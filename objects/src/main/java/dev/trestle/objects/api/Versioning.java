package dev.trestle.objects.api;

/** Whether a bucket keeps what is overwritten and deleted. A bucket is {@link #OFF} until it is set to one of the others, and never again. */
public enum Versioning {
    OFF,
    ENABLED,
    SUSPENDED
}

package dev.trestle.platform.jobs;

/** Says that a job can never succeed as it is, so that it is parked and not tried again. */
public final class HopelessException extends RuntimeException {
    public HopelessException(String message) {
        super(message);
    }
}

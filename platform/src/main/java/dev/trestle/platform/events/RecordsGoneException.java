package dev.trestle.platform.events;

/** Records that were to be read are no longer kept, or the stream is another one. */
public final class RecordsGoneException extends RuntimeException {
    RecordsGoneException(String message) {
        super(message);
    }
}

package dev.trestle.systems.zentriqvision.analysis;

/** A video that cannot be processed, whatever is tried; the message is for the person whose video it is. */
public final class VideoRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public VideoRefusedException(String message) {
        super(message);
    }
}

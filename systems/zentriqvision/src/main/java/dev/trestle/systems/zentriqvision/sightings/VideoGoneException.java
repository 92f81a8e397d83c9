package dev.trestle.systems.zentriqvision.sightings;

/** There is no such video in the organisation, or no more: nothing is written for it. */
public final class VideoGoneException extends RuntimeException {
    public VideoGoneException(String videoId) {
        super("There is no video " + videoId + ".", null, false, false);
    }
}

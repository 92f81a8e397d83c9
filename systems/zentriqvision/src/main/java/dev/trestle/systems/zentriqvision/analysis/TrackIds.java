package dev.trestle.systems.zentriqvision.analysis;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The id of the person that a track is: made of video, run and track number, so that a segment done twice finds the same persons. */
public final class TrackIds {
    private static final int CHARACTERS = 22;
    private static final int BASE_36 = 36;

    private TrackIds() {}

    public static String person(String videoId, int run, int track) {
        byte[] digest = sha256(videoId + "#" + run + "#" + track);
        String text = new BigInteger(1, digest).toString(BASE_36);
        return "person_" + "0".repeat(Math.max(0, CHARACTERS - text.length())) + text.substring(0, CHARACTERS);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}

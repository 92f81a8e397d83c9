package dev.trestle.systems.zentriqvision.videos;

import java.time.Instant;
import java.util.Locale;

/** Keys of objects: a video's own, and those that are derived from it. */
public final class VideoKeys {
    private static final String DIGITS = "%010d";

    private VideoKeys() {}

    public static String source(String orgId, String videoId, String extension) {
        return sources(orgId, videoId) + extension;
    }

    /** What the keys of a video's own object begin with. */
    public static String sources(String orgId, String videoId) {
        return orgId + "/videos/" + videoId + ".";
    }

    public static String derived(String orgId, String videoId) {
        return orgId + "/derived/" + videoId + "/";
    }

    /** What one analysis has derived. */
    public static String ofRun(String orgId, String videoId, int run) {
        return derived(orgId, videoId) + "run" + run + "/";
    }

    public static String rendition(String orgId, String videoId) {
        return derived(orgId, videoId) + "playable.mp4";
    }

    public static String thumbnail(String orgId, String videoId) {
        return derived(orgId, videoId) + "thumbnail.jpg";
    }

    public static String pictureAt(String orgId, String videoId, long ms) {
        return derived(orgId, videoId) + "at-" + number(ms) + ".jpg";
    }

    /** The picture of an appearance that was made when somebody asked for it. */
    public static String cropOf(String orgId, String videoId, String second, String personId) {
        return derived(orgId, videoId) + "crop-" + second + "-" + personId + ".jpg";
    }

    public static String crop(String orgId, String videoId, int run, int track) {
        return ofRun(orgId, videoId, run) + "crop-" + track + ".jpg";
    }

    public static String boxes(String orgId, String videoId, int run, long fromMs) {
        return ofRun(orgId, videoId, run) + "boxes-" + number(fromMs) + ".json";
    }

    public static String state(String orgId, String videoId, int run, long fromMs) {
        return ofRun(orgId, videoId, run) + "state-" + number(fromMs);
    }

    /** What the keys of {@link #erased} begin with. */
    public static String erased(String orgId, String videoId) {
        return derived(orgId, videoId) + "erased-";
    }

    /** Where somebody who was erased is in the picture, by when that was; it does not say who. */
    public static String erased(String orgId, String videoId, Instant at, String personId) {
        return erased(orgId, videoId) + number(at.toEpochMilli()) + "-" + Integer.toHexString(personId.hashCode())
                + ".json";
    }

    /** Whether a key is of a picture of a person that was made when somebody asked for it. */
    public static boolean isCropOf(String key, String personId) {
        return key.endsWith("-" + keyPart(personId) + ".jpg")
                && key.substring(key.lastIndexOf('/') + 1).startsWith("crop-");
    }

    /** Whether a key is of a segment's boxes. */
    public static boolean isBoxes(String key) {
        return key.endsWith(".json") && key.substring(key.lastIndexOf('/') + 1).startsWith("boxes-");
    }

    /** An id as keys have it: other programs give any. */
    public static String keyPart(String personId) {
        return personId.replaceAll("[^A-Za-z0-9_-]", "_") + "-" + Integer.toHexString(personId.hashCode());
    }

    /** Whether an object is one of an organisation's: another program may have written any key into an item. */
    public static boolean isOf(String orgId, String key) {
        return key.startsWith(orgId + "/") && !key.contains("/../");
    }

    /** Whether an object was derived from a video. */
    public static boolean isDerived(String orgId, String videoId, String key) {
        return key.startsWith(derived(orgId, videoId)) && !key.contains("/../");
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, DIGITS, value);
    }
}

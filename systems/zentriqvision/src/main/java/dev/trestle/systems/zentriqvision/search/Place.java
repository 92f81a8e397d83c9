package dev.trestle.systems.zentriqvision.search;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where an appearance is in the order of all search rows: that of their sort key. */
record Place(Instant at, String videoId, String personId) implements Comparable<Place> {
    private static final String DELIMITER = "#";

    /** Behind every id. */
    private static final String LAST = "\uDBFF\uDFFF";

    /** The newest place that an appearance of a second can have. */
    static Place lastOf(Instant second) {
        return new Place(second, LAST, "");
    }

    /** The place before all appearances of a second. */
    static Place before(Instant second) {
        return new Place(second, "", "");
    }

    @Override
    public int compareTo(Place other) {
        int byTime = at.compareTo(other.at);
        return byTime != 0 ? byTime : Arrays.compareUnsigned(behindTime(), other.behindTime());
    }

    private byte[] behindTime() {
        return (videoId + DELIMITER + personId).getBytes(StandardCharsets.UTF_8);
    }

    /** As cursors have it. */
    String text() {
        return at.getEpochSecond() + DELIMITER + videoId + DELIMITER + personId;
    }

    /** Null for a text that none of them is. */
    static @Nullable Place parse(String text) {
        String[] parts = text.split(DELIMITER, 3);
        try {
            return parts.length < 3
                    ? null
                    : new Place(Instant.ofEpochSecond(Long.parseLong(parts[0])), parts[1], parts[2]);
        } catch (NumberFormatException | DateTimeException e) {
            return null;
        }
    }
}

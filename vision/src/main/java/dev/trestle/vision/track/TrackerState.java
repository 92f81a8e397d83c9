package dev.trestle.vision.track;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a tracker knows between two frames, and between two segments. */
final class TrackerState {
    private static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    public int version = VERSION;
    public int lastNumber;
    public List<Followed> followed = new ArrayList<>();

    /** The last frame that was looked at, small and gray. */
    public byte[] seen = new byte[0];

    /** Those without bytes are a video's beginning. */
    static TrackerState read(byte[] bytes) {
        if (bytes.length == 0) {
            return new TrackerState();
        }
        try {
            TrackerState state = JSON.readValue(bytes, TrackerState.class);
            if (state.version != VERSION) {
                throw new IllegalArgumentException(
                        "The state is of version " + state.version + ", not " + VERSION + ".");
            }
            return state;
        } catch (IOException e) {
            throw new IllegalArgumentException("The state is damaged.", e);
        }
    }

    byte[] write() {
        try {
            return JSON.writeValueAsBytes(this);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

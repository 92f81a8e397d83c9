package dev.trestle.media.video;

import java.time.Duration;
import java.util.List;

/** What of a clip's pictures nobody may recognize, and what is framed, moment by moment. */
public interface Redaction {
    /** What is made unrecognizable at a moment, {@code at} since the clip began. */
    List<Region> hidden(Duration at);

    /** What has a frame around it at a moment. */
    List<Region> framed(Duration at);

    /** Nothing is changed. */
    static Redaction none() {
        return of(at -> List.of(), at -> List.of());
    }

    /** What two functions say. */
    static Redaction of(Areas hidden, Areas framed) {
        return new Redaction() {
            @Override
            public List<Region> hidden(Duration at) {
                return hidden.at(at);
            }

            @Override
            public List<Region> framed(Duration at) {
                return framed.at(at);
            }
        };
    }

    /** Areas of the picture at a moment. */
    @FunctionalInterface
    interface Areas {
        List<Region> at(Duration moment);
    }
}

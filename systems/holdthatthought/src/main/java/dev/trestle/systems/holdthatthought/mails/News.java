package dev.trestle.systems.holdthatthought.mails;

import java.time.Instant;
import java.util.List;

/** What is new in the archive, for digests. */
@FunctionalInterface
public interface News {
    /** Where nobody notes what happens. */
    News NONE = moment -> new Fresh(0, 0, List.of());

    /**
     * What happened after a moment.
     *
     * @param titles of new letters and of what was commented on, some of them
     */
    record Fresh(int letters, int comments, List<String> titles) {}

    Fresh since(Instant moment);
}

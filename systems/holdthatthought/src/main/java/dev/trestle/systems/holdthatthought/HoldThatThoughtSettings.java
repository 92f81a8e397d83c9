package dev.trestle.systems.holdthatthought;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;

/** What can be configured about HoldThatThought. */
public record HoldThatThoughtSettings(
        @About(
                "How the API spells the status of a draft: documented (pending, processing, ready, failed, published), or project"
                        + " (PENDING, PROCESSING, REVIEW, ERROR, PUBLISHED) for the web client that the design document is of.")
        @Default("documented")
        DraftSpelling draftStatus) {
    /** How statuses of drafts are spelled. */
    public enum DraftSpelling {
        DOCUMENTED,
        PROJECT
    }
}

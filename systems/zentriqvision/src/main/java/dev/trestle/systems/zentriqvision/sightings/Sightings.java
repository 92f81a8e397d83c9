package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import dev.trestle.systems.zentriqvision.model.PersonInChange.Action;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of appearances. An appearance, its search rows and what its person looks like and how often they were seen change in one
 * transaction, so that a person's figures equal the appearances at every moment. For any number of threads.
 */
public final class Sightings {
    private static final long NANOS_OF_SECOND = 1_000_000_000L;

    private final ItemStore store;
    private final Changes changes;

    /** The type of the jobs that remove what merges and splits have left of somebody of whom no appearance is left. */
    public static final String FORGET = "forget-person";

    /** Somebody of whom no appearance is left. */
    public record Forget(String orgId, String personId) {}

    /** What the two persons of a change look like after it; null for what they look like already. */
    public record Looking(
            @Nullable PersonAttributes source, @Nullable PersonAttributes target) {
        static final Looking SAME = new Looking(null, null);
    }

    /** What became of a sighting. */
    public enum Outcome {
        RECORDED,
        /** The person was in this second of the video already, or was erased: nothing changed. */
        REPEATED
    }

    public Sightings(ItemStore store, Changes changes) {
        this.store = store.consistent();
        this.changes = changes;
    }

    /**
     * Records sightings, in steps of some at a time. Recording them twice changes nothing, so that it can be done again after a crash.
     *
     * @throws VideoGoneException if there is no such video; then what comes behind the last step is not recorded
     */
    public List<Outcome> record(String orgId, String videoId, List<Sighting> sightings) {
        return record(orgId, videoId, sightings, decision -> {});
    }

    /**
     * The same, for somebody who may have lost the right to write meanwhile.
     *
     * @param guard called for each attempt of each step: adds one condition to it, or throws if nothing more shall be recorded
     */
    public List<Outcome> record(String orgId, String videoId, List<Sighting> sightings, Consumer<Decision<?>> guard) {
        ItemStore organization = store.within(orgId);
        List<Outcome> outcomes = new ArrayList<>(sightings.size());
        for (List<Sighting> step : Steps.of(sightings)) {
            try {
                outcomes.addAll(recordStep(organization, videoId, step, guard));
            } catch (MergedPersonException merged) {
                for (Sighting each : step) {
                    outcomes.addAll(recordStep(organization, videoId, List.of(each), guard));
                }
            }
        }
        return outcomes;
    }

    private List<Outcome> recordStep(
            ItemStore organization, String videoId, List<Sighting> step, Consumer<Decision<?>> guard) {
        return changes.run(organization, () -> {
            Decision<List<Outcome>> decision = new Recording(organization, videoId).decide(step);
            guard.accept(decision);
            return decision;
        });
    }

    /**
     * Removes some of a video's appearances, and counts them out of their persons; a person without any goes.
     *
     * @return whether nothing is left
     */
    public boolean remove(String orgId, String videoId) {
        ItemStore organization = store.within(orgId);
        return changes.run(organization, () -> new Removal(organization, orgId).decideVideo(videoId));
    }

    /**
     * Removes some of a person's appearances, and the person with the last.
     *
     * @return whether nothing is left
     */
    public boolean removePerson(String orgId, String personId) {
        ItemStore organization = store.within(orgId);
        return changes.run(organization, () -> new Removal(organization, orgId).decidePerson(personId));
    }

    /**
     * A step that moves some of a person's appearances to another, to be committed with what else is decided.
     *
     * @param looking what the two look like after it; null for no change
     * @return whether nothing was left to move
     */
    public Decision<Boolean> moving(String orgId, PersonChange change, Action action, @Nullable Looking looking) {
        return new Moving(store.within(orgId), change, action).decide(looking == null ? Looking.SAME : looking);
    }

    /** When something {@code offsetSeconds} after a video's first frame was, by the corrected clock of its camera; whole seconds, down. */
    public Instant at(String orgId, Video video, double offsetSeconds) {
        String camera = video.camera();
        int correction = camera == null
                ? 0
                : store.within(orgId)
                        .get(SupportTable.CAMERAS_OF_ORGANIZATION.of())
                        .map(known -> known.offsetOf(camera))
                        .orElse(0);
        return at(video, correction, offsetSeconds);
    }

    /** The same with a correction that is known. */
    public static Instant at(Video video, int correctionSeconds, double offsetSeconds) {
        return video.startedAt()
                .plusSeconds(correctionSeconds)
                .plusNanos((long) (offsetSeconds * NANOS_OF_SECOND))
                .truncatedTo(ChronoUnit.SECONDS);
    }
}

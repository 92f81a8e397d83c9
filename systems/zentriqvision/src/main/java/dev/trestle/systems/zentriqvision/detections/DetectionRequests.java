package dev.trestle.systems.zentriqvision.detections;

import dev.trestle.model.annotation.Name;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Length;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What outside analyzers send. */
final class DetectionRequests {
    private DetectionRequests() {}

    record AddDetections(@Length(min = 1, max = 200) String id, Batch body) {}

    /** Detections are checked one by one, so that a wrong one does not keep the others out. */
    record Batch(
            @Length(min = 1, max = 200) String batchId,
            @Length(min = 1, max = 100) String analyzer,
            @Count(min = 1, max = 1000) List<Detection> detections) {}

    /**
     * @param offset seconds into the video; else {@code timestamp} says when it was
     */
    record Detection(
            @Nullable String personId,
            @Nullable Double offset,
            @Nullable String timestamp,
            @Nullable Double confidence,
            @Nullable Box box,
            @Nullable Attributes attributes) {}

    record Box(double x, double y, double width, double height) {}

    record Attributes(
            @Nullable String ageBucket,
            @Nullable String gender,
            @Nullable String hairColor,
            @Nullable String upperColor,
            @Nullable String lowerColor,
            @Nullable String emotion,
            @Nullable Boolean mask,
            @Nullable List<String> objects) {}

    record IngestFrigate(FrigateEvent body) {}

    /** A message of the topic {@code frigate/events}. */
    record FrigateEvent(@Length(min = 1, max = 20) String type, FrigateTrack after) {}

    /** What Frigate tracks; the rest of it is ignored. */
    record FrigateTrack(
            @Length(min = 1, max = 200) String id,
            @Length(min = 1, max = 100) String camera,
            @Length(min = 1, max = 100) String label,
            @Name("start_time") double startTime,
            @Name("end_time") @Nullable Double endTime,
            @Name("top_score") @Nullable Double topScore,
            @Nullable Double score) {}

    /** One that was not taken. */
    record Refused(int index, String error) {}

    /** What became of a batch. */
    record Answer(int accepted, int repeated, List<Refused> refused) {}
}

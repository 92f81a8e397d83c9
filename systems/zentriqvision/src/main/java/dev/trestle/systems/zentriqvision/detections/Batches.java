package dev.trestle.systems.zentriqvision.detections;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.Answer;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.Batch;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.Refused;
import dev.trestle.systems.zentriqvision.model.DetectionBatch;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.systems.zentriqvision.sightings.Sightings;
import dev.trestle.systems.zentriqvision.sightings.Sightings.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes batches of detections, each once: the same batch gets the same answer, the same id with other detections is refused. A batch that
 * a crash interrupted is taken again from its beginning; what is recorded already is repeated.
 */
final class Batches {
    private final ItemStore store;
    private final Sightings sightings;

    Batches(ItemStore store, Sightings sightings) {
        this.store = store.consistent();
        this.sightings = sightings;
    }

    Answer take(String orgId, Video video, int correctionSeconds, Batch batch, Instant now) {
        ItemStore organization = store.within(orgId);
        String hash = VersionTag.of(batch);
        DetectionBatch begun = new DetectionBatch(video.videoId(), batch.batchId(), now, hash, null);
        Optional<Answer> before = begin(organization, begun);
        return before.orElseGet(() -> end(organization, begun, record(orgId, video, correctionSeconds, batch)));
    }

    /** The answer that the batch has already; empty if it has none yet. */
    private Optional<Answer> begin(ItemStore organization, DetectionBatch begun) {
        Optional<Stored<DetectionBatch>> known = find(organization, begun);
        if (known.isEmpty()) {
            try {
                organization.create(SupportTable.DETECTION_BATCH, begun);
                return Optional.empty();
            } catch (WriteRefusedException e) {
                known = find(organization, begun);
            }
        }
        DetectionBatch found = known.map(Stored::record).orElse(begun);
        if (!found.contentHash().equals(begun.contentHash())) {
            throw ApiException.conflict(
                            "This batchId was taken with other detections. Send these under another one.", null)
                    .withCode("batch-differs");
        }
        return Optional.ofNullable(found.answer()).map(Batches::read);
    }

    private static Optional<Stored<DetectionBatch>> find(ItemStore organization, DetectionBatch begun) {
        return organization.stored(SupportTable.BATCH_BY_ID.of(begun.videoId(), begun.batchId()));
    }

    private Answer record(String orgId, Video video, int correctionSeconds, Batch batch) {
        Detections detections = new Detections(video, correctionSeconds);
        List<Refused> refused = new ArrayList<>();
        List<Sighting> fit = new ArrayList<>();
        for (int i = 0; i < batch.detections().size(); i++) {
            try {
                fit.add(detections.sighting(batch.detections().get(i)));
            } catch (IllegalArgumentException e) {
                refused.add(new Refused(i, String.valueOf(e.getMessage())));
            }
        }
        List<Outcome> outcomes = sightings.record(orgId, video.videoId(), fit);
        int accepted =
                (int) outcomes.stream().filter(each -> each == Outcome.RECORDED).count();
        return new Answer(accepted, outcomes.size() - accepted, refused);
    }

    /** The answer that holds: that of whichever request came to its end first. */
    private static Answer end(ItemStore organization, DetectionBatch begun, Answer answer) {
        DetectionBatch ended = new DetectionBatch(
                begun.videoId(),
                begun.batchId(),
                begun.receivedAt(),
                begun.contentHash(),
                new String(Json.bytes(answer), StandardCharsets.UTF_8));
        Optional<Stored<DetectionBatch>> known = find(organization, begun);
        String first = known.map(found -> found.record().answer()).orElse(null);
        if (first != null) {
            return read(first);
        }
        try {
            organization.put(
                    SupportTable.DETECTION_BATCH,
                    ended,
                    known.map(Expect::unchanged).orElse(Expect.ABSENT));
            return answer;
        } catch (WriteRefusedException e) {
            return find(organization, begun)
                    .map(found -> found.record().answer())
                    .map(Batches::read)
                    .orElse(answer);
        }
    }

    private static Answer read(String json) {
        try {
            return Json.mapper().readValue(json, Answer.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.trestle.systems.zentriqvision.privacy;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.schema.Length;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoHold;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds on videos. A hold and a deletion exclude each other: the one's transaction has the video, the other's has the absence of a hold as its
 * condition.
 */
final class Holds {
    private final Parts parts;

    record HoldBody(@Length(min = 1, max = 500) String reason) {}

    record PutHold(@Length(min = 1, max = 200) String id, HoldBody body) {}

    /**
     * Whether a video is on hold.
     *
     * @param userId who put it on hold
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record HoldView(
            String videoId,
            boolean held,
            @Nullable String reason,
            @Nullable String userId,
            @Nullable Instant since) {
        static HoldView of(VideoHold hold) {
            return new HoldView(hold.videoId(), true, hold.reason(), hold.userId(), hold.since());
        }

        static HoldView none(String videoId) {
            return new HoldView(videoId, false, null, null, null);
        }
    }

    Holds(Parts parts) {
        this.parts = parts;
    }

    HoldView get(Given<Caller, ById> given, Stored<Video> read) {
        String videoId = read.record().videoId();
        return parts.of(given.by())
                .get(SupportTable.HOLD_OF_VIDEO.of(videoId))
                .map(HoldView::of)
                .orElseGet(() -> HoldView.none(videoId));
    }

    Decision<HoldView> put(Given<Caller, PutHold> given, Stored<Video> read) {
        String videoId = read.record().videoId();
        String reason = given.asked().body().reason().strip();
        if (reason.isEmpty()) {
            throw ApiException.invalid("reason", "must not be empty").withCode("blank");
        }
        VideoHold hold = new VideoHold(videoId, reason, given.by().userId(), given.at());
        parts.access()
                .note(given.by(), Look.at(AccessAction.EDIT).video(videoId).saying("hold: " + reason));
        return Decision.of(HoldView.of(hold))
                .check(DataTable.VIDEO_METADATA.of(videoId), Expect.PRESENT)
                .put(SupportTable.VIDEO_HOLD, hold);
    }

    Decision<HoldView> release(Given<Caller, ById> given, Stored<Video> read) {
        String videoId = read.record().videoId();
        parts.access()
                .note(given.by(), Look.at(AccessAction.EDIT).video(videoId).saying("release hold"));
        return Decision.of(HoldView.none(videoId)).delete(SupportTable.HOLD_OF_VIDEO.of(videoId), Expect.ANYTHING);
    }
}

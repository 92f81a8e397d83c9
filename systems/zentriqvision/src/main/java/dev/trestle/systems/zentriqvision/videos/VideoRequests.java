package dev.trestle.systems.zentriqvision.videos;

import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is asked about videos. */
public final class VideoRequests {
    static final int ID_MAX = 200;
    static final int NAME_MAX = 255;
    static final int CAMERA_MAX = 100;

    private VideoRequests() {}

    public record NewVideo(
            @About("With its extension: mp4, mov, avi or mkv") @Length(min = 1, max = NAME_MAX)
            String fileName,

            @About("The media type that belongs to the extension, such as video/mp4") @Length(min = 1, max = 100)
            String fileType,

            @About("In bytes. If it is given, it is signed: a file of another length is refused")
            @Range(min = 1)
            @Nullable
            Long fileSize,

            @About(
                    "When its first frame was recorded, by the camera's own clock. Without it, the time of the upload counts")
            @Nullable
            Instant recordedAt,

            @Length(min = 1, max = CAMERA_MAX) @Nullable String camera) {}

    public record Upload(NewVideo body) {}

    public record ById(@Length(min = 1, max = ID_MAX) String id) {}

    public record ListVideos(
            @Nullable VideoStatus status,

            @Length(min = 1, max = ID_MAX) @Nullable String userId,

            @Length(min = 1, max = CAMERA_MAX) @Nullable String camera,

            @About("What the file's name contains, in upper or lower case") @Length(min = 1, max = NAME_MAX) @Nullable
            String text,

            @About("Recorded then or later; uploaded, where nobody said when it was recorded") @Nullable
            Instant start,

            @About("Recorded then or earlier") @Nullable Instant end,

            @Range(min = 1, max = 100) @Default("50") int limit,

            @Length(max = 4_000) @Nullable String cursor) {
        /** What is asked for, whichever page of it. */
        ListVideos withoutPlace() {
            return new ListVideos(status, userId, camera, text, start, end, 1, null);
        }
    }

    public record VideoChange(
            Patch<@Length(min = 1, max = NAME_MAX) String> fileName,
            Patch<@Nullable @Length(min = 1, max = CAMERA_MAX) String> camera) {}

    public record PatchVideo(@Length(min = 1, max = ID_MAX) String id, VideoChange body) {}

    public record Process(
            @Length(min = 1, max = ID_MAX) String id,

            @About("Also if people have named the persons in it, or noted something about them: that is lost")
            @Default("false")
            boolean discardEdits) {}

    public record AskTracks(
            @Length(min = 1, max = ID_MAX) String id,

            @About("In seconds since the video began") @Range(min = 0) @Default("0")
            double start,

            @About("In seconds; 600 after the start at most") @Range(min = 0) @Nullable
            Double end) {}

    public record AskPicture(
            @Length(min = 1, max = ID_MAX) String id,

            @About("In seconds since the video began; without it, the picture that stands for the video")
            @Range(min = 0)
            @Nullable
            Double at) {}

    public record AskCrop(
            @Length(min = 1, max = ID_MAX) String videoId,
            Instant timestamp,
            @Length(min = 1, max = ID_MAX) String personId) {}
}

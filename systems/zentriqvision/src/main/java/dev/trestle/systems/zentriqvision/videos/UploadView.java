package dev.trestle.systems.zentriqvision.videos;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far the upload of a video is.
 *
 * @param count of its parts
 * @param partSize of each but the last, in bytes; absent for one that is sent whole
 * @param arrived the numbers of the parts that are there
 * @param parts the first hundred of those that are missing
 * @param expiresAt when their addresses end
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UploadView(
        String videoId,
        String fileName,
        VideoStatus status,
        @Nullable Long fileSize,
        int count,
        @Nullable Long partSize,
        List<Integer> arrived,
        List<Part> parts,
        @Nullable Instant expiresAt) {
    /**
     * A request that sends a part, by PUT.
     *
     * @param headers to be sent as they are
     * @param start the first byte of the file that belongs to it
     * @param end the byte behind its last one; absent if the file's length is not known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Part(
            int part,
            String url,
            Map<String, String> headers,
            long start,
            @Nullable Long end) {}

    /**
     * Where to send a new video.
     *
     * @param presignedUrl takes the whole file, by PUT
     * @param headers to be sent as they are
     * @param parts for a long file, which is better sent in parts: GET …/upload has their addresses
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Announced(
            String videoId,
            String presignedUrl,
            String s3Key,
            long expiresIn,
            VideoStatus status,
            Map<String, String> headers,
            @Nullable Parts parts) {}

    /** Into how many parts a file is cut, and how long each is. */
    public record Parts(int count, long partSize) {}
}

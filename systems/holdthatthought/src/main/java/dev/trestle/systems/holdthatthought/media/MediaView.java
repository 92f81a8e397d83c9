package dev.trestle.systems.holdthatthought.media;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A medium as members see it. Addresses are signed, for an hour.
 *
 * @param thumbnailUrl a picture of 320 pixels
 * @param previewUrl one of 1600 pixels
 * @param duplicateOf the medium that has these bytes, where nothing new was made
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MediaView(
        String mediaId,
        MediaCategory category,
        String s3Key,
        @Alias("filename") String fileName,
        String contentType,
        long size,
        @Nullable String caption,
        String uploaderId,
        @Nullable String uploaderName,
        String url,
        @Nullable String thumbnailUrl,
        @Nullable String previewUrl,
        @Nullable String duplicateOf,
        Instant createdAt,
        Instant updatedAt) {
    static MediaView of(MediaItem item, @Nullable String uploader, Links links, boolean isDuplicate) {
        return new MediaView(
                item.mediaId(),
                item.category(),
                item.s3Key(),
                item.fileName(),
                item.contentType(),
                item.size(),
                item.caption(),
                item.uploaderId(),
                uploader,
                links.read(item.s3Key()),
                item.thumbnail() == null ? null : links.read(Thumbnails.key(item, Thumbnails.SMALL)),
                item.thumbnail() == null ? null : links.read(Thumbnails.key(item, Thumbnails.LARGE)),
                isDuplicate ? item.mediaId() : null,
                item.createdAt(),
                item.updatedAt());
    }
}

package dev.trestle.systems.holdthatthought.media;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.content.ObjectOutput;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.uploads.FirstBytes;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import dev.trestle.systems.holdthatthought.model.MediaChecksum;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Media as an export lists them and an import brings them back. */
public final class MediaArchive {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{64}");
    private static final int CAPTION_MAX = 500;
    private static final int FIRST_BYTES = 512;

    private final Parts parts;
    private final ItemStore store;

    /** A medium; {@code file} is its file in the archive. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record MediaFile(
            String mediaId,
            MediaCategory category,
            String fileName,
            String contentType,
            long size,
            String checksum,
            String uploaderId,
            @Nullable String caption,
            Instant createdAt,
            String file) {
        public static MediaFile of(MediaItem item, String file) {
            return new MediaFile(
                    item.mediaId(),
                    item.category(),
                    item.fileName(),
                    item.contentType(),
                    item.size(),
                    item.checksum(),
                    item.uploaderId(),
                    item.caption(),
                    item.createdAt(),
                    file);
        }
    }

    /** Opens the file of a medium. */
    public interface Source {
        InputStream open() throws IOException;
    }

    public MediaArchive(Parts parts) {
        this.parts = parts;
        this.store = parts.consistent();
    }

    /** The key of a medium's small picture; null if it has none. */
    public static @Nullable String smallPicture(MediaItem item) {
        return item.thumbnail() == null ? null : Thumbnails.key(item, Thumbnails.SMALL);
    }

    /** Whether it is here already, was deleted here, or something here has its bytes. */
    public boolean isHere(MediaFile file) {
        return store.get(SupportTable.MEDIA_BY_ID.of(checkedId(file))).isPresent()
                || store.get(SupportTable.GONE_MEDIA.of(file.mediaId())).isPresent()
                || store.get(SupportTable.MEDIA_BY_CHECKSUM.of(checkedSum(file)))
                        .flatMap(sum -> store.get(SupportTable.MEDIA_BY_ID.of(sum.mediaId())))
                        .isPresent();
    }

    private static String checkedId(MediaFile file) {
        if (file.mediaId() == null || !ID.matcher(file.mediaId()).matches()) {
            throw ApiException.of(Problem.Kind.UNPROCESSABLE, "mediaId must have letters, digits, _ and - only");
        }
        return file.mediaId();
    }

    private static String checkedSum(MediaFile file) {
        if (file.checksum() == null || !CHECKSUM.matcher(file.checksum()).matches()) {
            throw ApiException.of(Problem.Kind.UNPROCESSABLE, "checksum must be a SHA-256 in hexadecimal digits");
        }
        return file.checksum();
    }

    /**
     * Stores the bytes, then makes the medium of them. What is here stays as it is.
     *
     * @return whether it was brought back
     * @throws ApiException if it is not as media are, or its bytes are others
     */
    public boolean restore(MediaFile file, Source source, Instant now) throws IOException {
        if (isHere(file)) {
            return false;
        }
        MediaItem item = item(file, now);
        try (InputStream in = source.open()) {
            if (!FirstBytes.agree(item.contentType(), in.readNBytes(FIRST_BYTES))) {
                throw ApiException.of(Problem.Kind.UNPROCESSABLE, "contentType is not that of the file");
            }
        }
        try (InputStream in = source.open();
                ObjectOutput out = new ObjectOutput(parts.bucket(), item.s3Key(), item.contentType())) {
            in.transferTo(out);
            out.complete();
        }
        if (!Checksums.of(parts.bucket(), item.s3Key()).equals(item.checksum())) {
            parts.contents().delete(item.s3Key());
            throw ApiException.of(Problem.Kind.UNPROCESSABLE, "checksum is not that of the file");
        }
        return parts.changes().<Boolean>run(store, () -> {
            if (store.get(SupportTable.MEDIA_BY_ID.of(item.mediaId())).isPresent()) {
                return Decision.of(false);
            }
            Decision<Boolean> decision = Decision.of(true).create(SupportTable.MEDIA_ITEM, item);
            if (store.get(SupportTable.MEDIA_BY_CHECKSUM.of(item.checksum())).isEmpty()) {
                decision.create(SupportTable.MEDIA_CHECKSUM, new MediaChecksum(item.checksum(), item.mediaId()));
            }
            return Thumbnails.enqueue(decision, item);
        });
    }

    private static MediaItem item(MediaFile file, Instant now) {
        String type = String.valueOf(file.contentType());
        MediaCategory category = MediaTypes.category(type)
                .filter(each -> each == file.category())
                .orElseThrow(() -> ApiException.of(
                        Problem.Kind.UNPROCESSABLE, "contentType is of no kind that the gallery takes"));
        if (file.size() < 0 || file.size() > MediaTypes.BYTES_MAX) {
            throw ApiException.of(Problem.Kind.UNPROCESSABLE, "size must be at most " + MediaTypes.BYTES_MAX);
        }
        String name = MediaTypes.inKey(String.valueOf(file.fileName()));
        String uploader = file.uploaderId();
        Instant at = file.createdAt() == null || file.createdAt().isAfter(now) ? now : file.createdAt();
        return new MediaItem(
                checkedId(file),
                category,
                category.prefix() + file.mediaId() + "/" + name,
                name,
                type,
                file.size(),
                checkedSum(file),
                uploader == null || uploader.length() > 200 || Ids.problem(uploader) != null ? "" : uploader,
                PlainText.optional("caption", file.caption(), CAPTION_MAX),
                null,
                at,
                at);
    }
}

package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.ByteRange;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.CopySource;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.ObjectHead;
import dev.trestle.objects.api.ObjectInfo;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.index.Content;
import dev.trestle.objects.index.Manifest;
import dev.trestle.objects.index.Part;
import dev.trestle.objects.index.Version;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds objects and opens them. It takes no lock: between the look into the index and the opening of the content, the object may have been
 * replaced and its content removed. Then the index is asked again, and has something else to tell.
 */
public final class ObjectReader {
    private static final int ATTEMPTS_MAX = 100;

    private final Core core;
    private final VersionFinder finder;

    public ObjectReader(Core core) {
        this.core = core;
        this.finder = new VersionFinder(core.index);
    }

    public ObjectHead head(GetObject request) {
        if (request.partNumber() != null) {
            try (ObjectContent content = get(request)) {
                return content.head();
            }
        }
        Bucket bucket = core.buckets.require(request.bucket());
        Version version = finder.require(bucket, request.key(), request.versionId());
        return head(bucket, request, version, new AskedPart(Ranges.all(version.size()), null));
    }

    public ObjectContent get(GetObject request) {
        Bucket bucket = core.buckets.require(request.bucket());
        return open(bucket, request.key(), request.versionId(), version -> {
            Integer number = request.partNumber();
            AskedPart asked = number == null ? new AskedPart(Ranges.all(version.size()), null) : part(version, number);
            return asked == null ? null : head(bucket, request, version, asked);
        });
    }

    /** The source of a copy, whole. */
    Source source(CopySource request) {
        Bucket bucket = core.buckets.require(request.bucket());
        Version[] found = new Version[1];
        OpenObject content = open(bucket, request.key(), request.versionId(), version -> {
            Conditions.checkSource(request.condition(), version);
            found[0] = version;
            return new ObjectHead(info(bucket, request.key(), version), Ranges.all(version.size()), false, false);
        });
        return new Source(bucket, found[0], content);
    }

    /** An opened source; the caller closes it. */
    record Source(Bucket bucket, Version version, OpenObject content) implements AutoCloseable {

        @Nullable
        String shownVersionId() {
            return VersionIds.shown(bucket, version);
        }

        @Override
        public void close() {
            content.close();
        }
    }

    /** What is to be answered for a version, whose content is pinned; null if its content is gone. It may refuse the version. */
    private interface Heading {
        @Nullable
        ObjectHead of(Version version);
    }

    private OpenObject open(Bucket bucket, String key, @Nullable String versionId, Heading heading) {
        core.beginRead();
        boolean opened = false;
        try {
            Bytes missing = null;
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                Version version = finder.require(bucket, key, versionId);
                if (Objects.equals(version.id(), missing)) {
                    throw ObjectStoreException.internal(
                            "the content of " + bucket.name() + "/" + key + " is missing: run verify", null);
                }
                OpenObject content = tryOpen(version, heading);
                if (content != null) {
                    opened = true;
                    return content;
                }
                missing = version.id();
            }
            throw ObjectStoreException.of(S3Error.SLOW_DOWN);
        } finally {
            if (!opened) {
                core.endRead();
            }
        }
    }

    /** Null if the content is gone. */
    private @Nullable OpenObject tryOpen(Version version, Heading heading) {
        Bytes pinned = pinName(version.content());
        if (pinned != null && !core.pins.pin(pinned)) {
            return null;
        }
        boolean opened = false;
        try {
            ObjectHead head = heading.of(version);
            if (head == null) {
                return null;
            }
            boolean nothing = head.notModified() || version.content() instanceof Content.Empty;
            ByteSource source = nothing ? null : openSource(version, head.range());
            if (!nothing && source == null) {
                return null;
            }
            opened = true;
            return new OpenObject(core, head, source, pinned);
        } catch (IOException e) {
            throw ObjectStoreException.internal("an object cannot be opened: " + e, e);
        } finally {
            if (!opened && pinned != null) {
                core.pins.unpin(pinned);
            }
        }
    }

    /** Content in the index itself needs none. */
    private static @Nullable Bytes pinName(Content content) {
        if (content instanceof Content.Parts parts) {
            return parts.upload();
        }
        return content instanceof Content.File file ? file.blob() : null;
    }

    private @Nullable ByteSource openSource(Version version, ByteRange range) throws IOException {
        if (version.content() instanceof Content.Parts parts) {
            Manifest row = Manifest.at(core.index, parts.upload(), range.offset());
            return row == null ? null : new PartsSource(core, parts.upload(), row);
        }
        return BlobSources.open(core, version.content(), version.size());
    }

    /** Where the part that was asked for lies, or the whole object, and the part's checksum. */
    private record AskedPart(ByteRange range, @Nullable Checksum checksum) {}

    private static ObjectHead head(Bucket bucket, GetObject request, Version version, AskedPart asked) {
        ObjectInfo info = info(bucket, request.key(), version);
        if (Conditions.isNotModified(request.condition(), version)) {
            return new ObjectHead(info, Ranges.all(version.size()), false, true);
        }
        if (request.range() == null) {
            return new ObjectHead(info, asked.range(), request.partNumber() != null, false, asked.checksum());
        }
        if (request.partNumber() != null) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST, "Cannot specify both Range header and partNumber query parameter");
        }
        ByteRange range = Ranges.resolve(request.range(), version.size());
        return new ObjectHead(info, range == null ? asked.range() : range, range != null, false);
    }

    /** Null if the manifest is gone. */
    private @Nullable AskedPart part(Version version, int number) {
        if (version.content() instanceof Content.Parts parts) {
            List<Manifest> rows = Manifest.all(core.index, parts.upload());
            for (Manifest row : rows) {
                long offset = row.offset();
                for (Part part : row.parts()) {
                    if (part.number() == number) {
                        return new AskedPart(new ByteRange(offset, part.size()), part.checksumOf(version.checksum()));
                    }
                    offset += part.size();
                }
            }
            if (rows.isEmpty()) {
                return null;
            }
        } else if (number == 1) {
            return new AskedPart(Ranges.all(version.size()), null);
        }
        throw ObjectStoreException.of(S3Error.INVALID_PART_NUMBER)
                .with("PartNumberRequested", Integer.toString(number));
    }

    static ObjectInfo info(Bucket bucket, String key, Version version) {
        return new ObjectInfo(
                bucket.name(),
                key,
                VersionIds.shown(bucket, version),
                version.etag(),
                version.size(),
                version.modified(),
                version.headers(),
                version.storageClass(),
                version.checksum(),
                version.tags().size(),
                version.content() instanceof Content.Parts parts ? parts.count() : null);
    }

    /** What is known of a version, and the version. */
    public Known known(String bucketName, String key, @Nullable String versionId) {
        Bucket bucket = core.buckets.require(bucketName);
        Version version = finder.require(bucket, key, versionId);
        return new Known(info(bucket, key, version), version);
    }

    public record Known(ObjectInfo info, Version version) {}
}

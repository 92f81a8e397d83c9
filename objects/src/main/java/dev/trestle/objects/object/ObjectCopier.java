package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.ByteRange;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.CopyObject;
import dev.trestle.objects.api.CopySource;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.StoredChecksum;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.bucket.TagRules;
import dev.trestle.objects.index.Content;
import dev.trestle.objects.index.Version;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Copies objects: the bytes go through memory by the piece, and their checksums are computed and compared on the way. */
public final class ObjectCopier {
    private static final int BUFFER_BYTES = 128 * 1024;

    private final Core core;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    public ObjectCopier(Core core, ObjectReader reader, ObjectWriter writer) {
        this.core = core;
        this.reader = reader;
        this.writer = writer;
    }

    public CopyObject.Result copy(CopyObject request) {
        core.buckets.require(request.bucket());
        Bytes key = ObjectKeys.require(request.key());
        Conditions.checkForm(request.condition());
        if (request.headers() != null) {
            Limits.checkHeaders(request.headers());
        }
        if (request.tags() != null) {
            TagRules.checkObject(request.tags());
        }
        String storageClass = Limits.storageClass(request.storageClass());
        return read(request.source(), (source, version) -> {
            checkDifference(request, version);
            if (version.size() > Limits.PUT_BYTES_MAX) {
                throw ObjectStoreException.of(
                        S3Error.INVALID_REQUEST,
                        "The specified copy source is larger than the maximum allowable size for a copy source: "
                                + Limits.PUT_BYTES_MAX);
            }
            Incoming incoming =
                    new Incoming(core.newBlob(), algorithm(request, version), promise(version), Limits.PUT_BYTES_MAX);
            pump(source.content(), Ranges.all(version.size()), incoming);
            ObjectWriter.Description description = new ObjectWriter.Description(
                    request.headers() == null ? version.headers() : request.headers(),
                    request.tags() == null ? version.tags() : request.tags(),
                    storageClass);
            ObjectWriter.Target target =
                    new ObjectWriter.Target(request.bucket(), request.key(), key, request.condition());
            return new CopyObject.Result(store(target, description, incoming, version), source.shownVersionId());
        });
    }

    private StoredObject store(
            ObjectWriter.Target target, ObjectWriter.Description description, Incoming incoming, Version source) {
        try {
            return writer.store(target, description, incoming, null);
        } catch (ObjectStoreException e) {
            if (e.error() == S3Error.BAD_DIGEST) {
                throw ObjectStoreException.internal(
                        "the source of a copy, version " + source.idText() + ", is damaged: run verify", e);
            }
            throw e;
        }
    }

    /** Opens the source of a copy and counts the copy among the uploads while it is under way. */
    private <T> T read(CopySource request, BiFunction<ObjectReader.Source, Version, T> use) {
        core.beginUpload();
        try (ObjectReader.Source source = reader.source(request)) {
            return use.apply(source, source.version());
        } finally {
            core.endUpload();
        }
    }

    /** An object that is copied onto itself must change in something. */
    private static void checkDifference(CopyObject request, Version version) {
        boolean same = request.source().bucket().equals(request.bucket())
                && request.source().key().equals(request.key())
                && request.source().versionId() == null;
        boolean changed = request.headers() != null
                || request.storageClass() != null && !request.storageClass().equals(version.storageClass());
        if (same && !changed) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST,
                    "This copy request is illegal because it is trying to copy an object to itself without changing the"
                            + " object's metadata, storage class, website redirect location or encryption attributes.");
        }
    }

    private static ChecksumAlgorithm algorithm(CopyObject request, Version version) {
        if (request.algorithm() != null) {
            return request.algorithm();
        }
        StoredChecksum checksum = version.checksum();
        return checksum == null ? ObjectWriter.DEFAULT_ALGORITHM : checksum.algorithm();
    }

    /** The bytes of the source are what they were when it was stored. */
    private static Promise promise(Version version) {
        boolean whole = !(version.content() instanceof Content.Parts);
        String md5 = whole ? Base64.getEncoder().encodeToString(HexFormat.of().parseHex(version.etag())) : null;
        return new Promise(version.size(), md5, null, null);
    }

    /** Fills content that comes in, a part of an upload, with bytes of an object. */
    public <T> T copyInto(CopySource request, @Nullable String range, Incoming incoming, Copied<T> then) {
        return read(request, (source, version) -> {
            ByteRange wanted = range == null ? Ranges.all(version.size()) : Ranges.resolveCopy(range, version.size());
            pump(source.content(), wanted, incoming);
            return then.finish(source.shownVersionId());
        });
    }

    /** What to do with what was copied. */
    public interface Copied<T> {
        T finish(@Nullable String sourceVersionId);
    }

    private static void pump(OpenObject from, ByteRange range, Incoming into) {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, Math.max(1, range.length())));
        long end = range.offset() + range.length();
        try {
            for (long at = range.offset(); at < end; ) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
                at += from.read(at, buffer);
                into.write(buffer.flip());
            }
        } catch (RuntimeException | Error e) {
            into.blob().discard();
            throw e;
        }
    }
}

package dev.trestle.objects.multipart;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.CopyPart;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.UploadPart;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.objects.blob.BlobWriter;
import dev.trestle.objects.index.ChangedMeanwhileException;
import dev.trestle.objects.index.Changes;
import dev.trestle.objects.index.Part;
import dev.trestle.objects.index.PendingUpload;
import dev.trestle.objects.index.Table;
import dev.trestle.objects.object.Core;
import dev.trestle.objects.object.Incoming;
import dev.trestle.objects.object.KeyLocks;
import dev.trestle.objects.object.Limits;
import dev.trestle.objects.object.ObjectCopier;
import dev.trestle.objects.object.PushedUpload;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Stores parts of uploads. */
public final class PartWriter {
    static final int NUMBER_MAX = 10_000;

    private final Core core;
    private final Uploads uploads;
    private final ObjectCopier copier;

    public PartWriter(Core core, Uploads uploads, ObjectCopier copier) {
        this.core = core;
        this.uploads = uploads;
        this.copier = copier;
    }

    public Upload<UploadedPart> begin(UploadPart request) {
        PendingUpload upload = prepare(request.upload(), request.partNumber());
        checkAlgorithm(upload, request.promise().algorithm());
        Incoming incoming = new Incoming(core.newBlob(), upload.algorithm(), request.promise(), Limits.PUT_BYTES_MAX);
        return new PushedUpload<>(
                core, incoming, trailing -> store(request.upload(), upload, request.partNumber(), incoming, trailing));
    }

    private PendingUpload prepare(UploadRef ref, int number) {
        if (number < 1 || number > NUMBER_MAX) {
            throw ObjectStoreException.of(
                            S3Error.INVALID_ARGUMENT,
                            "Part number must be an integer between 1 and " + NUMBER_MAX + ", inclusive")
                    .with("ArgumentName", "partNumber")
                    .with("ArgumentValue", Integer.toString(number));
        }
        return uploads.require(ref);
    }

    /** An upload that was begun for one algorithm takes no other; one that was begun for none takes any. */
    private static void checkAlgorithm(PendingUpload upload, @Nullable ChecksumAlgorithm algorithm) {
        if (upload.asked() && algorithm != null && algorithm != upload.algorithm()) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST,
                    "Checksum Type mismatch occurred, expected checksum Type: " + lower(upload.algorithm())
                            + ", actual checksum Type: " + lower(algorithm));
        }
    }

    private static String lower(ChecksumAlgorithm algorithm) {
        return algorithm.name().toLowerCase(Locale.ROOT);
    }

    public CopyPart.Result copy(CopyPart request) {
        PendingUpload upload = prepare(request.upload(), request.partNumber());
        Incoming incoming = new Incoming(core.newBlob(), upload.algorithm(), Promise.NONE, Limits.PUT_BYTES_MAX);
        return copier.copyInto(request.source(), request.range(), incoming, sourceVersionId -> {
            UploadedPart part = store(request.upload(), upload, request.partNumber(), incoming, null);
            return new CopyPart.Result(part, sourceVersionId);
        });
    }

    private UploadedPart store(
            UploadRef ref, PendingUpload upload, int number, Incoming incoming, @Nullable Checksum trailing) {
        Incoming.Arrived arrived = incoming.arrive(trailing);
        BlobWriter blob = incoming.blob();
        Part part = new Part(
                number, blob.id(), blob.isInline(), arrived.size(), arrived.md5(), arrived.checksum(), core.now());
        return Core.settle(blob, () -> {
            try (KeyLocks.Held shared = core.locks.shared(upload.id());
                    KeyLocks.Held alone = core.locks.exclusive(lockName(upload.id(), number))) {
                Changes changes = new Changes().requireUpload(upload.id());
                Core.name(blob, changes);
                StoredItem before = core.index.get(Table.PARTS, Part.key(upload.id(), number));
                if (before != null) {
                    changes.drop(Part.read(before).content());
                }
                core.index.commit(changes.put(Table.PARTS, part.toRow(upload.id())));
                return Uploads.shown(upload, part);
            } catch (ChangedMeanwhileException e) {
                throw Uploads.noSuchUpload(ref);
            }
        });
    }

    private static Bytes lockName(Bytes upload, int number) {
        byte[] name = Arrays.copyOf(upload.array(), upload.length() + Short.BYTES);
        System.arraycopy(Part.sortKey(number).array(), 0, name, upload.length(), Short.BYTES);
        return Bytes.of(name);
    }
}

package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Version;
import org.jspecify.annotations.Nullable;

/** Version ids as clients send and see them. */
public final class VersionIds {
    private VersionIds() {}

    /** The id that a client names, unless it is {@code null}. */
    public static Bytes require(String versionId) {
        Bytes id = Ids.ofText(versionId);
        if (id == null) {
            throw ObjectStoreException.of(S3Error.INVALID_ARGUMENT, "Invalid version id specified")
                    .with("ArgumentName", "versionId")
                    .with("ArgumentValue", versionId);
        }
        return id;
    }

    /** What is told of a version: nothing where the bucket has never had any. */
    static @Nullable String shown(Bucket bucket, Version version) {
        return bucket.hasVersions() ? version.idText() : null;
    }

    static ObjectStoreException noSuchVersion(String key, String versionId) {
        return ObjectStoreException.of(S3Error.NO_SUCH_VERSION).with("Key", key).with("VersionId", versionId);
    }
}

package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.ObjectTags;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.bucket.TagRules;
import dev.trestle.objects.index.Version;
import dev.trestle.objects.object.ObjectWriter.Planned;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tags of objects, which may change while all else of a version stays. */
public final class ObjectTagging {
    private final Core core;
    private final ObjectWriter writer;
    private final VersionFinder finder;

    public ObjectTagging(Core core, ObjectWriter writer) {
        this.core = core;
        this.writer = writer;
        this.finder = new VersionFinder(core.index);
    }

    public ObjectTags get(String bucketName, String key, @Nullable String versionId) {
        Bucket bucket = core.buckets.require(bucketName);
        Version version = finder.require(bucket, key, versionId);
        return new ObjectTags(VersionIds.shown(bucket, version), version.tags());
    }

    /** Gives the version's id as it is shown; no tags are as good as none. */
    public @Nullable String put(String bucketName, String key, @Nullable String versionId, Map<String, String> tags) {
        core.buckets.require(bucketName);
        Bytes keyBytes = ObjectKeys.require(key);
        TagRules.checkObject(tags);
        return writer.change(bucketName, keyBytes, (bucket, state) -> {
                    Version version = versionId == null ? state.live() : state.find(versionId);
                    if (version == null || version.isMarker()) {
                        throw refusal(key, versionId, version);
                    }
                    return new Planned<>(
                            state.retag(version, version.withTags(tags)),
                            Optional.ofNullable(VersionIds.shown(bucket, version)));
                })
                .orElse(null);
    }

    private static ObjectStoreException refusal(String key, @Nullable String versionId, @Nullable Version version) {
        if (version != null) {
            return ObjectStoreException.of(S3Error.METHOD_NOT_ALLOWED);
        }
        return versionId == null
                ? ObjectStoreException.of(S3Error.NO_SUCH_KEY).with("Key", key)
                : VersionIds.noSuchVersion(key, versionId);
    }
}

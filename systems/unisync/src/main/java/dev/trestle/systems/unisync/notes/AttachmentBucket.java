package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.unisync.model.SupportTable;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyExistsException;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** The bucket of attachments. Its clients are made, and it is looked for, when it is first needed: that takes a while. */
public final class AttachmentBucket {
    private final String name;
    private final Supplier<S3Client> objects;
    private final Supplier<S3Presigner> presigner;
    private final ItemStore store;
    private final Jobs jobs;
    private final Clock clock;
    private @Nullable Uploads uploads;

    public AttachmentBucket(
            String name,
            Supplier<S3Client> objects,
            Supplier<S3Presigner> presigner,
            ItemStore store,
            Jobs jobs,
            Clock clock) {
        this.name = name;
        this.objects = objects;
        this.presigner = presigner;
        this.store = store;
        this.jobs = jobs;
        this.clock = clock;
    }

    String name() {
        return name;
    }

    S3Client client() {
        return objects.get();
    }

    S3Presigner presigner() {
        return presigner.get();
    }

    synchronized Uploads uploads() {
        Uploads known = uploads;
        if (known == null) {
            makeIfMissing(client());
            known = new Uploads(
                    store, SupportTable.UPLOADS, jobs, client(), presigner(), Uploads.Place.in(name), clock);
            uploads = known;
        }
        return known;
    }

    private void makeIfMissing(S3Client s3) {
        try {
            s3.headBucket(request -> request.bucket(name));
        } catch (NoSuchBucketException missing) {
            try {
                s3.createBucket(request -> request.bucket(name));
            } catch (BucketAlreadyExistsException | BucketAlreadyOwnedByYouException made) {
                // By another process, a moment ago; if it is somebody else's, the first upload says so.
            }
        }
    }
}

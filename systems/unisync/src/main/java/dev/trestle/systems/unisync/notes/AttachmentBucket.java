package dev.trestle.systems.unisync.notes;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.unisync.model.SupportTable;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** The bucket of attachments, to which pages send files. It is reached when it is first needed: that takes a while. */
public final class AttachmentBucket {
    private final Bucket bucket;
    private final ItemStore store;
    private final Jobs jobs;
    private final Clock clock;
    private @Nullable Uploads uploads;

    public AttachmentBucket(Bucket bucket, ItemStore store, Jobs jobs, Clock clock) {
        this.bucket = bucket;
        this.store = store;
        this.jobs = jobs;
        this.clock = clock;
    }

    String name() {
        return bucket.name();
    }

    S3Client client() {
        return bucket.client();
    }

    S3Presigner presigner() {
        return bucket.presigner();
    }

    /** Files that arrive in the bucket without a call that confirms them. */
    public Arrivals arrivals(Changes changes) {
        Supplier<S3Presigner> opened = () -> {
            bucket.openToPages();
            return presigner();
        };
        return new Arrivals(
                SupportTable.ARRIVALS,
                new Arrivals.Parts(store, jobs, changes, this::client, opened, clock),
                Uploads.Place.in(name()));
    }

    synchronized Uploads uploads() {
        Uploads known = uploads;
        if (known == null) {
            bucket.openToPages();
            known = new Uploads(
                    store, SupportTable.UPLOADS, jobs, client(), presigner(), Uploads.Place.in(name()), clock);
            uploads = known;
        }
        return known;
    }
}

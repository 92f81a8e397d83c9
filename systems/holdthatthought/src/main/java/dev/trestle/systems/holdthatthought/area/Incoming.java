package dev.trestle.systems.holdthatthought.area;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files on their way into the archive. Signed addresses lead to {@value #STAGING} only; what is confirmed is copied to a key that no address
 * names. The bucket is reached when it is first needed.
 */
public final class Incoming {
    /** What the keys begin with under which bytes arrive. */
    public static final String STAGING = "temp/incoming/";

    private final Bucket bucket;
    private final ItemStore store;
    private final Jobs jobs;
    private final Clock clock;
    private @Nullable Uploads uploads;

    public Incoming(Bucket bucket, ItemStore store, Jobs jobs, Clock clock) {
        this.bucket = bucket;
        this.store = store;
        this.jobs = jobs;
        this.clock = clock;
    }

    /** Uploads of all areas. Their sweep is done for all of them. */
    public synchronized Uploads uploads() {
        Uploads known = uploads;
        if (known == null) {
            bucket.openToPages();
            known = new Uploads(
                    store,
                    SupportTable.UPLOADS,
                    jobs,
                    bucket.client(),
                    bucket.presigner(),
                    new Uploads.Place(bucket.name(), STAGING),
                    clock);
            uploads = known;
        }
        return known;
    }

    /**
     * A holder of uploads that belong to something, such as a draft, and not to the person who asked for their addresses: whoever may
     * manage that thing confirms them.
     */
    public static Principal holder(String kind, String id) {
        return new Principal("holdthatthought:" + kind, id, Principal.Proof.TOKEN, null, Set.of(), Map.of());
    }

    /** Has what uploads leave behind removed by a runner. */
    public void sweepBy(JobRunner runner) {
        runner.handle(Uploads.SWEEP, job -> uploads().sweep(job));
    }
}

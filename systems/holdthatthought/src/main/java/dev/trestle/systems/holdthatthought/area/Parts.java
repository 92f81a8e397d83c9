package dev.trestle.systems.holdthatthought.area;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.holdthatthought.HoldThatThoughtSettings;

/**
 * What every area works with.
 *
 * @param store reads as it likes; {@link #consistent} where something is decided
 * @param bucket the archive
 * @param contents the archive's objects
 * @param links signed addresses of objects
 * @param incoming files on their way into the archive
 */
public record Parts(
        Environment<HoldThatThoughtSettings> environment,
        ItemStore store,
        Bucket bucket,
        ObjectBucket contents,
        Links links,
        Jobs jobs,
        Changes changes,
        Times times,
        Ids ids,
        RateLimits limits,
        Incoming incoming) {
    public ItemStore consistent() {
        return store.consistent();
    }

    public HoldThatThoughtSettings settings() {
        return environment.settings();
    }
}

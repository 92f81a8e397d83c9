package dev.trestle.systems.zentriqvision.area;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings;
import dev.trestle.systems.zentriqvision.access.AccessLog;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Organizations;
import dev.trestle.systems.zentriqvision.sightings.Sightings;

/**
 * What every area works with.
 *
 * @param store of no organisation: {@link #of} has one's items
 * @param bucket the videos and what is derived of them
 * @param contents the bucket's objects
 * @param sightings the one writer of appearances
 * @param access to be told of every look at footage, before it is shown
 */
public record Parts(
        Environment<ZentriqVisionSettings> environment,
        ItemStore store,
        Bucket bucket,
        ObjectBucket contents,
        Jobs jobs,
        Changes changes,
        Times times,
        Ids ids,
        AccessLog access,
        Organizations organizations,
        Sightings sightings) {
    /** The caller's organisation. */
    public ItemStore of(Caller who) {
        return store.within(who.orgId());
    }

    /** An organisation's items, read consistently, for decisions. */
    public ItemStore deciding(String orgId) {
        return store.within(orgId).consistent();
    }

    public ZentriqVisionSettings settings() {
        return environment.settings();
    }
}

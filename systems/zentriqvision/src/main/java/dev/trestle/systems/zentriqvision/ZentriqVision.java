package dev.trestle.systems.zentriqvision;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.Tenant;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.model.Organization;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.ZentriqVisionModel;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Organizations;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.sample.SampleWorld;
import java.util.List;

/** ZentriqVision, running on its tables and its bucket: its operations, its events, and what it does by itself. */
public final class ZentriqVision implements AutoCloseable {
    /** What it calls its bucket. */
    public static final String VIDEOS = "videos";

    public static final SystemDefinition<ZentriqVisionSettings> SYSTEM = SystemDefinition.of(
                    "zentriqvision", () -> ZentriqVisionModel.MODEL, ZentriqVisionSettings.class)
            .withBucket(VIDEOS, "zentriqvision")
            .withPages(ZentriqVision.class)
            .withNotices(NoticeKind.ALERT)
            .opening(ZentriqVision::open)
            .withDemo(SampleWorld.DEMO)
            .withHome("getHome")
            .onTenant(ZentriqVision::tell);

    private final ZentriqVisionApi parts;
    private final EventHub<Caller> events;
    private final Follower follower;
    private final JobRunner runner;

    /** Begins to work. */
    public ZentriqVision(Environment<ZentriqVisionSettings> environment) {
        this.parts = new ZentriqVisionApi(environment);
        Events<Caller> told = new Events<Caller>().within(Caller::orgId);
        Follower following = new Follower(
                environment.deployment(), environment.streams(), environment.store(), SupportTable.FOLLOWER);
        for (Area area : parts.areas()) {
            area.tell(told);
            area.follow(following);
        }
        this.events =
                new EventHub<>(environment.deployment(), environment.streams(), environment.store(), told).start();
        parts.operations()
                .get("listen", "/events")
                .about("Changes to what the caller may read, as server-sent events")
                .right(Rights.VIEWER)
                .repliesEvents(events::listen);
        this.follower =
                following.onMissed(() -> parts.areas().forEach(Area::checkAll)).start();
        this.runner = parts.runner().start();
        parts.areas().forEach(Area::start);
    }

    /** Makes the organisation that a tenant is, or takes over what changed of it. */
    static void tell(Environment<ZentriqVisionSettings> environment, Tenant tenant) {
        Organization unused = Organizations.of(environment).tell(tenant);
    }

    private static Running open(Environment<ZentriqVisionSettings> environment) {
        ZentriqVision system = new ZentriqVision(environment);
        Running running = Running.of(system.api()).with(system::close);
        system.sweeps().forEach(running::withSweep);
        return running;
    }

    public Api api() {
        return parts.api();
    }

    Jobs jobs() {
        return parts.jobs();
    }

    /** What it does from time to time. */
    public List<Sweep> sweeps() {
        return parts.areas().stream().flatMap(area -> area.sweeps().stream()).toList();
    }

    /** Lets jobs that run come to an end; others stay for the next start. */
    @Override
    public void close() {
        events.close();
        follower.close();
        parts.areas().forEach(Area::close);
        runner.close();
    }
}

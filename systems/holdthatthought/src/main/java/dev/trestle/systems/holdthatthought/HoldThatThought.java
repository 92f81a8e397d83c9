package dev.trestle.systems.holdthatthought;

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
import dev.trestle.systems.holdthatthought.area.Area;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtModel;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Rights;
import dev.trestle.systems.holdthatthought.sample.SampleWorld;
import java.util.List;

/** HoldThatThought, running on its tables and its bucket: its operations, its events, and what it does by itself. */
public final class HoldThatThought implements AutoCloseable {
    /** What it calls its bucket. */
    public static final String ARCHIVE = "archive";

    public static final SystemDefinition<HoldThatThoughtSettings> SYSTEM = SystemDefinition.of(
                    "holdthatthought", () -> HoldThatThoughtModel.MODEL, HoldThatThoughtSettings.class)
            .withBucket(ARCHIVE, "holdthatthought-archive")
            .withPages(HoldThatThought.class)
            .opening(HoldThatThought::open)
            .withDemo(SampleWorld.DEMO)
            .withNotices(NoticeKind.APPROVAL, NoticeKind.MENTIONED)
            .withHome("getHome");

    private final HoldThatThoughtApi parts;
    private final EventHub<Caller> events;
    private final Follower follower;
    private final JobRunner runner;

    /** Begins to work. */
    public HoldThatThought(Environment<HoldThatThoughtSettings> environment) {
        this.parts = new HoldThatThoughtApi(environment);
        Events<Caller> told = new Events<>();
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
                .right(Rights.MEMBER)
                .repliesEvents(events::listen);
        this.follower =
                following.onMissed(() -> parts.areas().forEach(Area::checkAll)).start();
        this.runner = parts.runner().start();
        parts.areas().forEach(Area::start);
    }

    private static Running open(Environment<HoldThatThoughtSettings> environment) {
        HoldThatThought system = new HoldThatThought(environment);
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

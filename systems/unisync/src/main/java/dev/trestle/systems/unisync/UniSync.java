package dev.trestle.systems.unisync;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.work.WorkRunner;
import dev.trestle.systems.unisync.live.LiveEvents;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.sample.SampleWorld;
import dev.trestle.systems.unisync.translation.Translators;

/** UniSync, running on its tables: its operations, its events, and what it does by itself. */
public final class UniSync implements AutoCloseable {
    /** What it calls its bucket. */
    public static final String ATTACHMENTS = "attachments";

    public static final SystemDefinition<UniSyncSettings> SYSTEM = SystemDefinition.of(
                    "unisync", () -> UniSyncModel.MODEL, UniSyncSettings.class)
            // The documented name, where there is no account and no region.
            .withBucket(ATTACHMENTS, "unisync-attachments-000000000000-local")
            .opening(UniSync::open)
            .withPages(UniSync.class)
            .withDemo(SampleWorld.DEMO)
            .withNotices(NoticeKind.ASSIGNED, NoticeKind.MENTIONED, NoticeKind.SENT_BACK)
            .withHome("getHome");

    private final UniSyncApi parts;
    private final LiveEvents live;
    private final JobRunner runner;
    private final WorkRunner workRunner;

    /** Begins to work. */
    public UniSync(Environment<UniSyncSettings> environment, Translators translators) {
        this.parts = new UniSyncApi(environment, translators);
        this.live = new LiveEvents(
                environment.deployment(), environment.streams(), environment.store(), parts.foreignNotes());
        new PageOperations(environment.settings().naming(), translators, live).declare(parts.operations());
        this.runner = parts.runner().start();
        this.workRunner = parts.workRunner().start();
    }

    private static Running open(Environment<UniSyncSettings> environment) {
        UniSync uniSync = new UniSync(
                environment,
                new Translators(environment.settings().translation().translator(environment.region())));
        return Running.of(uniSync.api()).with(uniSync::close);
    }

    /** Its operations, as they are declared. */
    public Api api() {
        return parts.api();
    }

    /** Lets jobs that run come to an end; others stay for the next start. */
    @Override
    public void close() {
        live.close();
        parts.close();
        workRunner.close();
        runner.close();
    }
}

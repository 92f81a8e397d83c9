package dev.trestle.server.admin;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.jobs.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** What the systems clear away by themselves: when it ran, when it runs next, and run now. */
final class SweepsDesk {
    static final String TASK = "sweep";

    private final HostedSystems hosted;
    private final Tasks tasks;

    SweepsDesk(HostedSystems hosted, Tasks tasks) {
        this.hosted = hosted;
        this.tasks = tasks;
    }

    record BySweep(String system, String sweep) {}

    record SweepView(String system, String name, Sweep.Status status) {}

    void addTo(Desk desk) {
        desk.look("listSweeps", AdminApi.None.class, (call, q) -> new Page<>(all(), null))
                .act("runSweep", BySweep.class, q -> q.system() + " " + q.sweep(), this::run);
    }

    private List<SweepView> all() {
        List<SweepView> views = new ArrayList<>();
        new TreeMap<>(hosted.sweeps().get())
                .forEach((system, sweeps) ->
                        sweeps.forEach(sweep -> views.add(new SweepView(system, sweep.name(), sweep.status()))));
        return views;
    }

    private Reply run(Call call, BySweep q) {
        Sweep sweep = hosted.sweeps().get().getOrDefault(q.system(), List.of()).stream()
                .filter(each -> each.name().equals(q.sweep()))
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("There is no such sweep."));
        if (sweep.status().running()) {
            throw ApiException.conflict("This sweep is under way.", null).withCode("sweep-running");
        }
        return Reply.of(tasks.begin(TASK, q.system() + " " + q.sweep(), Desk.by(call), "objects", progress -> {
                    AtomicLong seen = new AtomicLong();
                    long removed = sweep.runNow((looked, gone) -> {
                        seen.set(looked);
                        progress.at(looked, 0);
                    });
                    return Map.of("looked", seen.get(), "removed", removed);
                }))
                .status(202);
    }
}

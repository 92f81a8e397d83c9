package dev.trestle.server.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.work.LongWorks;
import dev.trestle.platform.work.WorkView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The systems' jobs, and the long work that some of them do. */
final class JobsDesk {
    /** How far parked jobs are counted. */
    private static final int COUNTED_MAX = 100;

    private final Map<String, SystemJobs> systems;

    JobsDesk(Map<String, SystemJobs> systems) {
        this.systems = new TreeMap<>(systems);
    }

    record ListJobs(
            String system,
            Job.State state,
            int limit,
            @Nullable String cursor) {}

    record ByJob(String system, String jobId) {}

    /**
     * A system that has jobs.
     *
     * @param moreParked whether there are more than were counted
     */
    record SystemView(String system, int parked, boolean moreParked) {}

    record JobView(
            String jobId,
            String type,
            String subject,
            Job.State state,
            int attempts,
            Instant nextAt,
            Instant createdAt,
            @Nullable String note,
            @Nullable WorkView work) {
        static JobView of(Job job, @Nullable WorkView work) {
            List<Job.Step> history = job.history();
            return new JobView(
                    job.jobId(),
                    job.type(),
                    job.subject(),
                    job.state(),
                    job.attempts(),
                    job.nextAt(),
                    job.createdAt(),
                    history.isEmpty() ? null : history.get(history.size() - 1).note(),
                    work);
        }
    }

    record WholeJob(JobView job, Object payload, List<Job.Step> history) {
        static WholeJob of(Job job, @Nullable WorkView work) {
            return new WholeJob(JobView.of(job, work), payload(job), job.history());
        }

        private static Object payload(Job job) {
            try {
                return Json.mapper().readTree(job.payload());
            } catch (JsonProcessingException e) {
                return job.payload();
            }
        }
    }

    void addTo(Desk desk) {
        desk.look("listJobSystems", AdminApi.None.class, (call, q) -> new Page<>(overview(), null))
                .look(
                        "listJobs",
                        ListJobs.class,
                        (call, q) -> jobs(q.system())
                                .listOnly(q.state(), q.limit(), q.cursor())
                                .map(job -> JobView.of(job, work(q.system(), job))))
                .look(
                        "getJob",
                        ByJob.class,
                        (call, q) -> whole(q.system(), jobs(q.system()).get(q.jobId())))
                .act(
                        "retryJob",
                        Area.JOB,
                        ByJob.class,
                        JobsDesk::about,
                        (call, q) -> whole(q.system(), jobs(q.system()).retry(q.jobId())))
                .act("cancelJob", Area.JOB, ByJob.class, JobsDesk::about, this::cancel)
                .act("dropJob", Area.JOB, ByJob.class, JobsDesk::about, (call, q) -> {
                    drop(q);
                    return null;
                });
    }

    private static String about(ByJob job) {
        return job.system() + " " + job.jobId();
    }

    private WholeJob whole(String system, Job job) {
        return WholeJob.of(job, work(system, job));
    }

    /** The work that a job does, if it is long work. */
    private @Nullable WorkView work(String system, Job job) {
        return job.type().startsWith(LongWorks.JOB)
                ? system(system)
                        .works()
                        .flatMap(works -> works.look(job.jobId()))
                        .orElse(null)
                : null;
    }

    private Object cancel(Call call, ByJob q) {
        Job unused = jobs(q.system()).get(q.jobId());
        LongWorks works = system(q.system())
                .works()
                .orElseThrow(() -> ApiException.conflict("Only long work is cancelled. Drop a job that waits.", null));
        works.cancel(q.jobId(), Desk.by(call));
        return whole(q.system(), jobs(q.system()).get(q.jobId()));
    }

    /** Long work that nobody does any more would be under way for ever. */
    private void drop(ByJob q) {
        WorkView work = work(q.system(), jobs(q.system()).get(q.jobId()));
        if (work != null && work.endedAt() == null) {
            throw ApiException.conflict("This is long work. Cancel it: what it has done is undone then.", work);
        }
        jobs(q.system()).drop(q.jobId());
    }

    private List<SystemView> overview() {
        List<SystemView> views = new ArrayList<>();
        systems.forEach((name, system) -> {
            Page<Job> parked = system.jobs().list(Job.State.PARKED, COUNTED_MAX, null);
            views.add(new SystemView(name, parked.items().size(), parked.next() != null));
        });
        return views;
    }

    private Jobs jobs(String system) {
        return system(system).jobs();
    }

    private SystemJobs system(String system) {
        SystemJobs found = systems.get(system);
        if (found == null) {
            throw ApiException.notFound("No system " + system + " has jobs. These have: "
                    + (systems.isEmpty() ? "none" : String.join(", ", systems.keySet())) + ".");
        }
        return found;
    }
}

package dev.trestle.server.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.Jobs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The systems' jobs. */
final class JobsDesk {
    /** How far parked jobs are counted. */
    private static final int COUNTED_MAX = 100;

    private final Map<String, Jobs> systems;

    JobsDesk(Map<String, Jobs> systems) {
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
            @Nullable String note) {
        static JobView of(Job job) {
            List<Job.Step> history = job.history();
            return new JobView(
                    job.jobId(),
                    job.type(),
                    job.subject(),
                    job.state(),
                    job.attempts(),
                    job.nextAt(),
                    job.createdAt(),
                    history.isEmpty() ? null : history.get(history.size() - 1).note());
        }
    }

    record WholeJob(JobView job, Object payload, List<Job.Step> history) {
        static WholeJob of(Job job) {
            return new WholeJob(JobView.of(job), payload(job), job.history());
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
                                .map(JobView::of))
                .look(
                        "getJob",
                        ByJob.class,
                        (call, q) -> WholeJob.of(jobs(q.system()).get(q.jobId())))
                .act(
                        "retryJob",
                        ByJob.class,
                        JobsDesk::about,
                        (call, q) -> WholeJob.of(jobs(q.system()).retry(q.jobId())))
                .act("dropJob", ByJob.class, JobsDesk::about, (call, q) -> {
                    jobs(q.system()).drop(q.jobId());
                    return null;
                });
    }

    private static String about(ByJob job) {
        return job.system() + " " + job.jobId();
    }

    private List<SystemView> overview() {
        List<SystemView> views = new ArrayList<>();
        systems.forEach((name, jobs) -> {
            Page<Job> parked = jobs.list(Job.State.PARKED, COUNTED_MAX, null);
            views.add(new SystemView(name, parked.items().size(), parked.next() != null));
        });
        return views;
    }

    private Jobs jobs(String system) {
        Jobs found = systems.get(system);
        if (found == null) {
            throw ApiException.notFound("No system " + system + " has jobs. These have: "
                    + (systems.isEmpty() ? "none" : String.join(", ", systems.keySet())) + ".");
        }
        return found;
    }
}

package dev.trestle.server.admin;

import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.work.LongWorks;
import java.util.Optional;

/**
 * The jobs of a system.
 *
 * @param works the long work that some of them do, if the system has any
 */
public record SystemJobs(Jobs jobs, Optional<LongWorks> works) {}

package dev.trestle.platform.jobs;

/** Does jobs of one type. It may be called again for a job that it has done. */
@FunctionalInterface
public interface JobHandler {
    /**
     * Does a job. What it throws has it tried again later; {@link HopelessException} parks it.
     */
    void run(JobContext job) throws Exception;
}

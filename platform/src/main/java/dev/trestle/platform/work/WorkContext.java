package dev.trestle.platform.work;

import dev.trestle.platform.work.LongWork.Progress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Long work while a step of it is done. For the thread of that step. */
public final class WorkContext<P> {
    private static final long WRITTEN_EVERY_NANOS = Duration.ofMillis(500).toNanos();

    private final P asked;
    private final WorkRun run;
    private long writtenAt = System.nanoTime();

    WorkContext(P asked, WorkRun run) {
        this.asked = asked;
        this.run = run;
    }

    public P asked() {
        return asked;
    }

    /** The work as it was when the step began. */
    public LongWork work() {
        return run.work();
    }

    /** Whether somebody has cancelled it: stop soon, by returning or throwing anything. A step that does not is interrupted. */
    public boolean isCancelled() {
        return run.isCancelled();
    }

    /** Says how far a step of some seconds is, twice a second at most. */
    public void progress(long done, long total, @Nullable String text) {
        if (System.nanoTime() - writtenAt >= WRITTEN_EVERY_NANOS) {
            writtenAt = System.nanoTime();
            run.report(new Progress(done, total, text));
        }
    }
}

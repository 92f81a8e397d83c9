package dev.trestle.platform.work;

import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.work.LongWork.Progress;
import org.jspecify.annotations.Nullable;

/**
 * What a step came to: where the next one goes on, or that there is none, and what is written for it. All of that is committed in one
 * transaction: a step that was committed is never done again, one that was not is.
 *
 * @param <C> from where a step goes on
 */
public final class WorkStep<C> {
    private final boolean last;
    private final @Nullable C checkpoint;
    private final @Nullable Object result;
    private final Progress progress;
    private final Decision<?> writes;

    private WorkStep(
            boolean last, @Nullable C checkpoint, @Nullable Object result, Progress progress, Decision<?> writes) {
        this.last = last;
        this.checkpoint = checkpoint;
        this.result = result;
        this.progress = progress;
        this.writes = writes;
    }

    /** There is more to do, from here on. */
    public static <C> WorkStep<C> to(C checkpoint) {
        return new WorkStep<>(false, checkpoint, null, Progress.NONE, Decision.done());
    }

    /** All is done, with a result that becomes JSON. */
    public static <C> WorkStep<C> end(@Nullable Object result) {
        return new WorkStep<>(true, null, result, Progress.NONE, Decision.done());
    }

    /** With how far the work is; {@code text} is the key of what pages say about it. */
    public WorkStep<C> progress(long done, long total, @Nullable String text) {
        return new WorkStep<>(last, checkpoint, result, new Progress(done, total, text), writes);
    }

    /** With what is written: of a transaction's 100 actions, three are taken. */
    public WorkStep<C> writing(Decision<?> decision) {
        return new WorkStep<>(last, checkpoint, result, progress, decision);
    }

    boolean isLast() {
        return last;
    }

    @Nullable
    C checkpoint() {
        return checkpoint;
    }

    @Nullable
    Object result() {
        return result;
    }

    Progress progress() {
        return progress;
    }

    Decision<?> writes() {
        return writes;
    }
}

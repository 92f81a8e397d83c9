package dev.trestle.platform.work;

import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import org.jspecify.annotations.Nullable;

/** The operations by which callers follow and cancel a system's long work. */
public final class WorkOperations {
    private static final int ID_MAX = 64;

    record ListWork(
            @Default("20") @Range(min = 1, max = 100) int limit,
            @Nullable String cursor) {}

    record ByWork(@Length(min = 1, max = ID_MAX) String workId) {}

    private WorkOperations() {}

    /** Declares them under {@code /work}; {@code right} is what callers need beside being shown the work. */
    public static <C> void declare(Operations<C> operations, LongWorks works, Right<C, Object> right) {
        operations
                .get("listWork", "/work", ListWork.class)
                .about("Long work that the caller began, newest first")
                .right(right)
                .givesPage(
                        WorkView.class,
                        given -> works.list(
                                given.call().principal(),
                                given.asked().limit(),
                                given.asked().cursor()));
        operations
                .get("getWork", "/work/{workId}", ByWork.class)
                .about("Long work, and how far it is")
                .right(right)
                .gives(
                        WorkView.class,
                        given -> works.get(
                                given.call().principal(), given.asked().workId()));
        operations
                .post("cancelWork", "/work/{workId}/cancel", ByWork.class)
                .about("Cancels long work: no further step is done, and what was done is undone")
                .right(right)
                .refuses(Kind.CONFLICT)
                .gives(
                        WorkView.class,
                        given -> works.cancel(
                                given.call().principal(), given.asked().workId()));
    }
}

package dev.trestle.platform.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.work.LongWork.Failure;
import dev.trestle.platform.work.LongWork.State;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Long work as its callers see it. */
@About("Work that takes longer than a request, and how far it is")
public record WorkView(
        String workId,
        String kind,
        String subject,
        State state,
        @About("Of total") long done,
        @About("0 if that is not known") long total,

        @About("The key of a text that says what is being done") @Nullable
        String text,

        @About("What it made, once it has ended") @Nullable Object result,
        @About("Why it failed, for programs") @Nullable String code,
        @About("Why it failed, for people") @Nullable String message,
        boolean mayCancel,
        Instant createdAt,
        @Nullable Instant startedAt,
        Instant updatedAt,
        @Nullable Instant endedAt) {
    /** {@code state} may be ahead of the record's: somebody has cancelled it, or it was given up. */
    static WorkView of(LongWork work, State state, @Nullable Failure failure, boolean mayCancel) {
        return new WorkView(
                work.workId(),
                work.kind(),
                work.subject(),
                state,
                work.progress().done(),
                work.progress().total(),
                work.progress().text(),
                json(work.result()),
                failure == null ? null : failure.code(),
                failure == null ? null : failure.text(),
                mayCancel,
                work.createdAt(),
                work.startedAt(),
                work.updatedAt(),
                work.endedAt());
    }

    private static @Nullable Object json(@Nullable String text) {
        try {
            return text == null ? null : Json.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            return text;
        }
    }
}

package dev.trestle.systems.formkiq.cases;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.systems.formkiq.model.Cases;
import dev.trestle.systems.formkiq.model.Cases.Nigo;
import dev.trestle.systems.formkiq.model.Cases.ObjectType;
import dev.trestle.systems.formkiq.model.Cases.Task;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How tasks and nigos are stored: alike, but for what they are called and what they need. */
record CasePart<T extends Record>(
        ObjectType type,
        String word,
        String required,
        Entity<T> entity,
        Pattern<T> byId,
        Pattern<T> ofCase,
        Function<Row, T> stored,
        Function<T, Row> row) {
    /** Either of them. */
    record Row(
            String id,
            String caseId,
            CaseFields fields,
            Instant inserteddate,
            @Nullable String userId) {
        Row with(CaseFields other) {
            return new Row(id, caseId, other, inserteddate, userId);
        }
    }

    static final CasePart<Task> TASK = new CasePart<>(
            ObjectType.TASK,
            "Task",
            "description",
            Cases.TASK,
            Cases.TASK_BY_ID,
            Cases.TASKS_OF_CASE,
            row -> new Task(
                    row.id(),
                    row.caseId(),
                    row.fields().name(),
                    row.fields().description(),
                    row.fields().status(),
                    row.fields().storedMetadata(),
                    row.inserteddate(),
                    row.fields().startDate(),
                    row.fields().endDate(),
                    row.fields().plannedStartDate(),
                    row.fields().dueDate(),
                    row.userId()),
            task -> new Row(
                    task.documentId(),
                    task.caseId(),
                    new CaseFields(
                            task.name(),
                            task.description(),
                            task.status(),
                            Objects.requireNonNullElse(task.metadata(), Map.of()),
                            task.plannedStartDate(),
                            task.startDate(),
                            task.endDate(),
                            task.dueDate()),
                    task.inserteddate(),
                    task.userId()));

    static final CasePart<Nigo> NIGO = new CasePart<>(
            ObjectType.NIGO,
            "Nigo",
            "name",
            Cases.NIGO,
            Cases.NIGO_BY_ID,
            Cases.NIGOS_OF_CASE,
            row -> new Nigo(
                    row.id(),
                    row.caseId(),
                    String.valueOf(row.fields().name()),
                    row.fields().description(),
                    row.fields().status(),
                    row.fields().storedMetadata(),
                    row.inserteddate(),
                    row.fields().startDate(),
                    row.fields().endDate(),
                    row.fields().plannedStartDate(),
                    row.fields().dueDate(),
                    row.userId()),
            nigo -> new Row(
                    nigo.documentId(),
                    nigo.caseId(),
                    new CaseFields(
                            nigo.name(),
                            nigo.description(),
                            nigo.status(),
                            Objects.requireNonNullElse(nigo.metadata(), Map.of()),
                            nigo.plannedStartDate(),
                            nigo.startDate(),
                            nigo.endDate(),
                            nigo.dueDate()),
                    nigo.inserteddate(),
                    nigo.userId()));
}

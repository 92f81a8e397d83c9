package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import dev.trestle.systems.formkiq.workflows.WorkflowViews.WorkflowSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Workflows without their steps. */
final class Summaries {
    private Summaries() {}

    /** Some workflows by id; without those that are not there any more. */
    static Map<String, WorkflowSummary> of(ItemStore store, Collection<@Nullable String> workflowIds) {
        Map<String, WorkflowSummary> found = new HashMap<>();
        Map<String, Workflow> rows = rows(store, workflowIds);
        Set<String> used = Uses.workflows(store, rows.keySet());
        rows.forEach((id, row) -> found.put(id, of(row, used)));
        return found;
    }

    static Map<String, Workflow> rows(ItemStore store, Collection<@Nullable String> workflowIds) {
        List<Bound<Workflow>> bounds = new ArrayList<>();
        for (String id : Set.copyOf(workflowIds.stream()
                .flatMap(id -> Optional.ofNullable(id).stream())
                .toList())) {
            bounds.add(Workflows.WORKFLOW_BY_ID.of(id));
        }
        Map<String, Workflow> rows = new TreeMap<>();
        if (!bounds.isEmpty()) {
            store.getAll(bounds).stream().flatMap(Optional::stream).forEach(row -> rows.put(row.documentId(), row));
        }
        return rows;
    }

    static WorkflowSummary of(Workflow row, Set<String> used) {
        return new WorkflowSummary(
                row.name(),
                row.documentId(),
                row.description(),
                Dates.textOf(row.inserteddate()),
                row.userId(),
                used.contains(row.documentId()),
                row.status());
    }
}

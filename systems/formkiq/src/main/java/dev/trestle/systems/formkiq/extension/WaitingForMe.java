package dev.trestle.systems.formkiq.extension;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.FlowRows.Waiting;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What waits for somebody's decision in a site: of the first queues by name, those that have waited longest. */
final class WaitingForMe {
    private static final int QUEUES_MAX = 50;
    private static final int ROWS_MAX = 25;

    private WaitingForMe() {}

    /** Something that waits, and where. */
    record Waits(Queue queue, Waiting row) {}

    /** Those that the groups of somebody may decide about; whether they may read them is not asked here. */
    static List<Waits> of(ItemStore items, Caller who, String site, Set<Permission> permissions) {
        ItemStore store = items.within(site);
        Set<String> groups = who.groups();
        boolean isAdministrator = who.isAdministrator() || permissions.contains(Permission.ADMIN);
        List<Waits> found = new ArrayList<>();
        for (Queue queue : store.first(Workflows.QUEUES.of(), QUEUES_MAX)) {
            for (Waiting row : store.first(FlowRows.QUEUED_LONGEST_FIRST.of(queue.documentId()), ROWS_MAX)) {
                List<String> named = row.groups();
                boolean isMine = named == null || named.isEmpty()
                        ? permissions.contains(Permission.WRITE)
                        : named.stream().anyMatch(groups::contains);
                if (row.workflowId() != null && (isMine || isAdministrator)) {
                    found.add(new Waits(queue, row));
                }
            }
        }
        return found;
    }
}

package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.Mention;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.StageInfo;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.notes.NoteFinder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What waits for one user. */
public final class MyWork {
    private static final int SHOWSETS_MAX = 10_000;
    private static final int MENTIONS_MAX = 50;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final NoteFinder finder;

    public MyWork(ItemStore store) {
        this.relaxed = store;
        this.store = store.consistent();
        this.finder = new NoteFinder(store);
    }

    /** A stage that is assigned to the user. */
    public record Task(
            String showSetId,
            Area area,
            String scene,
            StageName stage,
            StageStatus status,
            @Nullable String version,
            String updatedBy,
            Instant updatedAt) {}

    /**
     * All of it, what changed last first.
     *
     * @param stages all that are assigned to the user
     * @param revisions those of them that were sent back
     * @param mentions the newest notes that mention the user
     */
    public record Work(List<Task> stages, List<Task> revisions, List<Note> mentions) {}

    public Work of(User who) {
        List<Task> stages = new ArrayList<>();
        for (Area area : Area.values()) {
            try (Stream<ShowSet> all = relaxed.stream(ShowSetsTable.SHOWSETS_BY_AREA.of(area), SHOWSETS_MAX)) {
                all.forEach(showSet -> addTasks(stages, showSet, who.userId()));
            }
        }
        stages.sort(Comparator.comparing(Task::updatedAt).reversed());
        List<Task> revisions = stages.stream()
                .filter(task -> task.status() == StageStatus.REVISION_REQUIRED)
                .toList();
        return new Work(List.copyOf(stages), revisions, mentions(who));
    }

    private static void addTasks(List<Task> into, ShowSet showSet, String userId) {
        for (StageName name : StageName.values()) {
            StageInfo stage = Stages.of(showSet.stages(), name);
            if (userId.equals(stage.assignedTo())) {
                into.add(new Task(
                        showSet.showSetId(),
                        showSet.area(),
                        showSet.scene(),
                        name,
                        stage.status(),
                        stage.version(),
                        stage.updatedBy(),
                        stage.updatedAt()));
            }
        }
    }

    private List<Note> mentions(User who) {
        return store.first(SupportTable.MENTIONS_OF_USER.of(who.userId()), MENTIONS_MAX).stream()
                .map(Mention::noteId)
                .map(finder::shown)
                .flatMap(Optional::stream)
                .toList();
    }
}

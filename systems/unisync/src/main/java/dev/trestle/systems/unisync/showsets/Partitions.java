package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.unisync.model.FormerId;
import dev.trestle.systems.unisync.model.SupportTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Under which ids lies what belongs to a ShowSet: its own, and until all is moved the one that it had before. */
public final class Partitions {
    private static final int FORMER_MAX = 10;

    private final ItemStore store;

    public Partitions(ItemStore store) {
        this.store = store.consistent();
    }

    /** Former ids first, its own last: the way that rows take. */
    public List<String> of(String showSetId) {
        List<String> all = new ArrayList<>();
        for (FormerId former : store.first(SupportTable.FORMER_IDS.of(showSetId), FORMER_MAX)) {
            all.add(former.formerId());
        }
        all.add(showSetId);
        return all;
    }

    /**
     * Refuses what cannot be done while a ShowSet's rows are still under its former id. That they are none any more stays so as long as the
     * ShowSet has this id.
     */
    void requireSettled(String showSetId) {
        if (of(showSetId).size() > 1) {
            throw ApiException.conflict(
                            "It was renamed a moment ago, and its notes and activity are still being moved. Try again soon.",
                            null)
                    .withCode("being-moved");
        }
    }

    /** The id that the ShowSet has now which had this one; empty if that one was deleted, and its rows are about to go. */
    public Optional<String> current(String showSetId) {
        var retired = store.get(SupportTable.RETIRED_BY_ID.of(showSetId));
        return retired.isEmpty()
                ? Optional.of(showSetId)
                : Optional.ofNullable(retired.get().movedTo());
    }
}

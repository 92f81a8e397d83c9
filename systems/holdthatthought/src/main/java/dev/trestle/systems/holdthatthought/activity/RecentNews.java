package dev.trestle.systems.holdthatthought.activity;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.holdthatthought.mails.News;
import dev.trestle.systems.holdthatthought.model.Activity;
import dev.trestle.systems.holdthatthought.model.ActivityKind;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** What happened lately, for digests. */
public final class RecentNews implements News {
    private static final int READ_MAX = 2000;

    private final ItemStore store;

    public RecentNews(ItemStore store) {
        this.store = store;
    }

    @Override
    public Fresh since(Instant moment) {
        List<Activity> recent;
        try (Stream<Activity> newest = store.stream(SupportTable.ACTIVITIES.of(), READ_MAX)) {
            recent = newest.takeWhile(each -> each.at().isAfter(moment)).toList();
        }
        return new Fresh(
                count(recent, ActivityKind.LETTER),
                count(recent, ActivityKind.COMMENT),
                recent.stream()
                        .filter(each -> each.kind() == ActivityKind.LETTER || each.kind() == ActivityKind.COMMENT)
                        .map(Activity::title)
                        .distinct()
                        .toList());
    }

    private static int count(List<Activity> recent, ActivityKind kind) {
        return (int) recent.stream().filter(each -> each.kind() == kind).count();
    }
}

package dev.trestle.systems.zentriqvision.privacy;

import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.area.TimedSweep;
import dev.trestle.systems.zentriqvision.exports.ExportArea;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.privacy.Holds.HoldView;
import dev.trestle.systems.zentriqvision.privacy.Holds.PutHold;
import dev.trestle.systems.zentriqvision.videos.VideoArea;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import dev.trestle.systems.zentriqvision.videos.Videos;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds and retention: their operations, and the sweep that ends what is over. */
public final class PrivacyArea implements Area {
    private static final Duration EVERY = Duration.ofHours(1);

    private final Parts parts;
    private final Holds holds;
    private final Retention retention;
    private final TimedSweep sweep;

    record AskRetention(
            @About("What so many days would mean; without it, what the settings mean")
            @Range(min = 1, max = 3650)
            @Nullable
            Integer days) {}

    public PrivacyArea(Parts parts, VideoArea videos, ExportArea exports) {
        this.parts = parts;
        this.holds = new Holds(parts);
        this.retention = new Retention(parts, videos, exports);
        this.sweep = new TimedSweep("retention", EVERY, parts.environment().clock(), retention::sweep);
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("getHold", "/videos/{id}/hold", ById.class)
                .about("Whether a video is on hold, why and by whom")
                .right(Rights.INVESTIGATOR)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .gives(HoldView.class, holds::get);
        operations
                .put("putHold", "/videos/{id}/hold", PutHold.class)
                .about("Puts a video on hold: nobody deletes it, and retention passes it by")
                .right(Rights.INVESTIGATOR)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .changes(HoldView.class, holds::put);
        operations
                .delete("deleteHold", "/videos/{id}/hold", ById.class)
                .about("Releases a video from its hold")
                .right(Rights.INVESTIGATOR)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .changes(HoldView.class, holds::release);
        operations
                .get("getRetention", "/retention", AskRetention.class)
                .about("How many videos retention ends: now, within a week, and but for a hold")
                .right(Rights.ADMIN)
                .gives(
                        Retention.Outlook.class,
                        given -> retention.outlook(
                                given.by().orgId(), given.asked().days()));
    }

    /** Notices reach those who are members still. */
    @Override
    public void handleBy(JobRunner runner) {
        runner.handle(
                Notices.JOB,
                parts.environment()
                        .notices()
                        .handlerOf(address -> address.tenant() == null
                                ? List.of()
                                : address.to().stream()
                                        .filter(id -> parts.deciding(address.tenant())
                                                .get(SupportTable.MEMBER_BY_ID.of(id))
                                                .filter(Member::active)
                                                .isPresent())
                                        .toList()));
    }

    @Override
    public List<Sweep> sweeps() {
        return List.of(sweep);
    }

    @Override
    public void start() {
        sweep.start();
    }

    @Override
    public void close() {
        sweep.close();
    }
}

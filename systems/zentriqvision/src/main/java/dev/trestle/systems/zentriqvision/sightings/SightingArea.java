package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.Follower;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.MemberRole;
import dev.trestle.systems.zentriqvision.model.OrganizationStatus;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What happens by itself about appearances: they are told as events, and those of other programs get their persons. */
public final class SightingArea implements Area {
    private final ForeignSightings foreign;
    private final CamerasOfVideos cameras;

    public SightingArea(Parts parts) {
        this.foreign = new ForeignSightings(parts.store(), parts.changes());
        this.cameras = new CamerasOfVideos(parts.store());
    }

    /** That somebody was seen. */
    record Seen(String videoId, String personId, Instant timestamp, AppearanceAttributes attributes) {}

    @Override
    public void declare(Operations<Caller> operations) {
        // Its operations are those of searches and of analyzers.
    }

    @Override
    public void follow(Follower follower) {
        follower.on(DataTable.APPEARANCE, foreign::changed);
    }

    /** A listener whose role, cameras or organisation change has to begin anew. */
    @Override
    public void tell(Events<Caller> events) {
        events.event("appearance", DataTable.APPEARANCE, SightingArea::seen, this::maySee)
                .callers(
                        SupportTable.MEMBER,
                        (who, member) -> who.userId().equals(member.userId()),
                        (who, member) -> member.active()
                                && member.role() == who.role()
                                && Objects.equals(member.cameras(), who.cameras()))
                .callers(
                        DataTable.ORGANIZATION,
                        (who, organization) -> true,
                        (who, organization) -> organization.status() == OrganizationStatus.ACTIVE);
    }

    /** Null for one that went, or that another program changed. */
    private static @Nullable Seen seen(RecordChange<Appearance> change) {
        Appearance after = change.after();
        return after == null || !change.isNew()
                ? null
                : new Seen(after.videoId(), after.personId(), after.timestamp(), after.attributes());
    }

    private boolean maySee(Caller who, Appearance appearance) {
        return who.isAtLeast(MemberRole.VIEWER)
                && (!who.isLimited()
                        || who.maySee(
                                cameras.of(who.orgId(), appearance.videoId()).orElse(null)));
    }
}

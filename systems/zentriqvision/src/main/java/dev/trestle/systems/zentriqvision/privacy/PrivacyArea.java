package dev.trestle.systems.zentriqvision.privacy;

import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.privacy.Holds.HoldView;
import dev.trestle.systems.zentriqvision.privacy.Holds.PutHold;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import dev.trestle.systems.zentriqvision.videos.Videos;

/** Holds and retention: their operations, and the sweep that ends what is over. */
public final class PrivacyArea implements Area {
    private final Holds holds;

    public PrivacyArea(Parts parts) {
        this.holds = new Holds(parts);
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
    }
}

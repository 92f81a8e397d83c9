package dev.trestle.systems.zentriqvision.alerts;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.MemberRole;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether somebody who is not calling may be told of what is in a video: by their role and their cameras as they are now. */
final class Watchers {
    private final Parts parts;

    Watchers(Parts parts) {
        this.parts = parts;
    }

    /** The member, if they may be told. */
    Optional<Member> watcher(String orgId, String userId, String videoId) {
        ItemStore store = parts.deciding(orgId);
        if (store.get(SupportTable.DELETED_VIDEO_BY_ID.of(videoId)).isPresent()) {
            return Optional.empty();
        }
        String camera = store.get(DataTable.VIDEO_METADATA.of(videoId))
                .map(Video::camera)
                .orElse(null);
        return store.get(SupportTable.MEMBER_BY_ID.of(userId)).filter(member -> maySee(member, camera));
    }

    static boolean maySee(Member member, @Nullable String camera) {
        MemberRole role = member.role();
        List<String> cameras = member.cameras();
        return member.active()
                && role != null
                && role.compareTo(MemberRole.OPERATOR) >= 0
                && (cameras == null || camera != null && cameras.contains(camera));
    }
}

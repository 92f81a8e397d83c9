package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Video;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Which cameras videos are of, remembered for some seconds: events ask for each listener. For any number of threads. */
final class CamerasOfVideos {
    private static final int REMEMBERED = 1_000;
    private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ItemStore store;
    private final Map<String, Known> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > REMEMBERED;
        }
    };

    private record Known(Optional<String> camera, long readAt) {}

    CamerasOfVideos(ItemStore store) {
        this.store = store;
    }

    /** Empty for a video of no camera, and for none. */
    synchronized Optional<String> of(String orgId, String videoId) {
        String key = orgId + "#" + videoId;
        long now = System.nanoTime();
        Known found = known.get(key);
        if (found == null || now - found.readAt() > LIFE_NANOS) {
            known.remove(key);
            found = new Known(
                    store.within(orgId)
                            .get(DataTable.VIDEO_METADATA.of(videoId))
                            .map(Video::camera),
                    now);
            known.put(key, found);
        }
        return found.camera();
    }
}

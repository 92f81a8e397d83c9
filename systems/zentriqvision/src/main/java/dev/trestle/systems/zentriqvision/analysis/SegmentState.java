package dev.trestle.systems.zentriqvision.analysis;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the next segment starts from, kept as an object: the analyzer's own state, and which appearances the tracks have had.
 *
 * @param analyzer its own
 * @param slots by track that goes on: how many times {@code appearanceSeconds} its last appearance lies behind its start
 * @param pictured the tracks that go on of which there is a picture
 */
public record SegmentState(byte[] analyzer, Map<Integer, Long> slots, Set<Integer> pictured) {
    public static final SegmentState NONE = new SegmentState(new byte[0], Map.of(), Set.of());

    /** An appearance to be recorded: what was seen, of a track as it is known now. */
    public record Moment(Finds.Seen seen, Finds.Tracked track) {}

    /** What follows of a segment. */
    public record Next(SegmentState state, List<Moment> moments, int newTracks) {}

    /** Each track gives an appearance at its start and every so many seconds after. */
    public Next after(Finds finds, int appearanceSeconds) {
        Map<Integer, Finds.Tracked> tracks = new HashMap<>();
        finds.tracks().forEach(track -> tracks.put(track.number(), track));
        Map<Integer, Long> last = new HashMap<>(slots);
        List<Moment> moments = new ArrayList<>();
        int newTracks = 0;
        for (Finds.Seen seen : finds.seen()) {
            Finds.Tracked track = tracks.get(seen.track());
            if (track == null) {
                continue; // nothing is known of it but that it was there
            }
            long slot = Math.max(0, seen.atMs() - track.firstMs()) / (appearanceSeconds * 1000L);
            Long before = last.get(seen.track());
            if (before == null || slot > before) {
                newTracks += before == null ? 1 : 0;
                last.put(seen.track(), slot);
                moments.add(new Moment(seen, track));
            }
        }
        Set<Integer> shown = new TreeSet<>(pictured);
        for (Finds.Tracked track : finds.tracks()) {
            if (track.hasEnded()) {
                last.remove(track.number());
                shown.remove(track.number());
            } else if (track.jpeg() != null) {
                shown.add(track.number());
            }
        }
        return new Next(
                new SegmentState(finds.state(), Map.copyOf(last), Set.copyOf(shown)), List.copyOf(moments), newTracks);
    }

    public byte[] bytes() {
        return Json.bytes(this);
    }

    public static SegmentState of(byte[] bytes) throws IOException {
        try {
            return Json.mapper().readValue(bytes, SegmentState.class);
        } catch (JsonProcessingException e) {
            throw new IOException("The state of an analysis cannot be read.", e);
        }
    }
}

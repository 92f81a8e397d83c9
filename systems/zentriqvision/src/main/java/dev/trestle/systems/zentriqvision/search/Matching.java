package dev.trestle.systems.zentriqvision.search;

import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AttributeEntry;
import dev.trestle.systems.zentriqvision.model.SearchFilter;
import dev.trestle.systems.zentriqvision.model.SearchName;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether one appearance is what a search looks for, by the rules of {@link Search}. Immutable. */
public final class Matching {
    private static final int LIMIT = 1;

    private final Query query;

    private Matching(Query query) {
        this.query = query;
    }

    /**
     * @throws dev.trestle.platform.api.ApiException naming the field of a filter that cannot be searched
     */
    public static Matching of(SearchFilter filter) {
        return new Matching(Queries.of(request(filter)));
    }

    private static SearchRequest request(SearchFilter filter) {
        return new SearchRequest(
                filter.color(),
                filter.upperColor(),
                filter.lowerColor(),
                filter.emotion(),
                filter.ageBucket(),
                filter.gender(),
                filter.hairColor(),
                filter.mask(),
                filter.object(),
                filter.personId(),
                filter.videoId(),
                filter.camera(),
                filter.minConfidence(),
                filter.start(),
                filter.end(),
                null,
                filter.timeOfDay(),
                filter.tz(),
                LIMIT,
                null);
    }

    /** What was asked, without what was not. */
    public static Map<String, Object> texts(SearchFilter filter) {
        return Queries.filters(request(filter));
    }

    /** {@code camera} is that of the appearance's video. */
    public boolean holds(Appearance seen, @Nullable String camera) {
        return query.holds(Hit.of(seen))
                && (query.start() == null || !seen.timestamp().isBefore(query.start()))
                && (query.timeOfDay() == null || query.timeOfDay().holds(seen.timestamp()))
                && (query.cameras().isEmpty()
                        || camera != null && query.cameras().contains(camera))
                && query.values().entrySet().stream().allMatch(each -> has(seen, each.getKey(), each.getValue()));
    }

    /** Its search rows say what it is found by. */
    private static boolean has(Appearance seen, SearchName name, Set<String> wanted) {
        return AttributeEntry.of(seen).stream()
                .anyMatch(entry -> entry.name() == name && wanted.contains(entry.value()));
    }
}

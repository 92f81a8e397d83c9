package dev.trestle.systems.zentriqvision.search;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.zentriqvision.model.SearchName;
import dev.trestle.systems.zentriqvision.model.SearchText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes queries of requests. */
final class Queries {
    private Queries() {}

    /** Two times, of which each may be missing. */
    private record Span(@Nullable Instant start, @Nullable Instant end) {}

    static Query of(SearchRequest asked) {
        Map<SearchName, Set<String>> values = new EnumMap<>(SearchName.class);
        Set<String> upper = texts("upperColor", asked.upperColor());
        Set<String> lower = texts("lowerColor", asked.lowerColor());
        put(values, SearchName.COLOR, colors(texts("color", asked.color()), upper, lower));
        put(values, SearchName.EMOTION, texts("emotion", asked.emotion()));
        put(values, SearchName.AGE, ages(asked.ageBucket()));
        put(values, SearchName.GENDER, texts("gender", asked.gender()));
        put(values, SearchName.OBJECT, texts("object", asked.object()));
        Boolean mask = asked.mask();
        put(values, SearchName.MASK, mask == null ? Set.of() : Set.of(mask.toString()));
        Span span = span(asked);
        Double confidence = asked.minConfidence();
        if (confidence != null && !(confidence >= 0 && confidence <= 1)) {
            throw ApiException.invalid("minConfidence", "must be from 0 to 1").withCode("confidence-range");
        }
        String time = asked.timeOfDay();
        String zone = asked.tz();
        return new Query(
                values,
                upper,
                lower,
                texts("hairColor", asked.hairColor()),
                ids("personId", asked.personId()),
                ids("videoId", asked.videoId()),
                asked.camera() == null ? Set.of() : Set.copyOf(asked.camera()),
                asked.minConfidence(),
                span.start(),
                span.end(),
                time == null ? null : TimeOfDay.parse(time, zone == null ? ZoneOffset.UTC : TimeOfDay.zone(zone)));
    }

    private static void put(Map<SearchName, Set<String>> values, SearchName name, Set<String> wanted) {
        if (!wanted.isEmpty()) {
            values.put(name, wanted);
        }
    }

    /** One partition of colors has those of both; each row says which. With several names the narrowest is read. */
    private static Set<String> colors(Set<String> any, Set<String> upper, Set<String> lower) {
        if (!any.isEmpty()) {
            return any;
        }
        return upper.isEmpty() ? lower : upper;
    }

    private static Set<String> texts(String name, @Nullable List<String> asked) {
        Set<String> found = new LinkedHashSet<>();
        for (String each : asked == null ? List.<String>of() : asked) {
            String normal = SearchText.normal(each);
            if (normal == null) {
                throw ApiException.invalid(name, "must say something").withCode("blank");
            }
            found.add(normal);
        }
        return found;
    }

    private static Set<String> ages(@Nullable List<String> asked) {
        Set<String> found = new LinkedHashSet<>();
        texts("ageBucket", asked).forEach(each -> found.addAll(AgeBuckets.matching(each)));
        return found;
    }

    private static Set<String> ids(String name, @Nullable List<String> asked) {
        Set<String> found = new LinkedHashSet<>();
        for (String each : asked == null ? List.<String>of() : asked) {
            if (each.indexOf('#') >= 0) {
                throw ApiException.invalid(name, "must not contain #").withCode("id-form");
            }
            found.add(each);
        }
        return found;
    }

    private static Span span(SearchRequest asked) {
        Span range = asked.timeRange() == null ? new Span(null, null) : parse(asked.timeRange());
        Instant start = asked.start() == null ? range.start() : asked.start();
        Instant end = asked.end() == null ? range.end() : asked.end();
        start = wholeUp(start);
        end = wholeDown(end);
        if (start != null && end != null && start.isAfter(end)) {
            throw ApiException.invalid("end", "must not be before start").withCode("end-before-start");
        }
        return new Span(start, end);
    }

    /** The first whole second that is not before a time. */
    static @Nullable Instant wholeUp(@Nullable Instant time) {
        Instant kept = time == null ? null : within(time);
        Instant whole = wholeDown(kept);
        return whole == null || whole.equals(kept) ? whole : whole.plusSeconds(1);
    }

    static @Nullable Instant wholeDown(@Nullable Instant time) {
        return time == null ? null : within(time).truncatedTo(ChronoUnit.SECONDS);
    }

    /** No key has a time outside: whoever asks for more asks for all. */
    private static Instant within(Instant time) {
        return time.isBefore(Search.PAST) ? Search.PAST : time.isAfter(Search.FUTURE) ? Search.FUTURE : time;
    }

    private static Span parse(String json) {
        try {
            if (Json.parse(json.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> members) {
                return new Span(instant(members.get("start")), instant(members.get("end")));
            }
        } catch (IOException | DateTimeException e) {
            // Refused below, like all else that is no range.
        }
        throw ApiException.invalid("timeRange", "must be JSON with start and end")
                .withCode("time-range");
    }

    private static @Nullable Instant instant(@Nullable Object text) {
        return text == null ? null : Instant.parse(text.toString());
    }

    /** What was asked, as the answer and the access log repeat it; no names or notes of people are among it. */
    static Map<String, Object> filters(SearchRequest asked) {
        Map<String, Object> filters = new LinkedHashMap<>();
        add(filters, "color", asked.color());
        add(filters, "upperColor", asked.upperColor());
        add(filters, "lowerColor", asked.lowerColor());
        add(filters, "emotion", asked.emotion());
        add(filters, "ageBucket", asked.ageBucket());
        add(filters, "gender", asked.gender());
        add(filters, "hairColor", asked.hairColor());
        add(filters, "mask", asked.mask());
        add(filters, "object", asked.object());
        add(filters, "personId", asked.personId());
        add(filters, "videoId", asked.videoId());
        add(filters, "camera", asked.camera());
        add(filters, "minConfidence", asked.minConfidence());
        add(filters, "start", asked.start());
        add(filters, "end", asked.end());
        add(filters, "timeRange", asked.timeRange());
        add(filters, "timeOfDay", asked.timeOfDay());
        add(filters, "tz", asked.tz());
        return filters;
    }

    /** A list of one is that one. */
    private static void add(Map<String, Object> filters, String name, @Nullable Object value) {
        if (value instanceof List<?> list) {
            if (!list.isEmpty()) {
                filters.put(name, list.size() == 1 ? list.get(0) : list);
            }
        } else if (value != null) {
            filters.put(name, value);
        }
    }
}

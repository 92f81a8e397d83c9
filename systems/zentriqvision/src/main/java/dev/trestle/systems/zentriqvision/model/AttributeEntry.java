package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.KeyOnly;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An appearance under one of its searchable values: what a result shows.
 *
 * @param name with {@code value}, what it is found by; both stand in the key alone
 * @param indexedName {@code name} again where AttributeIndex has this item for other programs to find; absent where it has the
 *     appearance itself under that value
 */
public record AttributeEntry(
        @KeyOnly SearchName name,
        @KeyOnly String value,
        String personId,
        String videoId,
        Instant timestamp,
        double confidence,
        AppearanceAttributes attributes,
        @Nullable BoundingBox box,
        @Nullable String thumbnailKey,
        @KeyOnly @Nullable String indexedName,
        @KeyOnly @Nullable String indexedValue) {
    /** The most objects of an appearance that are searchable: its items are written in one transaction. */
    public static final int OBJECTS_MAX = 20;

    private record Search(SearchName name, String value) {}

    /**
     * One entry per searchable value, in the form that is searched, however other programs write it; a value that an appearance has twice
     * is one.
     */
    public static List<AttributeEntry> of(Appearance appearance) {
        List<AttributeEntry> entries = new ArrayList<>();
        for (Search search : searches(appearance)) {
            boolean found = search.name().text().equals(appearance.indexedName())
                    && search.value().equals(appearance.indexedValue());
            entries.add(new AttributeEntry(
                    search.name(),
                    search.value(),
                    appearance.personId(),
                    appearance.videoId(),
                    appearance.timestamp(),
                    appearance.confidence(),
                    appearance.attributes(),
                    appearance.box(),
                    appearance.thumbnailKey(),
                    found ? null : search.name().text(),
                    found ? null : search.value()));
        }
        return entries;
    }

    private static Set<Search> searches(Appearance appearance) {
        AppearanceAttributes attributes = appearance.attributes();
        Set<Search> searches = new LinkedHashSet<>();
        // Other programs write no copies of a person's looks; what they index an appearance by is searchable all the
        // same.
        for (SearchName name : SearchName.values()) {
            add(searches, name, name.text().equals(appearance.indexedName()) ? appearance.indexedValue() : null);
        }
        add(searches, SearchName.COLOR, attributes.upperColor());
        add(searches, SearchName.COLOR, attributes.lowerColor());
        add(searches, SearchName.EMOTION, attributes.emotion());
        add(searches, SearchName.AGE, attributes.ageBucket());
        add(searches, SearchName.GENDER, attributes.gender());
        Boolean mask = attributes.mask();
        add(searches, SearchName.MASK, mask == null ? null : mask.toString());
        List<String> objects = attributes.objects();
        if (objects != null) {
            objects.stream().distinct().limit(OBJECTS_MAX).forEach(each -> add(searches, SearchName.OBJECT, each));
        }
        return searches;
    }

    private static void add(Set<Search> searches, SearchName name, @Nullable String value) {
        String normal = SearchText.normal(value);
        if (normal != null) {
            searches.add(new Search(name, normal));
        }
    }
}

package dev.trestle.systems.zentriqvision.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.Length;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.persons.Identities;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Searching appearances, and looking at one. */
public final class SearchArea implements Area {
    private static final DateTimeFormatter COMPACT = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'");

    private final Parts parts;

    public SearchArea(Parts parts) {
        this.parts = parts;
    }

    record ByAppearance(
            @Length(min = 1, max = 200) String videoId,
            @Length(min = 1, max = 40) String timestamp,
            @Length(min = 1, max = 200) String personId) {}

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("search", "/search", SearchRequest.class)
                .about("Appearances, newest first")
                .description(
                        "All names that are given hold together; of a name that is repeated, one value is enough. A page that ends early"
                                + " because it read as much as one page may has nextToken, and searchedBackTo says how far it came.")
                .right(Rights.OPERATOR)
                .givesPage(HitView.class, this::search);
        operations
                .get("getAppearance", "/appearances/{videoId}/{timestamp}/{personId}", ByAppearance.class)
                .about("One appearance")
                .right(Rights.OPERATOR)
                .refuses(Kind.NOT_FOUND)
                .gives(HitView.class, this::appearance);
    }

    private Page<HitView> search(Given<Caller, SearchRequest> given) {
        SearchRequest asked = given.asked();
        Query query = Queries.of(asked);
        Map<String, Object> filters = Queries.filters(asked);
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.SEARCH)
                                .video(only(asked.videoId()))
                                .person(only(asked.personId()))
                                .saying(filters.entrySet().stream()
                                        .map(each -> each.getKey() + "=" + each.getValue())
                                        .collect(Collectors.joining("&"))));
        ItemStore store = parts.of(given.by());
        Footage footage = new Footage(store, given.by());
        Search.Found found = new Search(store, footage, query, new Identities(store), given.at())
                .page(asked.limit(), after(asked.cursor()));
        Crops crops = crops(given.by());
        List<HitView> views = found.hits().stream()
                .map(hit -> HitView.of(hit, footage, crops))
                .toList();
        Place next = found.next();
        Page<HitView> page = new Page<>(views, next == null ? null : next.text())
                .with("orgId", given.by().orgId())
                .with("filters", filters);
        return found.isShort() && next != null ? page.with("searchedBackTo", next.at()) : page;
    }

    private static @Nullable String only(@Nullable List<String> values) {
        return values != null && values.size() == 1 ? values.get(0) : null;
    }

    static @Nullable Place after(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        Place place = Place.parse(cursor);
        if (place == null) {
            throw ApiException.invalid("cursor", "is not one of this list").withCode("cursor-unknown");
        }
        return place;
    }

    private Crops crops(Caller who) {
        return new Crops(parts.bucket(), who.orgId());
    }

    private HitView appearance(Given<Caller, ByAppearance> given) {
        Footage footage = new Footage(parts.of(given.by()), given.by());
        Hit hit = find(given, footage);
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.VIEW)
                                .video(hit.videoId())
                                .person(hit.personId())
                                .saying(hit.timestamp().toString()));
        return HitView.of(hit, footage, crops(given.by()));
    }

    /** Under the documented key of its second, or under that of a further person. */
    private Hit find(Given<Caller, ByAppearance> given, Footage footage) {
        ByAppearance asked = given.asked();
        Instant at = at(asked.timestamp());
        if (asked.videoId().indexOf('#') >= 0 || asked.personId().indexOf('#') >= 0) {
            throw ApiException.invalid("videoId", "must not contain #, nor must personId")
                    .withCode("id-form");
        }
        ItemStore store = parts.of(given.by());
        Optional<Appearance> found = new Identities(store).appearance(asked.videoId(), at, asked.personId());
        if (found.isEmpty() || !footage.isVisible(asked.videoId())) {
            parts.access().denied(given.by(), "no such appearance, or not of the member's cameras");
            throw ApiException.notFound("There is no such appearance.");
        }
        return Hit.of(found.get());
    }

    private static Instant at(String text) {
        try {
            return text.indexOf('-') >= 0
                    ? Instant.parse(text)
                    : LocalDateTime.parse(text, COMPACT).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw ApiException.invalid("timestamp", "must be like 2024-01-01T10:05:00Z or 20240101T100500Z")
                    .withCode("timestamp-form");
        }
    }
}

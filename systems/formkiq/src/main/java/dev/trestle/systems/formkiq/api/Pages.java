package dev.trestle.systems.formkiq.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.model.operation.CursorException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Principal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Lists, page by page, forth and back. A page is full unless it is the last one, whatever is left out of what is read.
 *
 * <p>A token holds the place where its page begins and the places of the pages before it; it is signed and bound to
 * the operation, the site, the query and the caller. It carries the limit, unless the next request names one.
 */
public final class Pages {
    private static final int LIMIT = 10;
    private static final int LIMIT_MAX = 1000;
    private static final int READ_LEAST = 25;
    private static final int READ_MAX = 1000;
    private static final int HITS_MAX = 50_000;
    private static final int BEFORE_MAX = 50;
    private static final int TOKEN_BYTES_MAX = 64 * 1024;

    private final ItemStore store;

    public Pages(ItemStore store) {
        this.store = store;
    }

    /** Reads what comes behind a place; fewer than asked for are the last. */
    @FunctionalInterface
    public interface Source<T> {
        List<Placed<T>> read(@Nullable List<String> after, int count);
    }

    /** What a token holds. */
    private record Token(int limit, List<String> place, List<List<String>> before) {}

    /**
     * A page that is asked for.
     *
     * @param list what binds its tokens
     * @param place where it begins; empty for the first
     * @param before where the pages before it begin
     */
    public record Asked(int limit, List<String> list, List<String> place, List<List<String>> before) {}

    /** A page. */
    public record Listing<V>(
            List<V> items, @Nullable String next, @Nullable String previous) {}

    /**
     * What a request asks for.
     *
     * @param query what makes one list another, beside the operation, the site and the caller
     */
    public Asked asked(
            Caller caller,
            String operation,
            List<String> query,
            @Nullable String limit,
            @Nullable String next,
            @Nullable String previous) {
        return asked(caller, operation, query, limit, next, previous, LIMIT);
    }

    public Asked asked(
            Caller caller,
            String operation,
            List<String> query,
            @Nullable String limit,
            @Nullable String next,
            @Nullable String previous,
            int otherwise) {
        Principal who = caller.principal();
        List<String> list = new ArrayList<>(List.of(operation, caller.site(), who.issuer(), who.subject()));
        list.addAll(query);
        Integer given = limitOf(limit);
        String token = next == null || next.isEmpty() ? previous : next;
        if (token == null || token.isEmpty()) {
            return new Asked(given == null ? otherwise : given, list, List.of(), List.of());
        }
        Token found = open(token, list);
        return new Asked(given == null ? found.limit() : given, list, found.place(), found.before());
    }

    private static @Nullable Integer limitOf(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            int limit = Integer.parseInt(text.strip());
            return limit < 1 ? LIMIT : Math.min(limit, LIMIT_MAX);
        } catch (NumberFormatException e) {
            return LIMIT;
        }
    }

    /**
     * Collects a page.
     *
     * @param show what is shown of each of some hits, null for those that are left out
     */
    public <T, V> Listing<V> collect(Asked asked, Source<T> source, Function<List<T>, List<@Nullable V>> show) {
        List<V> items = new ArrayList<>();
        List<String> place = asked.place();
        List<String> last = List.of();
        int hits = 0;
        boolean more = false;
        while (!more && hits < HITS_MAX) {
            int count = Math.min(READ_MAX, Math.max(READ_LEAST, asked.limit() + 1));
            List<Placed<T>> read = source.read(place.isEmpty() ? null : place, count);
            List<@Nullable V> shown =
                    show.apply(read.stream().map(Placed::record).toList());
            for (int i = 0; i < read.size() && !more; i++) {
                V item = shown.get(i);
                if (item != null && items.size() == asked.limit()) {
                    more = true;
                } else if (item != null) {
                    items.add(item);
                    last = read.get(i).place();
                }
            }
            hits += read.size();
            if (read.size() < count) {
                break;
            }
            place = read.get(read.size() - 1).place();
            if (hits >= HITS_MAX && !more) {
                last = place;
                more = true;
            }
        }
        return new Listing<>(items, more ? next(asked, last) : null, previous(asked));
    }

    /** Shows each of some hits by itself, and leaves none out. */
    public static <T, V> Function<List<T>, List<@Nullable V>> each(Function<T, V> view) {
        return rows -> {
            List<@Nullable V> shown = new ArrayList<>();
            rows.forEach(row -> shown.add(view.apply(row)));
            return shown;
        };
    }

    /** A list that is all there is. */
    public <V> Listing<V> of(Asked asked, List<V> all) {
        return collect(
                asked,
                (after, count) -> {
                    int from = after == null ? 0 : Integer.parseInt(after.get(0));
                    List<Placed<V>> part = new ArrayList<>();
                    for (int i = from; i < all.size() && part.size() < count; i++) {
                        part.add(new Placed<>(all.get(i), List.of(Integer.toString(i + 1))));
                    }
                    return part;
                },
                Pages::same);
    }

    @SuppressWarnings("unchecked")
    private static <V> List<@Nullable V> same(List<V> items) {
        return (List<@Nullable V>) items;
    }

    private String next(Asked asked, List<String> place) {
        List<List<String>> before = new ArrayList<>(asked.before());
        before.add(asked.place());
        while (before.size() > BEFORE_MAX) {
            before.remove(1); // the first page stays
        }
        return seal(new Token(asked.limit(), place, before), asked.list());
    }

    private @Nullable String previous(Asked asked) {
        int pages = asked.before().size();
        return pages == 0
                ? null
                : seal(
                        new Token(
                                asked.limit(),
                                asked.before().get(pages - 1),
                                asked.before().subList(0, pages - 1)),
                        asked.list());
    }

    /** The places of one list have most of their text in common: packed, fifty of them fit into an address. */
    private String seal(Token token, List<String> list) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            out.write(Json.bytes(token));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return store.seal(List.of(Base64.getEncoder().encodeToString(packed.toByteArray())), list);
    }

    private Token open(String token, List<String> list) {
        try {
            byte[] packed = Base64.getDecoder().decode(store.open(token, list).get(0));
            try (InflaterInputStream in = new InflaterInputStream(new java.io.ByteArrayInputStream(packed))) {
                String text = new String(in.readNBytes(TOKEN_BYTES_MAX), StandardCharsets.UTF_8);
                return Json.mapper().readValue(text, Token.class);
            }
        } catch (CursorException | JsonProcessingException e) {
            throw Refusals.invalidNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

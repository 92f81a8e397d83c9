package dev.trestle.platform.events;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.platform.api.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How far the streams of several tables were read: for each table, for each shard that is not finished, a {@link Place}. As a text it
 * is what clients send as Last-Event-ID; it means the same in any process, as long as the records are kept.
 */
record Position(Map<String, Map<String, Place>> tables) {
    private static final int TEXT_MAX = 16 * 1024;
    private static final Pattern SEQUENCE = Pattern.compile("[0-9]{1,60}");
    private static final Pattern TIME = Pattern.compile("@[0-9]{1,15}");

    /** Where one shard was read to. */
    sealed interface Place {
        /** Behind the record of this number. */
        record After(String sequence) implements Place {
            boolean isAtLeast(String other) {
                return new BigInteger(sequence).compareTo(new BigInteger(other)) >= 0;
            }
        }

        /** At the records from this time on; no record was seen yet. */
        record From(Instant time) implements Place {}

        static Place parse(String text) {
            if (SEQUENCE.matcher(text).matches()) {
                return new After(text);
            }
            if (TIME.matcher(text).matches()) {
                return new From(Instant.ofEpochMilli(Long.parseLong(text.substring(1))));
            }
            throw new IllegalArgumentException("no place in a shard");
        }

        default String text() {
            return this instanceof From from ? "@" + from.time().toEpochMilli() : ((After) this).sequence();
        }
    }

    Position {
        Map<String, Map<String, Place>> copy = new TreeMap<>();
        tables.forEach((table, shards) -> copy.put(table, new TreeMap<>(shards)));
        tables = copy;
    }

    String text() {
        Map<String, Map<String, String>> plain = new TreeMap<>();
        tables.forEach((table, shards) -> {
            Map<String, String> places = new TreeMap<>();
            shards.forEach((shard, place) -> places.put(shard, place.text()));
            plain.put(table, places);
        });
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(plain));
    }

    /** Empty if the text is none that was given out: clients may send anything. */
    static Optional<Position> parse(String text) {
        if (text.length() > TEXT_MAX) {
            return Optional.empty();
        }
        try {
            Map<String, Map<String, String>> plain =
                    Json.mapper().readValue(Base64.getUrlDecoder().decode(text), new TypeReference<>() {});
            Map<String, Map<String, Place>> tables = new TreeMap<>();
            plain.forEach((table, shards) -> {
                Map<String, Place> places = new TreeMap<>();
                shards.forEach((shard, place) -> places.put(shard, Place.parse(place)));
                tables.put(table, places);
            });
            return Optional.of(new Position(tables));
        } catch (IOException | IllegalArgumentException | NullPointerException e) {
            return Optional.empty();
        }
    }
}

package dev.trestle.systems.holdthatthought.people;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.schema.Length;
import dev.trestle.systems.holdthatthought.model.Relation;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A relationship as it stands in a profile: what somebody is to the profile's owner.
 *
 * @param id given by the server where a request has none
 * @param name as the owner calls them
 * @param userId if they are a user
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FamilyEntry(
        @Length(max = 64) @Nullable String id,
        @Length(min = 1, max = 50) String type,
        @Length(max = 1000) @Nullable String name,
        @Length(max = 1000) @Nullable String customType,
        @Length(max = 200) @Nullable String userId,
        @Nullable Instant createdAt) {
    static final int ENTRIES_MAX = 100;
    static final int NAME_MAX = 200;
    static final int CUSTOM_TYPE_MAX = 100;

    /** The entries of a profile. What another program has stored in another form is left out. */
    static List<FamilyEntry> read(@Nullable AttributeValue stored) {
        List<FamilyEntry> entries = new ArrayList<>();
        if (stored == null) {
            return entries;
        }
        if (stored.hasM()) {
            stored.m().forEach((id, value) -> add(entries, id, value));
        } else if (stored.hasL()) {
            for (int i = 0; i < stored.l().size(); i++) {
                add(entries, Integer.toString(i), stored.l().get(i));
            }
        }
        return entries;
    }

    private static void add(List<FamilyEntry> entries, String id, AttributeValue value) {
        if (!value.hasM() || entries.size() == ENTRIES_MAX) {
            return;
        }
        Map<String, AttributeValue> item = value.m();
        String type = text(item, "type");
        if (type != null) {
            String own = text(item, "id");
            entries.add(new FamilyEntry(
                    own == null ? id : own,
                    type,
                    text(item, "name"),
                    text(item, "customType"),
                    text(item, "userId"),
                    time(text(item, "createdAt"))));
        }
    }

    private static @Nullable String text(Map<String, AttributeValue> item, String name) {
        AttributeValue value = item.get(name);
        return value == null ? null : value.s();
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** As a profile keeps them; null for none. */
    static @Nullable AttributeValue write(List<FamilyEntry> entries) {
        Map<String, AttributeValue> all = new LinkedHashMap<>();
        for (FamilyEntry entry : entries) {
            Map<String, AttributeValue> item = new LinkedHashMap<>();
            put(item, "id", entry.id());
            put(item, "type", entry.type());
            put(item, "name", entry.name());
            put(item, "customType", entry.customType());
            put(item, "userId", entry.userId());
            put(item, "createdAt", entry.createdAt() == null ? null : Relations.TIME.format(entry.createdAt()));
            all.put(String.valueOf(entry.id()), AttributeValue.fromM(item));
        }
        return all.isEmpty() ? null : AttributeValue.fromM(all);
    }

    private static void put(Map<String, AttributeValue> item, String name, @Nullable String value) {
        if (value != null) {
            item.put(name, AttributeValue.fromS(value));
        }
    }

    /** What is found from the other side; null if it names no user. */
    @Nullable
    Relation relationOf(String ownerId, Instant otherwise) {
        String named = userId;
        String entry = id;
        if (named == null || entry == null || named.equals(ownerId) || Ids.problem(named) != null) {
            return null;
        }
        Instant at = createdAt;
        return new Relation(ownerId, entry, named, type, customType, at == null ? otherwise : at);
    }
}

package dev.trestle.objects.bucket;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import dev.trestle.objects.api.CorsRule;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.index.Attribute;
import dev.trestle.objects.index.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A bucket and what is set for it, at one moment. */
public record Bucket(
        Bytes id, String name, Instant created, Versioning versioning, Map<String, String> tags, List<CorsRule> cors) {

    /** Whether its objects' versions have ids that are told to clients. */
    public boolean hasVersions() {
        return versioning != Versioning.OFF;
    }

    Bucket withVersioning(Versioning changed) {
        return new Bucket(id, name, created, changed, tags, cors);
    }

    Bucket withTags(Map<String, String> changed) {
        return new Bucket(id, name, created, versioning, changed, cors);
    }

    Bucket withCors(List<CorsRule> changed) {
        return new Bucket(id, name, created, versioning, tags, changed);
    }

    static Map<String, Value> key(String name) {
        return Map.of(Attribute.NAME, new Value.S(name));
    }

    Row toRow() {
        Row row = Row.empty()
                .with(Attribute.NAME, name)
                .with(Attribute.BUCKET, id)
                .with(Attribute.MODIFIED, created.toEpochMilli())
                .with(Attribute.VERSIONING, versioning)
                .with(Attribute.TAGS, tags);
        return cors.isEmpty() ? row : row.with(Attribute.CORS, CorsRules.write(cors));
    }

    static Bucket read(StoredItem item) {
        Row row = Row.of(item);
        return new Bucket(
                row.bytes(Attribute.BUCKET),
                row.requiredText(Attribute.NAME),
                Instant.ofEpochMilli(row.number(Attribute.MODIFIED)),
                Versioning.valueOf(row.requiredText(Attribute.VERSIONING)),
                row.texts(Attribute.TAGS),
                CorsRules.read(row.value(Attribute.CORS)));
    }
}

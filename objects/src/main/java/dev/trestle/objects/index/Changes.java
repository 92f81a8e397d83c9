package dev.trestle.objects.index;

import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes of rows that happen together or not at all. No row may be in it twice. */
public final class Changes {
    /** How many there may be in one. */
    public static final int MAX = 100;

    private final List<TransactWriteItems.Action> actions = new ArrayList<>();
    private final List<Garbage> garbage = new ArrayList<>();

    public boolean isEmpty() {
        return actions.isEmpty();
    }

    public int size() {
        return actions.size();
    }

    List<TransactWriteItems.Action> actions() {
        return actions;
    }

    /** What is left to be removed when these have happened. */
    public List<Garbage> garbage() {
        return garbage;
    }

    public Changes put(Table table, Row row) {
        return put(table, row, null, ExpressionAttributes.NONE);
    }

    private Changes put(Table table, Row row, @Nullable String condition, ExpressionAttributes values) {
        actions.add(new TransactWriteItems.Action(
                null, new PutItem(table.tableName(), row.attributes(), condition, values, null, null), null, null));
        return this;
    }

    public Changes delete(Table table, Map<String, Value> key) {
        return delete(table, key, null, ExpressionAttributes.NONE);
    }

    private Changes delete(
            Table table, Map<String, Value> key, @Nullable String condition, ExpressionAttributes values) {
        actions.add(new TransactWriteItems.Action(
                null, null, null, new DeleteItem(table.tableName(), key, condition, values, null, null)));
        return this;
    }

    /** Makes the version the current one of its key, in place of {@code before}. */
    public Changes putLive(Bytes bucket, Bytes key, Version version, @Nullable Version before) {
        Row row = version.toRow(bucket, key);
        return before == null
                ? put(Table.LIVE, row, "attribute_not_exists(" + Attribute.BUCKET + ")", ExpressionAttributes.NONE)
                : put(Table.LIVE, row, Attribute.VERSION + " = :v", isVersion(before));
    }

    public Changes deleteLive(Bytes bucket, Bytes key, Version before) {
        return delete(Table.LIVE, Index.key(Table.LIVE, bucket, key), Attribute.VERSION + " = :v", isVersion(before));
    }

    private static ExpressionAttributes isVersion(Version version) {
        return new ExpressionAttributes(null, Map.of(":v", new Value.B(version.id())));
    }

    /** Adds a version that is not the current object of its key, or changes it. */
    public Changes putVersion(Bytes bucket, Bytes key, Version version) {
        return put(Table.VERSIONS, version.toRow(bucket, key));
    }

    public Changes deleteVersion(Version version) {
        return delete(
                Table.VERSIONS,
                Index.key(Table.VERSIONS, version.id()),
                "attribute_exists(" + Attribute.VERSION + ")",
                ExpressionAttributes.NONE);
    }

    /** Tells which of the key's older versions is the one called {@code null}. */
    public Changes putNull(Bytes bucket, Bytes key, Bytes version) {
        return put(
                Table.NULLS,
                Row.empty().with(Attribute.PLACE, place(bucket, key)).with(Attribute.VERSION, version));
    }

    public Changes deleteNull(Bytes bucket, Bytes key) {
        return delete(Table.NULLS, Index.key(Table.NULLS, place(bucket, key)));
    }

    static Bytes place(Bytes bucket, Bytes key) {
        byte[] both = java.util.Arrays.copyOf(bucket.array(), bucket.length() + key.length());
        System.arraycopy(key.array(), 0, both, bucket.length(), key.length());
        return Bytes.of(both);
    }

    /** Names a new blob; {@code data} is null if its bytes are in a file. */
    public Changes putBlob(Bytes id, long size, @Nullable Bytes data) {
        return put(
                Table.BLOBS,
                Row.empty().with(Attribute.BLOB, id).with(Attribute.SIZE, size).with(Attribute.DATA, data));
    }

    public Changes deleteBlob(Bytes id) {
        return delete(Table.BLOBS, Index.key(Table.BLOBS, id));
    }

    /** Lets go of an object's bytes: those in the index at once, others by and by. */
    public Changes drop(Content content) {
        if (content instanceof Content.Inline inline) {
            return deleteBlob(inline.blob());
        }
        if (content instanceof Content.File file) {
            return addGarbage(new Garbage.File(file.blob()));
        }
        return content instanceof Content.Parts parts ? addGarbage(new Garbage.Manifest(parts.upload())) : this;
    }

    public Changes addGarbage(Garbage what) {
        garbage.add(what);
        return put(Table.GARBAGE, what.toRow());
    }

    public Changes deleteGarbage(Garbage what) {
        return delete(Table.GARBAGE, what.key());
    }

    /** Fails if the upload is gone. */
    public Changes deleteUpload(Bytes upload) {
        return delete(
                Table.UPLOADS,
                Index.key(Table.UPLOADS, upload),
                "attribute_exists(" + Attribute.UPLOAD + ")",
                ExpressionAttributes.NONE);
    }

    /** Demands that the upload is not completed or aborted. */
    public Changes requireUpload(Bytes upload) {
        actions.add(new TransactWriteItems.Action(
                new TransactWriteItems.ConditionCheck(
                        Table.UPLOADS.tableName(),
                        new LinkedHashMap<>(Index.key(Table.UPLOADS, upload)),
                        "attribute_exists(" + Attribute.UPLOAD + ")",
                        ExpressionAttributes.NONE,
                        null),
                null,
                null,
                null));
        return this;
    }
}

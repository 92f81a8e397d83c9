package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.When;
import dev.trestle.model.annotation.KeyOnly;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chapter "Documents", sections "Document Tag" and "Document Tag (Multi-Value)". */
public final class DocumentTags {
    /**
     * A value of a document's tag: its only one, or one of several, each of which is an item.
     *
     * @param index the place among several values; null if this is the only one
     * @param tagValues all values of the tag; absent if this is the only one
     */
    @RecordBuilder
    public record Tag(
            String documentId,
            @KeyOnly String tagKey,
            @KeyOnly @Nullable Integer index,
            @Nullable String type,
            String tagValue,
            @Nullable List<String> tagValues,
            String userId,
            Instant inserteddate) {}

    static final String ORDERED_AFTERWARDS = "documented so; the values of one tag, put in order after they are read";
    static final String VALUES_BOUND =
            "documented so; the values of one tag, as many as one request brings, which has a bound itself";

    public static final Entity<Tag> TAG = TABLE.entity(Tag.class)
            .about("A document's tags, with one value or several")
            .key("docs#{documentId}", "tags#{tagKey}", When.absent("index"))
            .key("docs#{documentId}", "tags#{tagKey}#idx{index}", When.present("index"))
            .index("GSI1", "tag#{tagKey}#{tagValue:cut}", "{inserteddate}#{documentId}")
            .index("GSI2", "tag#{tagKey}", "{tagValue:cut}#{inserteddate}#{documentId}")
            .refuse("#", "tagKey")
            .accept("TEXT_ORDER", ORDERED_AFTERWARDS)
            .accept("ITEM_GROWTH", VALUES_BOUND)
            .belongsTo(Documents.DOCUMENT, "is found by");

    public static final Pattern<Tag> TAGS_OF_DOCUMENT =
            TAG.query("List the tags of a document").beginsWith("tags#");

    public static final Pattern<Tag> TAG_BY_KEY =
            TAG.get("Get a tag of a document").exactly("tags#{tagKey}");

    /** In the order of text, {@code idx10} before {@code idx2}: put in order after they are read. */
    public static final Pattern<Tag> TAG_VALUES =
            TAG.query("List the values of a document's tag").beginsWith("tags#{tagKey}#idx");

    public static final Pattern<Tag> TAG_VALUE_BY_INDEX =
            TAG.get("Get a value of a document's tag").exactly("tags#{tagKey}#idx{index}");

    public static final Pattern<Tag> DOCUMENTS_BY_TAG =
            TAG.query("Find documents by tag and value").on("GSI1").descending();

    public static final Pattern<Tag> DOCUMENTS_BY_TAG_BETWEEN = TAG.query(
                    "Find documents by tag and value between two times")
            .on("GSI1")
            .between("inserteddate")
            .descending();

    public static final Pattern<Tag> DOCUMENTS_BY_TAG_KEY =
            TAG.query("Find documents by tag").on("GSI2");

    public static final Pattern<Tag> DOCUMENTS_BY_TAG_PREFIX = TAG.query(
                    "Find documents by tag and how its value begins")
            .on("GSI2")
            .beginsWith("{tagValue:cut}");

    public static final Pattern<Tag> DOCUMENTS_BY_TAG_KEY_LAST_FIRST = TAG.query(
                    "Find documents by tag, the greatest value first")
            .on("GSI2")
            .descending();

    public static final Pattern<Tag> DOCUMENTS_BY_TAG_PREFIX_LAST_FIRST = TAG.query(
                    "Find documents by tag and how its value begins, the greatest value first")
            .on("GSI2")
            .beginsWith("{tagValue:cut}")
            .descending();

    /**
     * The value of the greatest key that a value up to {@code end} may have. The "#" behind a value sorts it behind
     * values that go on with a space, so that the keys of a range of values are no range: whoever reads one stops
     * here, and compares each value.
     */
    public static String lastOf(String end) {
        String last = end;
        for (int i = 0; i < end.length(); i++) {
            String shorter = end.substring(0, i);
            if ((shorter + "#").compareTo(last + "#") > 0) {
                last = shorter;
            }
        }
        return last;
    }

    private DocumentTags() {}
}

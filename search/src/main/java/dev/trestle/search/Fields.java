package dev.trestle.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** An entry as a document of Lucene's. */
final class Fields {
    /** Longer texts are found by their beginning. */
    static final int TEXT_MAX = 2_000_000;

    static final String KEY = "key";
    static final String TENANT = "tenant";
    static final String READER = "reader";
    static final String AT = "at";

    /** Stand around what is found in excerpts; no text in an index has them. */
    static final char FOUND = '\uE000';

    static final char FOUND_END = '\uE001';

    private static final String ID = "id";
    private static final String TEXT = "text.";
    private static final String FILTER = "filter.";
    private static final String STORED = "stored.";
    private static final char BETWEEN = '\u0000';
    private static final FieldType SEARCHED = searched();

    private Fields() {}

    private static FieldType searched() {
        FieldType type = new FieldType();
        type.setIndexOptions(
                IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS); // so that excerpts need no second analysis
        type.setTokenized(true);
        type.setStored(true);
        type.freeze();
        return type;
    }

    static String text(String field) {
        return TEXT + field;
    }

    static String filter(String field) {
        return FILTER + field;
    }

    /** Names an entry among those of all tenants. */
    static String key(@Nullable String tenant, String id) {
        return tenantTerm(tenant) + BETWEEN + id;
    }

    /** Entries without a tenant have a term of their own, so that no search leaves the tenant out. */
    static String tenantTerm(@Nullable String tenant) {
        return tenant == null ? "" : "=" + tenant;
    }

    static Document document(@Nullable String tenant, String id, Entry entry) {
        Document document = new Document();
        String key = key(tenant, id);
        document.add(new StringField(KEY, key, Field.Store.NO));
        document.add(new SortedDocValuesField(KEY, new BytesRef(key)));
        document.add(new StringField(TENANT, tenantTerm(tenant), Field.Store.NO));
        document.add(new StoredField(ID, id));
        entry.readers().forEach(reader -> document.add(new StringField(READER, reader, Field.Store.NO)));
        entry.texts().forEach((field, text) -> document.add(new Field(text(field), cleaned(text), SEARCHED)));
        entry.filters()
                .forEach((field, values) ->
                        values.forEach(value -> document.add(new StringField(filter(field), value, Field.Store.NO))));
        Long at = entry.at();
        if (at != null) {
            document.add(new LongPoint(AT, at));
            document.add(new NumericDocValuesField(AT, at));
        }
        entry.stored().forEach((field, value) -> document.add(new StoredField(STORED + field, value)));
        return document;
    }

    private static String cleaned(String text) {
        String cut = text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX);
        return cut.indexOf(FOUND) < 0 && cut.indexOf(FOUND_END) < 0
                ? cut
                : cut.replace(FOUND, ' ').replace(FOUND_END, ' ');
    }

    static String id(Document document) {
        return document.get(ID);
    }

    static Map<String, String> stored(Document document) {
        Map<String, String> stored = new TreeMap<>();
        for (IndexableField field : document) {
            if (field.name().startsWith(STORED)) {
                stored.put(field.name().substring(STORED.length()), field.stringValue());
            }
        }
        return stored;
    }

    /** The pieces of an excerpt with marks in it. */
    static List<SearchPage.Part> parts(String marked) {
        List<SearchPage.Part> parts = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        boolean isFound = false;
        for (int i = 0; i <= marked.length(); i++) {
            char c = i < marked.length() ? marked.charAt(i) : isFound ? FOUND_END : FOUND;
            if (c != FOUND && c != FOUND_END) {
                piece.append(c);
                continue;
            }
            if (!piece.isEmpty()) {
                parts.add(new SearchPage.Part(piece.toString(), isFound));
                piece.setLength(0);
            }
            isFound = c == FOUND;
        }
        return parts;
    }
}

package dev.trestle.search;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Where a page ended, by what results are sorted by, so that the next one begins there in whatever state the index is by then. It is not
 * signed: the operation that hands it out binds it to the search and the caller.
 */
final class PageEnd {
    private static final int LENGTH_MAX = 4096;

    private PageEnd() {}

    static String write(FieldDoc last) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            Object first = last.fields[0];
            if (first instanceof Float score) {
                out.writeByte('s');
                out.writeFloat(score);
            } else {
                out.writeByte('a');
                out.writeLong((Long) first);
            }
            BytesRef key = (BytesRef) last.fields[1];
            out.write(key.bytes, key.offset, key.length);
        } catch (IOException e) {
            throw new IllegalStateException("Bytes in memory cannot be written.", e);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    static @Nullable FieldDoc read(SearchRequest request) {
        String cursor = request.cursor();
        if (cursor == null) {
            return null;
        }
        boolean isByScore = request.order() == SearchRequest.Order.RELEVANCE;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes(cursor)))) {
            if (in.readByte() != (isByScore ? 's' : 'a')) {
                throw invalid();
            }
            Object first = isByScore ? (Object) in.readFloat() : (Object) in.readLong();
            String key = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new FieldDoc(Integer.MAX_VALUE, Float.NaN, new Object[] {first, new BytesRef(key)});
        } catch (IOException | IllegalArgumentException e) {
            throw invalid();
        }
    }

    private static byte[] bytes(String cursor) {
        if (cursor.length() > LENGTH_MAX) {
            throw invalid();
        }
        return Base64.getUrlDecoder().decode(cursor);
    }

    private static SearchException invalid() {
        return new SearchException("The cursor is not one of this search. Begin with the first page.");
    }
}

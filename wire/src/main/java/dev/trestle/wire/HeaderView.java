package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.wire.s3.S3Request;
import io.vertx.core.MultiMap;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The headers of a request. HTTP's parser makes a character of every byte; those who mean UTF-8 get it. */
final class HeaderView implements S3Request.Headers {
    private static final int ASCII_MAX = 0x7F;

    private final MultiMap headers;

    HeaderView(MultiMap headers) {
        this.headers = headers;
    }

    @Override
    public List<String> all(String name) {
        List<String> values = headers.getAll(name);
        return values.stream().allMatch(HeaderView::isAscii)
                ? values
                : values.stream().map(HeaderView::decoded).toList();
    }

    @Override
    public Collection<String> names() {
        return headers.names().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
    }

    private static boolean isAscii(String value) {
        return value.chars().allMatch(next -> next <= ASCII_MAX);
    }

    private static String decoded(String value) {
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(value.getBytes(ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return value;
        }
    }

    /** The reverse, for headers that are sent. */
    static String encoded(String value) {
        return isAscii(value) ? value : new String(value.getBytes(UTF_8), ISO_8859_1);
    }
}

package dev.trestle.wire.uri;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTest {
    @ParameterizedTest
    @CsvSource({
        "a b,a%20b",
        "a+b,a%2Bb",
        "..//./x/,..//./x/",
        "%2F,%252F",
        "-._~,-._~",
        "\u00e9\u4e2d\ud83d\ude00,%C3%A9%E4%B8%AD%F0%9F%98%80"
    })
    void path_encodedAndDecoded_isTheSame(String path, String encoded) {
        assertThat(Percent.encodePath(path)).isEqualTo(encoded);
        assertThat(Percent.decodePath(encoded)).isEqualTo(path);
        assertThat(Percent.decodePath(encoded.toLowerCase(java.util.Locale.ROOT).replace("%2f", "%2F")))
                .isEqualTo(path.toLowerCase(java.util.Locale.ROOT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "a%", "%zz", "%-1", "%c3", "%ff", "%ed%a0%80", "%c0%af"})
    void path_malformed_isNone(String path) {
        assertThat(Percent.decodePath(path)).isNull();
        assertThat(Query.parse("a=" + path)).isNull();
        assertThat(Query.parse(path)).isNull();
    }

    @Test
    void path_rawBytes_areUtf8() {
        assertThat(Percent.decodePath("\u00c3\u00a9")).isEqualTo("\u00e9");
        assertThat(Percent.decodePath("+")).isEqualTo("+");
    }

    @Test
    void query_parameters_areDecodedAndSortedByName() {
        Query query = Query.parse("b=2&a-b=x&a=%2f+1&uploads&a=&&b=10");
        assertThat(query).isNotNull();
        assertThat(query.names()).containsExactly("b", "a-b", "a", "uploads", "a", "b");
        assertThat(query.first("a")).isEqualTo("/ 1");
        assertThat(query.has("uploads")).isTrue();
        assertThat(query.first("c")).isNull();
        assertThat(query.canonical("a-b"::equals)).isEqualTo("a=&a=%2F%201&b=10&b=2&uploads=");
        assertThat(query.canonical(name -> false)).isEqualTo("a=&a=%2F%201&a-b=x&b=10&b=2&uploads=");
    }

    @Test
    void query_withoutEnd_isNone() {
        assertThat(Query.parse("a&".repeat(1000))).isNull();
        assertThat(Query.parse("")).isNotNull().extracting(Query::names).isEqualTo(List.of());
    }
}

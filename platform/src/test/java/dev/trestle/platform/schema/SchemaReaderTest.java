package dev.trestle.platform.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.SchemaReader.Use;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What JSON a record may be. */
class SchemaReaderTest {
    enum Colour {
        RED,
        @JsonProperty("green")
        GREEN
    }

    record Tag(
            @Length(min = 1, max = 5) String name, @Nullable Tag parent) {}

    record Thing(
            @Alias("title") @Matches("[a-z]+") String name,
            @Default("3") @Range(min = 1, max = 9) int size,
            @Default("0") @Range(min = 0) double start,
            @Nullable @Range(min = -1, max = 1) BigDecimal share,
            @Nullable Colour colour,
            Patch<@Nullable String> note,
            @Count(max = 2) List<@Length(max = 3) String> words,
            @Nullable Map<String, Integer> counts,
            @Nullable Tag tag) {}

    private static final Schema REQUEST = new SchemaReader(Use.REQUEST).read(Thing.class);

    private static List<String> violations(String json) throws IOException {
        Violations found = new Violations();
        REQUEST.check(Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)), "", found);
        return found.all().stream()
                .map(each -> each.place() + " " + each.message())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {'name':'a','words':[]}                              | ""
            {'title':'a','words':[]}                             | ""
            {'name':'a','title':'b','words':[]}                  | title is the same as name: send one of them
            {'words':[]}                                         | name is missing
            {'name':null,'words':[]}                             | name must not be null
            {'name':7,'words':[]}                                | name must be a text
            {'name':'A','words':[]}                              | name must match [a-z]+
            {'name':'a','words':[],'size':10}                    | size must be from 1 to 9
            {'name':'a','words':[],'size':1.5}                   | size must be a whole number
            {'name':'a','words':[],'size':1e999999999}           | size must be a whole number
            {'name':'a','words':[],'size':3.0}                   | ""
            {'name':'a','words':[],'start':0}                    | ""
            {'name':'a','words':[],'start':0.5}                  | ""
            {'name':'a','words':[],'start':1e308}                | ""
            {'name':'a','words':[],'start':-1}                   | start must be at least 0
            {'name':'a','words':[],'start':-1e-400}              | start must be at least 0
            {'name':'a','words':[],'start':1e400}                | start must be from -1.7976931348623157E308 to 1.7976931348623157E308
            {'name':'a','words':[],'start':'0'}                  | start must be a number
            {'name':'a','words':[],'share':-1.0}                 | ""
            {'name':'a','words':[],'share':-1.01}                | share must be at least -1
            {'name':'a','words':[],'share':1.01}                 | share must be at most 1
            {'name':'a','words':[],'colour':'BLUE'}              | colour must be one of: RED, green
            {'name':'a','words':[],'colour':null,'note':null}    | ""
            {'name':'a','words':['a','b','c']}                   | words must have at most 2 elements
            {'name':'a','words':['abcd']}                        | words/0 must have at most 3 characters
            {'name':'a','words':[null]}                          | words/0 must not be null
            {'name':'a','words':[],'counts':{'x':'y'}}           | counts/x must be a whole number
            {'name':'a','words':[],'tag':{'name':''}}            | tag/name must not be empty
            {'name':'a','words':[],'tag':{'name':'x','parent':{}}} | tag/parent/name is missing
            {'name':'a','words':[],'other':1}                    | other is not known here
            []                                                   | body must be an object
            """)
    void check_ofAValue_saysWhatIsWrongAndWhere(String json, String expected) throws IOException {
        assertThat(violations(json)).isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void check_ofAWordOfWideCharacters_countsThemOnce() throws IOException {
        assertThat(violations("{'name':'a','words':['\uD83C\uDF08\uD83C\uDF08\uD83C\uDF08']}"))
                .isEmpty();
    }

    @Test
    void describe_ofANumberWithAFraction_namesItsBounds() {
        Definitions definitions = new Definitions();
        Map<String, Object> unused = REQUEST.describe(definitions);

        assertThat(Json.text(definitions.all().get("ThingRequest")))
                .contains(
                        "\"start\":{\"type\":\"number\",\"minimum\":0,\"default\":0}",
                        "\"share\":{\"type\":[\"number\",\"null\"],\"minimum\":-1,\"maximum\":1}");
    }

    @Test
    void describe_ofARequestAndItsAnswer_differsInWhatMayBeLeftOut() {
        Definitions definitions = new Definitions();
        Map<String, Object> unused = REQUEST.describe(definitions);
        Map<String, Object> alsoUnused =
                new SchemaReader(Use.ANSWER_WITHOUT_NULLS).read(Tag.class).describe(definitions);

        assertThat(Json.text(definitions.all().get("TagRequest")))
                .isEqualTo(
                        "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"name\"],\"properties\":"
                                + "{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":5},"
                                + "\"parent\":{\"anyOf\":[{\"$ref\":\"#/components/schemas/TagRequest\"},{\"type\":\"null\"}]}}}");
        assertThat(Json.text(definitions.all().get("Tag")))
                .isEqualTo("{\"type\":\"object\",\"required\":[\"name\"],\"properties\":"
                        + "{\"name\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":5},"
                        + "\"parent\":{\"$ref\":\"#/components/schemas/Tag\"}}}");
    }
}

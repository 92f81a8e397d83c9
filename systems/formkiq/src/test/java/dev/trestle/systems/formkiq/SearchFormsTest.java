package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddAttribute;
import com.formkiq.client.model.AddAttributeRequest;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AttributeDataType;
import com.formkiq.client.model.DocumentSearchMatchAttribute;
import com.formkiq.client.model.DocumentSearchMatchTag;
import com.formkiq.client.model.DocumentSearchRequest;
import com.formkiq.client.model.DocumentSearchResponse;
import com.formkiq.client.model.SearchResultDocument;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.OverTheNetworkToo;
import dev.trestle.testing.SuiteTargets;
import dev.trestle.testing.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** Every form that a search may have: what it finds, in which order, and why. */
@OverTheNetworkToo
@ParameterizedClass(name = "{0}")
@ArgumentsSource(SuiteTargets.class)
class SearchFormsTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Target target;

    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone joe;

    /** The names of documents, by their ids. */
    private final Map<String, String> names = new HashMap<>();

    private void open(String search) throws Exception {
        world = new World(
                target,
                FormKiqSettingsBuilder.builder(FormKiq.SYSTEM.settings().defaults())
                        .search(search)
                        .build());
        joe = world.someone("joe", "default");
        for (AttributeDataType type : List.of(
                AttributeDataType.STRING,
                AttributeDataType.NUMBER,
                AttributeDataType.BOOLEAN,
                AttributeDataType.KEY_ONLY)) {
            joe.attributes.addAttribute(
                    new AddAttributeRequest()
                            .attribute(new AddAttribute()
                                    .key(type.getValue().toLowerCase(java.util.Locale.ROOT))
                                    .dataType(type)),
                    null);
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void add(String name, String path, String attributes, String tags) throws Exception {
        world.clock.advance(Duration.ofMinutes(1));
        String id = joe.documents
                .addDocument(
                        JSON.getGson()
                                .fromJson(
                                        "{'path':'" + path + "','content':'x','attributes':[" + attributes
                                                + "],'tags':[" + tags + "]}",
                                        AddDocumentRequest.class),
                        null,
                        null)
                .getDocumentId();
        names.put(id, name);
    }

    private static String value(String text, String number, String flag) {
        return "{'key':'string','stringValue':'" + text + "'},{'key':'number','numberValue':" + number
                + "},{'key':'boolean','booleanValue':" + flag + "}";
    }

    private void fill() throws Exception {
        add("d1", "a/inv-1.txt", value("Bern A", "1", "true"), "{'key':'colour','value':'red'}");
        add(
                "d2",
                "a/b/inv-2.txt",
                value("Bern B", "2.5", "false"),
                "{'key':'colour','value':'blue'},{'key':'size','values':['s','m']}");
        add("d3", "c/note.txt", value("Basel", "10", "true") + ",{'key':'key_only'}", "{'key':'colour','value':'red'}");
        add("d4", "c/inv-4.txt", value("Zug", "-3", "true"), "{'key':'colour','value':'red blue'}");
    }

    private DocumentSearchResponse ask(String query, String limit, String next) throws Exception {
        return joe.search.documentSearch(
                JSON.getGson().fromJson(query, DocumentSearchRequest.class), null, limit, next, null);
    }

    private List<SearchResultDocument> found(String query) throws Exception {
        return Objects.requireNonNull(
                ask("{'query':" + query + "}", "100", null).getDocuments());
    }

    private void finds(String query, String... wanted) throws Exception {
        assertThat(found(query))
                .as(query)
                .extracting(each -> names.getOrDefault(each.getDocumentId(), "/" + each.getPath()))
                .containsExactly(wanted);
    }

    private String id(String name) {
        return names.entrySet().stream()
                .filter(each -> each.getValue().equals(name))
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    @Test
    void search_everyForm_findsInItsOrder() throws Exception {
        open("extended");
        fill();
        finds("{'attribute':{'key':'string'}}", "d3", "d1", "d2", "d4");
        finds("{'attribute':{'key':'string','eq':'Zug'}}", "d4");
        finds("{'attribute':{'key':'string','eqOr':['Zug','nowhere','Basel']}}", "d4", "d3");
        finds("{'attribute':{'key':'string','beginsWith':'Bern'}}", "d1", "d2");
        finds("{'attribute':{'key':'string','range':{'start':'Basel','end':'Bern B'}}}", "d3", "d1", "d2");
        finds("{'attribute':{'key':'number','range':{'start':'-3','end':'2.50','type':'NUMBER'}}}", "d4", "d1", "d2");
        finds("{'attribute':{'key':'boolean','eq':'false'}}", "d2");
        finds("{'attribute':{'key':'key_only'}}", "d3");
        finds("{'attribute':{'key':'nothing'}}");
        finds("{'attributes':[{'key':'string','beginsWith':'Bern'},{'key':'number','eq':'2.5'}]}", "d2");
        finds(
                "{'attributes':[{'key':'string','eqOr':['Zug','Bern A']},{'key':'number','range':{'start':'-5','end':'5'}}]}",
                "d4",
                "d1");
        finds("{'tag':{'key':'colour','eq':'red'}}", "d3", "d1");
        finds("{'tag':{'key':'colour','eqOr':['blue','red']}}", "d2", "d3", "d1");
        finds("{'tag':{'key':'colour'}}", "d3", "d1", "d4", "d2");
        finds("{'tag':{'key':'colour','beginsWith':'red'}}", "d3", "d1", "d4");
        finds("{'tag':{'key':'colour','range':{'start':'blue','end':'red'}}}", "d2", "d1", "d3");
        finds("{'tags':[{'key':'colour','eq':'blue'},{'key':'size','eq':'m'}]}", "d2");
        finds("{'tag':{'key':'colour','eq':'red'},'attribute':{'key':'number','eq':'1'}}", "d1");
        finds("{'meta':{'folder':'a'}}", "/b", "d1");
        finds("{'meta':{'indexType':'folder','eq':'a'}}", "/b", "d1");
        finds("{'meta':{'folder':'c','indexFilterBeginsWith':'fi#inv'}}", "d4");
        finds("{'meta':{'indexType':'folder','eq':'','indexFilterBeginsWith':'ff#'}}", "/a", "/c");
        finds("{'meta':{'path':'/c/note.txt'}}", "d3");
        finds("{'meta':{'folder':'a'},'attribute':{'key':'string'}}", "d1", "d2");
        finds("{'meta':{'indexFilterBeginsWith':'inv'}}", "d4", "d2", "d1");
        finds("{'documentIds':['" + id("d4") + "','none','" + id("d1") + "']}", "d4", "d1");
        finds("{'documentIds':['" + id("d4") + "','" + id("d3") + "'],'attribute':{'key':'string'}}", "d3", "d4");
    }

    @Test
    void search_hits_sayWhyTheyWereFound() throws Exception {
        open("extended");
        fill();
        assertThat(found("{'attribute':{'key':'number','eq':'2.5'}}").get(0).getMatchedAttribute())
                .isEqualTo(
                        new DocumentSearchMatchAttribute().key("number").numberValue(new java.math.BigDecimal("2.5")));
        assertThat(found("{'attribute':{'key':'boolean','eq':'false'}}").get(0).getMatchedAttribute())
                .isEqualTo(new DocumentSearchMatchAttribute().key("boolean").booleanValue(false));
        DocumentSearchMatchTag blue =
                new DocumentSearchMatchTag().key("colour").value("blue").type("USERDEFINED");
        SearchResultDocument one = found("{'tag':{'key':'colour','eq':'blue'}}").get(0);
        assertThat(one.getMatchedTag()).isEqualTo(blue);
        assertThat(one.getMatchedTags()).isNullOrEmpty();
        assertThat(found("{'tags':[{'key':'colour','eq':'blue'}]}").get(0).getMatchedTags())
                .containsExactly(blue);
    }

    @Test
    void search_responseFields_areThoseOfDocumentsFoundOrInFolders() throws Exception {
        open("extended");
        fill();
        for (String query : List.of("{'documentIds':['" + id("d2") + "']}", "{'meta':{'folder':'a/b'}}")) {
            SearchResultDocument shown = ask(
                            "{'query':" + query
                                    + ",'responseFields':{'attributes':['number','boolean','none'],'tags':['size','colour','none']}}",
                            null,
                            null)
                    .getDocuments()
                    .get(0);
            assertThat(shown.getTags()).isEqualTo(Map.of("colour", "blue", "size", List.of("s", "m")));
            assertThat(shown.getAttributes().keySet()).containsExactlyInAnyOrder("number", "boolean");
            assertThat(shown.getAttributes().get("number").getNumberValues())
                    .containsExactly(new java.math.BigDecimal("2.5"));
            assertThat(shown.getAttributes().get("boolean").getBooleanValue()).isFalse();
        }
        SearchResultDocument folder = ask(
                        "{'query':{'meta':{'folder':'a'}},'responseFields':{'tags':['colour']}}", null, null)
                .getDocuments()
                .get(0);
        assertThat(folder.getFolder()).isTrue();
        assertThat(folder.getTags()).isNullOrEmpty();
    }

    @Test
    void search_byIds_hasTheirNumberAsItsLimit() throws Exception {
        open("extended");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            add("n" + i, i + ".txt", "", "");
            ids.add(id("n" + i));
        }
        List<String> asked = new ArrayList<>(ids);
        IntStream.range(0, 88).forEach(i -> asked.add(UUID.randomUUID().toString()));
        String quoted = "'" + String.join("','", asked) + "'";
        assertThat(ask("{'query':{'documentIds':[" + quoted + "]}}", null, null).getDocuments())
                .extracting(SearchResultDocument::getDocumentId)
                .isEqualTo(ids);
        assertThat(World.refused(() -> ask("{'query':{'documentIds':[" + quoted + ",'one more']}}", null, null)))
                .isEqualTo(World.message(400, "Maximum number of DocumentIds is 100"));
        assertThat(ask("{'query':{'tag':{'key':'none'}}}", null, null).getDocuments())
                .isEmpty();
        for (String limit : new String[] {null, "0", "-1", "ten"}) {
            assertThat(ask("{'query':{'meta':{'indexFilterBeginsWith':'1'}}}", "2", null)
                            .getDocuments())
                    .hasSize(2);
            assertThat(ask("{'query':{'meta':{'indexType':'folder','indexFilterBeginsWith':'fi#'}}}", limit, null)
                            .getDocuments())
                    .as("limit %s", limit)
                    .hasSize(10);
        }
    }

    @Test
    void search_whileDocumentsAreAdded_pagesWithoutGapsAndDoubles() throws Exception {
        open("extended");
        for (int i = 0; i < 20; i++) {
            add("n" + i, i + ".txt", value("v", String.valueOf(i), "true"), "{'key':'colour','value':'red'}");
        }
        for (String query : List.of(
                "{'attribute':{'key':'number','range':{'start':'0','end':'19'}}}",
                "{'tag':{'key':'colour','eq':'red'}}",
                "{'attributes':[{'key':'string','eq':'v'},{'key':'number','range':{'start':'0','end':'19'}}]}")) {
            List<String> seen = new ArrayList<>();
            String next = null;
            int page = 0;
            do {
                DocumentSearchResponse found = ask("{'query':" + query + "}", next == null ? "6" : null, next);
                found.getDocuments().forEach(each -> seen.add(each.getDocumentId()));
                next = found.getNext();
                String late = "late" + page++ + query.hashCode();
                add(late, late + ".txt", value("v", "0.5", "true"), "{'key':'colour','value':'red'}");
            } while (next != null);
            assertThat(seen).doesNotHaveDuplicates();
            assertThat(seen.stream().map(names::get).filter(name -> name.startsWith("n")))
                    .as(query)
                    .hasSize(20);
        }
    }

    @Test
    void search_asIn118_refusesWhatThatRefuses() throws Exception {
        open("1.18");
        fill();
        finds("{'attribute':{'key':'string','eq':'Zug'}}", "d4");
        refuses(
                "{'attributes':[{'key':'string','eq':'Zug'},{'key':'number','eq':'1'}]}",
                "{\"error\":\"no composite key found for attributes 'string,number'\"}");
        refuses(
                "{'attributes':[{'key':'string','beginsWith':'Z'},{'key':'number','eq':'1'}]}",
                "{\"key\":\"beginsWith\",\"error\":\"'beginsWith' can only be used on last attribute in list\"}");
        refuses(
                "{'attributes':[{'key':'string','range':{'start':'a','end':'b'}},{'key':'number','eq':'1'}]}",
                "{\"key\":\"range\",\"error\":\"'range' can only be used on last attribute in list\"}");
        refuses(
                "{'attributes':[{'key':'string','eqOr':['a','b']},{'key':'number','eq':'1'}]}",
                "{\"key\":\"range\",\"error\":\"'eqOr' is not supported with composite keys\"}");
        refuses(
                "{'text':'x','tag':{'key':'colour','eq':'red'}}",
                "{\"error\":\"'text' search cannot be combined with 'tags'\"}");
        refuses(
                "{'text':'x','attribute':{'key':'string','eq':'a'}}",
                "{\"error\":\"'text' search cannot be combined with 'attributes'\"}");
        refuses(
                "{'meta':{'folder':'a'},'tag':{'key':'colour','eq':'red'}}",
                "{\"error\":\"'meta' cannot be combined with 'tags' or 'attributes'\"}");
        refuses(
                "{'tags':[{'key':'colour','eq':'red'},{'key':'size','eq':'s'}]}",
                "{\"key\":\"tags\",\"error\":\"multiple tags search not supported\"}");
    }

    private void refuses(String query, String error) {
        assertThat(World.refused(() -> found(query))).as(query).isEqualTo("400 {\"errors\":[" + error + "]}");
    }
}

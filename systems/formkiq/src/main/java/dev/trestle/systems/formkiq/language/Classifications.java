package dev.trestle.systems.formkiq.language;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.DataClassificationResult;
import dev.trestle.systems.formkiq.sites.Configurations;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Runs prompts over the texts of documents, and keeps what the model answers. */
public final class Classifications {
    /** How many results a document keeps: the newest. */
    private static final int RESULTS_MAX = 100;

    private static final String KEY = "key";
    private static final String VALUE = "value";

    private final LanguageModel model;

    Classifications(LanguageModel model) {
        this.model = model;
    }

    /** What a model said: all of it, and the values in it. */
    record Result(String content, List<Answered.Value> values) {}

    Result ask(ItemStore store, String prompt, String text)
            throws IOException, ModelRefusedException, InterruptedException {
        String siteKey = Configurations.chatGptApiKey(store).orElse("");
        String answer = model.ask(Prompts.RULES, Prompts.question(prompt, text), siteKey);
        return new Result(answer, Answered.values(answer));
    }

    /** Has a decision keep a result of a document, which it is held to, and drop the oldest if there are too many. */
    static void keep(
            Decision<?> decision,
            ItemStore store,
            String documentId,
            String name,
            Result result,
            String user,
            Instant at) {
        List<DataClassificationResult> before =
                store.first(Documents.RESULTS_OF_DOCUMENT.of(documentId), RESULTS_MAX + 1);
        for (int i = RESULTS_MAX - 1; i < before.size(); i++) {
            decision.delete(Documents.DATA_CLASSIFICATION_RESULT, before.get(i), Expect.ANYTHING);
        }
        List<Map<String, AttributeValue>> values = result.values().stream()
                .map(each -> Map.of(
                        KEY, AttributeValue.fromS(each.key()),
                        VALUE, AttributeValue.fromS(each.value())))
                .toList();
        decision.put(
                Documents.DATA_CLASSIFICATION_RESULT,
                new DataClassificationResult(documentId, name, result.content(), values, at, user));
    }

    /** The newest values that were found in a document, by key. */
    public static Map<String, List<String>> newestValues(ItemStore store, String documentId) {
        Map<String, List<String>> newest = new LinkedHashMap<>();
        for (DataClassificationResult row : store.first(Documents.RESULTS_OF_DOCUMENT.of(documentId), RESULTS_MAX)) {
            Map<String, List<String>> own = new LinkedHashMap<>();
            valuesOf(row)
                    .forEach(each -> own.computeIfAbsent(each.key(), any -> new ArrayList<>())
                            .add(each.value()));
            own.forEach(newest::putIfAbsent);
        }
        return newest;
    }

    /** The values of a kept result, as far as they are texts. */
    static List<Answered.Value> valuesOf(DataClassificationResult row) {
        return row.attributes().stream()
                .map(each -> new Answered.Value(text(each, KEY), text(each, VALUE)))
                .filter(each -> !each.key().isEmpty())
                .toList();
    }

    private static String text(Map<String, AttributeValue> value, String name) {
        AttributeValue text = value.get(name);
        return text == null || text.s() == null ? "" : text.s();
    }
}

package dev.trestle.systems.formkiq.mappings;

import dev.trestle.systems.formkiq.model.Mappings.LabelMatchingType;
import dev.trestle.systems.formkiq.model.Mappings.MappingAttribute;
import dev.trestle.systems.formkiq.model.Mappings.MetadataField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the values of a mapping's attributes in what is known of a document. For one thread. */
final class Extraction {
    private static final int VALUE_MAX = 1000;

    private final Facts facts;
    private final Labels words;

    /**
     * What is known of a document.
     *
     * @param pairs of its text, values by their keys
     * @param classified the newest values of classifications, by key
     * @param scan what was found in its content; null if it was not scanned
     */
    record Facts(
            String text,
            Map<String, List<String>> pairs,
            String user,
            String path,
            String contentType,
            Map<String, List<String>> classified,
            @Nullable String scan) {}

    /** The values of an attribute, and whether they were found; else they are the defaults, or there are none. */
    record Found(List<String> values, boolean isFound) {}

    Extraction(Facts facts) {
        this.facts = facts;
        this.words = Labels.in(facts.text());
    }

    /** The values of all attributes, by their keys. */
    Map<String, Found> all(List<MappingAttribute> attributes) {
        Map<String, Found> all = new LinkedHashMap<>();
        attributes.forEach(each -> all.put(each.attributeKey(), of(each)));
        return all;
    }

    Found of(MappingAttribute attribute) {
        List<String> found = attribute.sourceType() == null
                ? List.of()
                : switch (attribute.sourceType()) {
                    case CONTENT -> inText(attribute);
                    case CONTENT_KEY_VALUE -> inPairs(attribute);
                    case METADATA -> inMetadata(attribute);
                    case MANUAL -> List.<String>of();
                    case DATA_CLASSIFICATION -> facts.classified().getOrDefault(attribute.attributeKey(), List.of());
                    case MALWARE_SCAN -> facts.scan() == null ? List.<String>of() : List.of(facts.scan());
                };
        List<String> values = found.stream()
                .map(Extraction::cut)
                .filter(value -> !value.isEmpty())
                .distinct()
                .toList();
        return values.isEmpty() ? new Found(defaults(attribute), false) : new Found(values, true);
    }

    private static String cut(String value) {
        String plain = value.strip();
        return plain.length() > VALUE_MAX ? plain.substring(0, VALUE_MAX) : plain;
    }

    private static List<String> defaults(MappingAttribute attribute) {
        List<String> all = new ArrayList<>();
        if (attribute.defaultValue() != null) {
            all.add(attribute.defaultValue());
        }
        if (attribute.defaultValues() != null) {
            all.addAll(attribute.defaultValues());
        }
        return all.stream().distinct().toList();
    }

    private static List<String> labels(MappingAttribute attribute) {
        return attribute.labelTexts() == null ? List.of() : attribute.labelTexts();
    }

    private static LabelMatchingType type(MappingAttribute attribute) {
        return Objects.requireNonNullElse(attribute.labelMatchingType(), LabelMatchingType.EXACT);
    }

    private static boolean hasRegex(MappingAttribute attribute) {
        return attribute.validationRegex() != null
                && !attribute.validationRegex().isEmpty();
    }

    /** Of all labels the best matches; of equally good ones the first behind which there is a value. */
    private List<String> inText(MappingAttribute attribute) {
        List<Labels.Match> matches = new ArrayList<>();
        labels(attribute).forEach(label -> matches.addAll(words.find(label, type(attribute))));
        double best = matches.stream().mapToDouble(Labels.Match::score).max().orElse(0);
        long until = System.nanoTime() + LimitedRegex.TIME_MAX.toNanos();
        return matches.stream()
                .filter(match -> match.score() == best)
                .sorted((one, other) -> Integer.compare(one.from(), other.from()))
                .takeWhile(match -> System.nanoTime() - until < 0)
                .map(match -> valueBehind(attribute, match))
                .flatMap(Optional::stream)
                .findFirst()
                .map(List::of)
                .orElse(List.of());
    }

    private Optional<String> valueBehind(MappingAttribute attribute, Labels.Match match) {
        return hasRegex(attribute)
                ? LimitedRegex.find(String.valueOf(attribute.validationRegex()), words.behind(match))
                : Optional.of(words.wordBehind(match.to())).filter(word -> !word.isEmpty());
    }

    private List<String> inPairs(MappingAttribute attribute) {
        double best = 0;
        List<String> values = List.of();
        for (Map.Entry<String, List<String>> pair : facts.pairs().entrySet()) {
            Labels key = Labels.in(pair.getKey());
            for (String label : labels(attribute)) {
                double score = key.find(label, type(attribute)).stream()
                        .mapToDouble(match -> match.score() * match.share(pair.getKey()))
                        .max()
                        .orElse(0);
                if (score > best) {
                    best = score;
                    values = pair.getValue();
                }
            }
        }
        return hasRegex(attribute)
                ? values.stream()
                        .limit(1)
                        .map(value -> LimitedRegex.find(String.valueOf(attribute.validationRegex()), value))
                        .flatMap(Optional::stream)
                        .toList()
                : values;
    }

    private List<String> inMetadata(MappingAttribute attribute) {
        MetadataField field = attribute.metadataField();
        String text = field == null
                ? ""
                : switch (field) {
                    case USERNAME -> facts.user();
                    case PATH -> facts.path();
                    case CONTENT_TYPE -> facts.contentType();
                };
        // A file's name is made of words, too.
        Labels own = Labels.in(text.replace('_', ' ').replace('-', ' ').replace('.', ' '));
        Labels.Match best = null;
        for (String label : labels(attribute)) {
            for (Labels.Match match : own.find(label, type(attribute))) {
                best = best == null || match.score() > best.score() ? match : best;
            }
        }
        if (best == null) {
            return List.of();
        }
        return hasRegex(attribute)
                ? LimitedRegex.find(String.valueOf(attribute.validationRegex()), text)
                        .map(List::of)
                        .orElse(List.of())
                : List.of(Labels.trimmed(text.substring(best.from(), best.to())));
    }
}

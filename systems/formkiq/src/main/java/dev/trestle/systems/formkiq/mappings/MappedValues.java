package dev.trestle.systems.formkiq.mappings;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.language.Classifications;
import dev.trestle.systems.formkiq.malware.MalwareScans;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import dev.trestle.systems.formkiq.model.Mappings.SourceType;
import dev.trestle.systems.formkiq.reading.KeyValues;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a mapping finds in a document, as values of the types that the attributes have. */
final class MappedValues {
    /** Longer texts are searched by their beginning. */
    static final int CHARACTERS_MAX = 300_000;

    private static final Set<SourceType> OF_TEXT = EnumSet.of(SourceType.CONTENT, SourceType.CONTENT_KEY_VALUE);
    private static final Pattern THOUSANDS = Pattern.compile("-?[0-9]{1,3}([,' ][0-9]{3})+(\\.[0-9]+)?");
    private static final Pattern COMMA = Pattern.compile("-?[0-9]+,[0-9]+");
    private static final Pattern PLAIN = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,30})?");
    private static final Set<String> TRUE = Set.of("true", "yes", "y", "1");
    private static final Set<String> FALSE = Set.of("false", "no", "n", "0");

    private MappedValues() {}

    static boolean needsText(Mapping mapping) {
        return mapping.attributes().stream().anyMatch(each -> OF_TEXT.contains(each.sourceType()));
    }

    static Map<String, Extraction.Found> of(ItemStore store, Document document, Mapping mapping, String text) {
        String scan = MalwareScans.statusOf(store, document).map(Enum::name).orElse(null);
        Extraction.Facts facts = new Extraction.Facts(
                text,
                KeyValues.of(text),
                document.userId(),
                String.valueOf(document.path()),
                document.contentType() == null ? "" : document.contentType(),
                Classifications.newestValues(store, document.documentId()),
                scan);
        Map<String, Extraction.Found> found = new LinkedHashMap<>(new Extraction(facts).all(mapping.attributes()));
        mapping.attributes().forEach(each -> {
            DataType type = store.get(Attributes.ATTRIBUTE_BY_KEY.of(each.attributeKey()))
                    .map(Attribute::dataType)
                    .orElse(DataType.STRING);
            found.computeIfPresent(each.attributeKey(), (key, values) -> typed(type, values, each.defaultValue()));
        });
        return found;
    }

    /** What is of another type than its attribute counts as not found. */
    private static Extraction.Found typed(DataType type, Extraction.Found found, @Nullable String otherwise) {
        if (!found.isFound() || type != DataType.NUMBER && type != DataType.BOOLEAN) {
            return found;
        }
        List<String> fitting = found.values().stream()
                .map(value -> type == DataType.NUMBER
                        ? number(value).map(BigDecimal::toPlainString)
                        : flag(value).map(Object::toString))
                .flatMap(Optional::stream)
                .toList();
        return fitting.isEmpty()
                ? new Extraction.Found(otherwise == null ? List.of() : List.of(otherwise), false)
                : new Extraction.Found(fitting, true);
    }

    /** The values as a request has them; attributes without any are left out. */
    static List<NewAttribute> wanted(ItemStore store, Map<String, Extraction.Found> found) {
        List<NewAttribute> wanted = new ArrayList<>();
        found.forEach((key, each) -> {
            DataType type = store.get(Attributes.ATTRIBUTE_BY_KEY.of(key))
                    .map(Attribute::dataType)
                    .orElse(DataType.STRING);
            if (!each.values().isEmpty()) {
                wanted.add(value(key, type, each.values()));
            }
        });
        return wanted;
    }

    private static NewAttribute value(String key, DataType type, List<String> values) {
        return switch (type) {
            case NUMBER -> {
                List<BigDecimal> numbers = values.stream()
                        .map(MappedValues::number)
                        .flatMap(Optional::stream)
                        .toList();
                yield numbers.isEmpty() ? ofTexts(key, values) : of(key, null, numbers, null);
            }
            case BOOLEAN ->
                flag(values.get(0)).map(flag -> of(key, null, null, flag)).orElseGet(() -> ofTexts(key, values));
            case KEY_ONLY -> of(key, null, null, null);
            case STRING, PUBLICATION, WATERMARK, ENTITY -> ofTexts(key, values);
        };
    }

    /** Refused by the attribute's definition, if it is of another type. */
    private static NewAttribute ofTexts(String key, List<String> values) {
        return of(key, values, null, null);
    }

    private static NewAttribute of(
            String key, @Nullable List<String> texts, @Nullable List<BigDecimal> numbers, @Nullable Boolean flag) {
        return new NewAttribute(key, null, texts, null, numbers, flag, null, null, null, null, null, null, null);
    }

    private static Optional<BigDecimal> number(String text) {
        String plain = text.strip().replaceAll("^[^0-9-]+|[^0-9]+$", "");
        if (THOUSANDS.matcher(plain).matches()) {
            plain = plain.replaceAll("[,' ]", "");
        } else if (COMMA.matcher(plain).matches()) {
            plain = plain.replace(',', '.');
        }
        return PLAIN.matcher(plain).matches() ? Optional.of(new BigDecimal(plain)) : Optional.empty();
    }

    private static Optional<Boolean> flag(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        return TRUE.contains(plain) ? Optional.of(true) : FALSE.contains(plain) ? Optional.of(false) : Optional.empty();
    }
}

package dev.trestle.systems.formkiq.mappings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.systems.formkiq.mappings.Extraction.Facts;
import dev.trestle.systems.formkiq.mappings.Extraction.Found;
import dev.trestle.systems.formkiq.model.Mappings.LabelMatchingType;
import dev.trestle.systems.formkiq.model.Mappings.MappingAttribute;
import dev.trestle.systems.formkiq.model.Mappings.MetadataField;
import dev.trestle.systems.formkiq.model.Mappings.SourceType;
import dev.trestle.systems.formkiq.reading.KeyValues;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What mappings find in texts. */
class ExtractionTest {
    private static final String TEXT = """
            Meyer & Sons, Bern
            INVOICE NUMBER: 4711
            Purchase order no. PO-88/2
            Total amount due (CHF): 1,250.00
            Date of issue: 3/4/2025
            """;

    private static Found find(MappingAttribute attribute) {
        return new Extraction(new Facts(
                        TEXT,
                        KeyValues.of(TEXT),
                        "ann@example.org",
                        "invoices/2025/acme-meyer.pdf",
                        "application/pdf",
                        Map.of("kind", List.of("invoice")),
                        "CLEAN"))
                .of(attribute);
    }

    private static MappingAttribute inText(LabelMatchingType type, String label, @Nullable String regex) {
        return new MappingAttribute("a", SourceType.CONTENT, "none", null, List.of(label), type, null, regex);
    }

    @ParameterizedTest
    @CsvSource({
        "EXACT, Invoice Number, 4711",
        "EXACT, Invoice, NUMBER",
        "EXACT, Invoise Number, none",
        "FUZZY, Invoise Number, 4711",
        "FUZZY, Something else, none",
        "BEGINS_WITH, Purch, order",
        "BEGINS_WITH, urchase, none",
        "CONTAINS, urchas, order",
        "EXACT, Purchase order no, PO-88/2",
        "EXACT, date of issue, 3/4/2025",
    })
    void content_eachKindOfLabel_givesTheNextWord(LabelMatchingType type, String label, String value) {
        assertThat(find(inText(type, label, null)).values()).containsExactly(value);
    }

    @Test
    void content_withRegex_givesWhatItFindsBehindTheLabel() {
        assertThat(find(inText(LabelMatchingType.EXACT, "total amount due", "[0-9,]+\\.[0-9]{2}")))
                .isEqualTo(new Found(List.of("1,250.00"), true));
        assertThat(find(inText(LabelMatchingType.EXACT, "date of issue", "[0-9]+/([0-9]+)"))
                        .values())
                .containsExactly("4");
        assertThat(find(inText(LabelMatchingType.EXACT, "total amount due", "[0-9]{4}-[0-9]{2}")))
                .isEqualTo(new Found(List.of("none"), false));
    }

    @Test
    void keyValue_metadataAndOthers_giveTheirValues() {
        MappingAttribute pair = new MappingAttribute(
                "a",
                SourceType.CONTENT_KEY_VALUE,
                null,
                null,
                List.of("invoice number"),
                LabelMatchingType.EXACT,
                null,
                null);
        MappingAttribute path = new MappingAttribute(
                "a",
                SourceType.METADATA,
                null,
                null,
                List.of("Meyr"),
                LabelMatchingType.FUZZY,
                MetadataField.PATH,
                null);
        MappingAttribute year = new MappingAttribute(
                "a",
                SourceType.METADATA,
                null,
                null,
                List.of("invoices"),
                LabelMatchingType.EXACT,
                MetadataField.PATH,
                "[0-9]{4}");
        MappingAttribute manual =
                new MappingAttribute("a", SourceType.MANUAL, null, List.of("x", "y", "x"), null, null, null, null);

        assertThat(find(pair).values()).containsExactly("4711");
        assertThat(find(path).values()).containsExactly("meyer");
        assertThat(find(year).values()).containsExactly("2025");
        assertThat(find(manual)).isEqualTo(new Found(List.of("x", "y"), false));
        assertThat(find(of("kind", SourceType.DATA_CLASSIFICATION)).values()).containsExactly("invoice");
        assertThat(find(of("a", SourceType.MALWARE_SCAN)).values()).containsExactly("CLEAN");
        assertThat(find(of("unknown", SourceType.DATA_CLASSIFICATION)).values()).isEmpty();
    }

    private static MappingAttribute of(String key, SourceType type) {
        return new MappingAttribute(key, type, null, null, null, null, null, null);
    }

    @Test
    void find_patternThatNeverEnds_isGivenUp() {
        long began = System.nanoTime();

        Optional<String> found = LimitedRegex.find("(x+x+)+y", "x".repeat(5000));

        assertThat(found).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(LimitedRegex.TIME_MAX, LimitedRegex.TIME_MAX.multipliedBy(4));
    }

    @Test
    void find_patternThatRecursesTooDeep_isGivenUp() {
        assertThat(LimitedRegex.find("(?:a|b)*c", "ab".repeat(200_000))).isEmpty();
    }

    @Test
    void content_ofManyWords_isSearchedInTime() {
        Extraction large = new Extraction(new Facts(
                "lorem ipsum dolor ".repeat(60_000) + "Invoice number 99", Map.of(), "", "", "", Map.of(), null));
        long began = System.nanoTime();

        assertThat(large.of(inText(LabelMatchingType.FUZZY, "invoice numbers", null))
                        .values())
                .containsExactly("99");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
    }
}

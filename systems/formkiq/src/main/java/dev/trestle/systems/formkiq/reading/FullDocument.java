package dev.trestle.systems.formkiq.reading;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ShownType;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ValueView;
import dev.trestle.systems.formkiq.attributes.DocumentValues;
import dev.trestle.systems.formkiq.attributes.Folded;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.tags.TagRows;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the index of words has of a document. */
@RecordBuilder
public record FullDocument(
        @Nullable String content,
        @Nullable String contentType,
        @Nullable String path,
        @Nullable String width,
        @Nullable String height,
        @Nullable String deepLinkPath,
        @Nullable String insertedDate,
        @Nullable String lastModifiedDate,
        @Nullable String createdBy,
        @Nullable Long contentLength,
        @Nullable String checksum,
        @Nullable ChecksumType checksumType,
        Map<String, List<String>> tags,
        Map<String, List<String>> metadata,
        Map<String, FullAttribute> attributes) {
    /** The values of an attribute. */
    public record FullAttribute(
            @Nullable List<String> stringValues,
            @Nullable List<BigDecimal> numberValues,
            @Nullable Boolean booleanValue,
            @Nullable ShownType valueType) {
        static FullAttribute of(ValueView view) {
            String text = view.stringValue();
            BigDecimal number = view.numberValue();
            return new FullAttribute(
                    text == null ? view.stringValues() : List.of(text),
                    number == null ? view.numberValues() : List.of(number),
                    view.booleanValue(),
                    view.valueType());
        }

        /** Its values as text: numbers plainly, so that equal ones are alike. */
        public List<String> values() {
            List<String> values = new ArrayList<>(stringValues == null ? List.of() : stringValues);
            if (numberValues != null) {
                numberValues.forEach(number -> values.add(plain(number)));
            }
            if (booleanValue != null) {
                values.add(booleanValue.toString());
            }
            return values;
        }
    }

    public static String plain(BigDecimal number) {
        boolean isHuge = Math.abs((long) number.precision() - number.scale()) > 1000;
        return isHuge ? number.toString() : number.stripTrailingZeros().toPlainString();
    }

    /** What follows from a document's rows, without the text of its content. */
    static FullDocument of(ItemStore store, Document document) {
        Map<String, List<String>> tags = new TreeMap<>();
        for (Tag row : TagRows.of(store, document.documentId())) {
            tags.computeIfAbsent(row.tagKey(), any -> new ArrayList<>()).add(row.tagValue());
        }
        Map<String, List<String>> metadata = new TreeMap<>();
        document.metadata()
                .forEach((key, value) -> metadata.put(
                        key,
                        value.hasL()
                                ? value.l().stream()
                                        .map(each -> String.valueOf(each.s()))
                                        .toList()
                                : List.of(String.valueOf(value.s()))));
        Map<String, FullAttribute> attributes = new TreeMap<>();
        Folded.of(DocumentValues.of(store, document.documentId()))
                .forEach(view -> attributes.put(view.key(), FullAttribute.of(view)));
        return new FullDocument(
                null,
                document.contentType(),
                document.path(),
                document.width(),
                document.height(),
                document.deepLinkPath(),
                Dates.text(document.inserteddate()),
                Dates.textOf(document.lastModifiedDate()),
                document.userId(),
                document.contentLength(),
                document.checksum(),
                document.checksumType(),
                tags,
                metadata,
                attributes);
    }

    FullDocument withContent(@Nullable String text) {
        return FullDocumentBuilder.builder(this).content(text).build();
    }
}

package dev.trestle.systems.formkiq.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Each record writes the item that the document's tables describe, attribute by attribute, and is read from it. */
class DocumentedItemsTest {
    /**
     * As the document has it: a folder called "permissions", and a deleted document called nothing, would have these
     * keys.
     */
    private static final Map<Entity<?>, List<Entity<?>>> ALIKE = Map.of(
            Folders.FOLDER_PERMISSION, List.of(Folders.FOLDER_PERMISSION, Folders.FOLDER_ENTRY),
            Documents.SOFT_DELETED_DOCUMENT, List.of(Documents.SOFT_DELETED_DOCUMENT, DocumentRows.DELETED_CHILD));

    static Stream<Sample<?>> samples() {
        List<Sample<?>> all = new ArrayList<>(SiteSamples.all());
        all.addAll(DocumentSamples.all());
        all.addAll(DocumentSamples.rows());
        all.addAll(SoftDeleteSamples.all());
        all.addAll(SchemaSamples.all());
        all.addAll(ProcessSamples.all());
        all.addAll(SharingSamples.all());
        all.addAll(HistorySamples.all());
        all.addAll(SupportSamples.all());
        all.addAll(OutsideSamples.all());
        return all.stream();
    }

    static Stream<Sample<?>> samplesOfNoSite() {
        return samples().filter(sample -> !sample.namesItsSite());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void toItem_record_isTheDocumentsItem(Sample<?> sample) {
        assertThat(sample.written(sample.site())).containsExactlyInAnyOrderEntriesOf(sample.item());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void toRecord_documentsItem_isTheRecord(Sample<?> sample) {
        assertThat(sample.entity().owns(sample.item(), sample.scoping())).isTrue();
        assertThat(sample.entity().toRecord(sample.item(), sample.scoping())).isEqualTo(sample.record());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samplesOfNoSite")
    void toItem_anotherSite_hasItBeforeEachPartitionKey(Sample<?> sample) {
        Map<String, AttributeValue> expected = new HashMap<>(sample.item());
        if (sample.entity().scoped()) {
            for (String partition : List.of("PK", "GSI1PK", "GSI2PK")) {
                expected.computeIfPresent(partition, (name, key) -> AttributeValue.fromS("hr/" + key.s()));
            }
        }

        assertThat(sample.written("hr")).containsExactlyInAnyOrderEntriesOf(expected);
        assertThat(sample.entity().owns(expected, sample.entity().table().scoping("hr")))
                .isTrue();
        assertThat(sample.entity().owns(expected, sample.entity().table().scoping("finance")))
                .isNotEqualTo(sample.entity().scoped());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void owns_anyOtherEntity_isFalse(Sample<?> sample) {
        assertThat(sample.entity().table().entities())
                .filteredOn(entity -> entity.owns(sample.item(), sample.scoping()))
                .containsExactlyInAnyOrderElementsOf(ALIKE.getOrDefault(sample.entity(), List.of(sample.entity())));
    }

    @Test
    void samples_eachShapeOfEachEntity_hasOne() {
        List<String> missing = new ArrayList<>();
        for (Entity<?> entity : entities()) {
            for (EntityKey key : entity.keys()) {
                boolean found = samples()
                        .filter(sample -> sample.entity() == entity)
                        .map(sample -> sample.item().get("SK").s())
                        .anyMatch(sort ->
                                Objects.requireNonNull(key.sort()).codec().matches(sort));
                if (!found) {
                    missing.add(entity + " " + key.sort());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private static List<Entity<?>> entities() {
        return FormKiqModel.MODEL.allTables().stream()
                .flatMap(table -> table.entities().stream())
                .filter(entity -> entity.type().getName().startsWith("dev.trestle.systems."))
                .toList();
    }
}

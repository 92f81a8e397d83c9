package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

class TableDeclarationTest {

    @ParameterizedTest
    @ValueSource(classes = {UnknownType.class, NoType.class, NoName.class, NoIndexKey.class})
    void request_keyThatIsNone_isExplained(Class<?> declared) {
        assertThatThrownBy(() -> requestOf(declared))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageContaining("@TrestleTable(name = \"Things\") has the key \"")
                .hasMessageContaining("such as \"pk:S\"");
    }

    @Test
    void request_oneAttributeOfTwoTypes_isExplained() {
        assertThatThrownBy(() -> requestOf(TwoTypes.class))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageContaining("\"pk\" both the type S and the type N");
    }

    @Test
    void request_nameWithColons_splitsAtTheLast() {
        CreateTableRequest request = requestOf(Colons.class);

        assertThat(request.keySchema()).extracting(key -> key.attributeName()).containsExactly("ns:pk");
        assertThat(request.attributeDefinitions())
                .extracting(attribute -> attribute.attributeTypeAsString())
                .containsExactly("N");
    }

    @Test
    void request_indexKeyOfSeveralAttributes_keepsTheirOrder() {
        CreateTableRequest request = requestOf(SeveralAttributes.class);

        assertThat(request.globalSecondaryIndexes().get(0).keySchema())
                .extracting(key -> key.keyTypeAsString() + " " + key.attributeName())
                .containsExactly("HASH tenant", "HASH region", "RANGE year", "RANGE month");
        assertThat(request.attributeDefinitions())
                .extracting(attribute -> attribute.attributeName() + ":" + attribute.attributeTypeAsString())
                .containsExactly("pk:S", "tenant:S", "region:S", "year:N", "month:N");
    }

    @ParameterizedTest
    @ValueSource(classes = {NegativeDelay.class, LongDelay.class})
    void indexDelay_outOfRange_isExplained(Class<?> declared) {
        assertThatThrownBy(() -> TableDeclaration.indexDelay(declared.getAnnotation(TrestleTable.class)))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessageContaining("@TrestleTable(name = \"Things\") has indexDelayMillis = ")
                .hasMessageContaining("from a millisecond to an hour");
    }

    @Test
    void checkShared_databaseThatDoesNotLag_isExplained() {
        List<TrestleTable> tables = List.of(Delay.class.getAnnotation(TrestleTable.class));
        try (TrestleDb db = TrestleDb.inMemory()) {
            assertThatThrownBy(() -> TrestleExtension.checkShared(db, tables))
                    .isInstanceOf(ExtensionConfigurationException.class)
                    .hasMessageContaining("give indexDelayMillis to a @TrestleTable of the class");
        }
        try (TrestleDb db = TrestleDb.open(EngineOptions.inMemory().withIndexDelay(Duration.ofMillis(20)))) {
            TrestleExtension.checkShared(db, tables);
        }
    }

    private static CreateTableRequest requestOf(Class<?> declared) {
        return TableDeclaration.request(declared.getAnnotation(TrestleTable.class));
    }

    @TrestleTable(name = "Things", partitionKey = "pk:X")
    private static class UnknownType {}

    @TrestleTable(name = "Things", partitionKey = "pk")
    private static class NoType {}

    @TrestleTable(name = "Things", sortKey = ":S")
    private static class NoName {}

    @TrestleTable(name = "Things", globalIndexes = @TrestleTable.Index(name = "Index"))
    private static class NoIndexKey {}

    @TrestleTable(name = "Things", globalIndexes = @TrestleTable.Index(name = "Index", partitionKey = "pk:N"))
    private static class TwoTypes {}

    @TrestleTable(
            name = "Things",
            globalIndexes =
                    @TrestleTable.Index(
                            name = "Index",
                            partitionKey = {"tenant:S", "region:S"},
                            sortKey = {"year:N", "month:N"}))
    private static class SeveralAttributes {}

    @TrestleTable(name = "Things", indexDelayMillis = -1)
    private static class NegativeDelay {}

    @TrestleTable(name = "Things", indexDelayMillis = Integer.MAX_VALUE)
    private static class LongDelay {}

    @TrestleTable(name = "Things", indexDelayMillis = 20)
    private static class Delay {}

    @TrestleTable(name = "Things", partitionKey = "ns:pk:N")
    private static class Colons {}
}

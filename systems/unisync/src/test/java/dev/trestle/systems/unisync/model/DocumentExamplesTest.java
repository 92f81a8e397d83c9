package dev.trestle.systems.unisync.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.testing.Examples;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Each example of the document is what its record writes, attribute by attribute, and is read as that record. */
class DocumentExamplesTest {
    static Stream<Arguments> examples() {
        return Stream.of(
                Arguments.of("user.json", UsersTable.USER, Samples.USER),
                Arguments.of("showset.json", ShowSetsTable.SHOWSET, Samples.SHOWSET),
                Arguments.of("note.json", NotesTable.NOTE, Samples.NOTE),
                Arguments.of("activity.json", ActivityTable.ACTIVITY, Samples.ACTIVITY),
                Arguments.of("session.json", SessionsTable.SESSION, Samples.SESSION));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    <T extends Record> void toItem_documentedRecord_isTheDocumentsItem(String file, Entity<T> entity, T record) {
        assertThat(entity.toItem(record, Scoping.NONE))
                .containsExactlyInAnyOrderEntriesOf(Examples.item(getClass(), file));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    <T extends Record> void toRecord_documentedItem_isTheRecord(String file, Entity<T> entity, T record) {
        Map<String, AttributeValue> item = Examples.item(getClass(), file);

        assertThat(entity.owns(item, Scoping.NONE)).isTrue();
        assertThat(entity.toRecord(item, Scoping.NONE)).isEqualTo(record);
    }
}

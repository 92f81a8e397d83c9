package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.operation.Stored;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A letter that was deleted, whole, for as long as that can be undone. Its date stays taken.
 *
 * @param unknown attributes that another program wrote on it
 * @param purgedSince since when its versions and objects are being deleted: from then on it cannot be restored
 */
@RecordBuilder
public record DeletedLetter(
        String date,
        Letter letter,
        @Nullable LetterDetails details,
        @Nullable Map<String, AttributeValue> unknown,
        Instant deletedAt,
        String deletedBy,
        @Nullable Instant purgedSince)
        implements DeletedLetterBuilder.With {
    public static DeletedLetter of(
            Stored<Letter> letter, @Nullable LetterDetails details, String deletedBy, Instant deletedAt) {
        Map<String, AttributeValue> unknown = letter.unknown(HoldThatThoughtTable.LETTER);
        return new DeletedLetter(
                letter.record().date(),
                letter.record(),
                details,
                unknown.isEmpty() ? null : unknown,
                deletedAt,
                deletedBy,
                null);
    }
}

package dev.trestle.systems.holdthatthought.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.value.WireNames;
import dev.trestle.testing.Examples;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items made by the document's key table and schemas are what records write, attribute by attribute, and are read as those records. */
class DocumentExamplesTest {
    static Stream<Arguments> examples() {
        return Stream.of(
                Arguments.of("user-profile.json", HoldThatThoughtTable.USER_PROFILE, Samples.USER_PROFILE),
                Arguments.of(
                        "user-profile-short.json",
                        HoldThatThoughtTable.USER_PROFILE,
                        Samples.profile("u2", ProfileStatus.INACTIVE, false)),
                Arguments.of(
                        "conversation-member.json",
                        HoldThatThoughtTable.CONVERSATION_MEMBER,
                        Samples.CONVERSATION_MEMBER),
                Arguments.of("rate-limit.json", HoldThatThoughtTable.RATE_LIMIT, Samples.RATE_LIMIT),
                Arguments.of("comment.json", HoldThatThoughtTable.COMMENT, Samples.COMMENT),
                Arguments.of("reaction.json", HoldThatThoughtTable.REACTION, Samples.REACTION),
                Arguments.of(
                        "conversation-meta.json", HoldThatThoughtTable.CONVERSATION_META, Samples.CONVERSATION_META),
                Arguments.of("message.json", HoldThatThoughtTable.MESSAGE, Samples.MESSAGE),
                Arguments.of("letter.json", HoldThatThoughtTable.LETTER, Samples.LETTER),
                Arguments.of("letter-version.json", HoldThatThoughtTable.LETTER_VERSION, Samples.LETTER_VERSION),
                Arguments.of("draft.json", HoldThatThoughtTable.DRAFT, Samples.DRAFT));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    <T extends Record> void toItem_record_isTheDocumentsItem(String file, Entity<T> entity, T record) {
        assertThat(entity.toItem(record, Scoping.NONE))
                .containsExactlyInAnyOrderEntriesOf(Examples.item(getClass(), file));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    <T extends Record> void toRecord_item_isTheRecord(String file, Entity<T> entity, T record) {
        Map<String, AttributeValue> item = Examples.item(getClass(), file);

        assertThat(HoldThatThoughtTable.TABLE.entities().stream().filter(each -> each.owns(item, Scoping.NONE)))
                .containsExactly(entity);
        assertThat(entity.toRecord(item, Scoping.NONE)).isEqualTo(record);
    }

    @Test
    void enumerations_anyConstant_areTheDocuments() {
        assertThat(names(ProfileStatus.values())).containsExactly("active", "inactive", "deleted");
        assertThat(names(DraftStatus.values()))
                .containsExactly("pending", "processing", "ready", "published", "failed");
        assertThat(Arrays.stream(ArchivePrefix.values()).map(ArchivePrefix::text))
                .containsExactly(
                        "letters/",
                        "media/pictures/",
                        "media/videos/",
                        "media/documents/",
                        "profile-photos/",
                        "temp/",
                        "messages/");
        assertThat(ArchivePrefix.of("media/videos/1.mp4")).contains(ArchivePrefix.VIDEOS);
        assertThat(ArchivePrefix.of("media/1.mp4")).isEmpty();
    }

    private static Stream<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(each -> WireNames.of(each.getDeclaringClass()).name(each));
    }
}

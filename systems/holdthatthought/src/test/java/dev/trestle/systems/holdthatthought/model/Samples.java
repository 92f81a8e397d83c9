package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Records with every attribute of the document's schemas. */
final class Samples {
    static final Instant TEN = Instant.parse("2024-01-15T10:00:00Z");
    static final Instant LATER = Instant.parse("2024-01-16T10:00:00.250Z");

    static final UserProfile USER_PROFILE = new UserProfile(
            "u1",
            "ann@example.com",
            "Ann",
            "Keeper of the letters",
            "profile-photos/u1/1.jpg",
            "daughter",
            "3",
            "north",
            false,
            "a@example.com",
            true,
            false,
            "dark-sepia",
            AttributeValue.fromM(Map.of(
                    "u2",
                    AttributeValue.fromS("brother"),
                    "cousins",
                    AttributeValue.fromL(List.of(AttributeValue.fromS("u3"), AttributeValue.fromS("u4"))))),
            2,
            ProfileStatus.ACTIVE,
            List.of("ApprovedUsers", "Admins"),
            TEN,
            LATER);

    static final Comment COMMENT = new Comment(
            "1943-05-02",
            "c1",
            "u1",
            "Ann",
            "profile-photos/u1/1.jpg",
            "I remember this",
            "letter",
            "From the coast",
            1,
            TEN,
            LATER);

    static final Reaction REACTION = new Reaction("1943-05-02", "c1", "u2", "Bob", "heart", TEN);

    static final ConversationMeta CONVERSATION_META =
            new ConversationMeta("u1_u2", "direct", "Us", "u1", List.of("u1", "u2"), TEN, LATER);

    static final ConversationMember CONVERSATION_MEMBER =
            new ConversationMember("u1", "u1_u2", "direct", "Us", TEN, 3, LATER);

    static final Message MESSAGE = new Message(
            "m1",
            "u1_u2",
            "u1",
            "Ann",
            "Look",
            List.of(new MessageAttachment("messages/u1_u2/m1/scan.pdf", "scan.pdf", "application/pdf")),
            TEN);

    static final Letter LETTER = new Letter(
            "1943-05-02", "From the coast", "Grandfather", "# Dear all", "The first one", 1, TEN, LATER, "u1");

    static final LetterVersion LETTER_VERSION =
            new LetterVersion("1943-05-02", "From the coast", "Grandfather", "# Dear al", "The first one", TEN, "u1");

    static final Draft DRAFT = new Draft(
            "d1",
            DraftStatus.FAILED,
            "u1",
            List.of("temp/u1/d1/1.jpg", "temp/u1/d1/2.jpg"),
            new ExtractedData("1943-05-02", "From the coast", "Grandfather", "Dear all"),
            "page 2 cannot be read",
            TEN,
            LATER);

    static final RateLimit RATE_LIMIT =
            new RateLimit("u1", RateAction.COMMENT, 7, TEN, Instant.ofEpochSecond(1_705_312_920));

    private Samples() {}

    /** A profile without anything that may be left out. */
    static UserProfile profile(String id, ProfileStatus status, boolean isPrivate) {
        return new UserProfile(
                id,
                id + "@example.com",
                id,
                null,
                null,
                null,
                null,
                null,
                isPrivate,
                null,
                true,
                true,
                null,
                null,
                0,
                status,
                List.of(),
                TEN,
                TEN);
    }

    static Comment comment(String item, String id, String user, Instant at) {
        return new Comment(item, id, user, user, null, "x", null, null, 0, at, null);
    }

    static Letter letter(String date) {
        return new Letter(date, "T", null, "x", null, 0, TEN, TEN, "u1");
    }

    static Message message(String conversation, String id, Instant at) {
        return new Message(id, conversation, "u1", "Ann", "x", null, at);
    }

    static ConversationMember member(String user, String conversation, @Nullable Instant read, Instant last) {
        return new ConversationMember(user, conversation, "direct", null, read, 0, last);
    }

    static Draft draft(String id, DraftStatus status, String uploader, Instant at) {
        return new Draft(id, status, uploader, List.of("temp/x"), null, null, at, at);
    }
}

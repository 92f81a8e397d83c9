package dev.trestle.systems.zentriqvision.model;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** The records of the design document's example items. */
final class Samples {
    static final Instant TEN = Instant.parse("2024-01-01T10:00:00Z");

    static final Organization ORGANIZATION = new Organization(
            "org123", "Acme Corporation", Instant.parse("2024-01-01T00:00:00Z"), OrganizationStatus.ACTIVE);

    static final User USER = new User("user456", "user@example.com", "John", "+1234567890", TEN);

    static final Video VIDEO = new Video(
            "video789",
            "camera1_20240101.mp4",
            VideoStatus.PROCESSED,
            TEN,
            "org123/videos/video789.mp4",
            new BigDecimal("300"),
            50_000_000L,
            null,
            null,
            null,
            null,
            null,
            null);

    static final Person PERSON = new Person(
            "person001",
            Instant.parse("2024-01-01T10:05:00Z"),
            Instant.parse("2024-01-01T10:15:00Z"),
            5,
            new PersonAttributes("25-35", "male", "brown", "blue", "black"));

    /** It has its person's upper colour in the index key, and no copies of the other looks. */
    static final Appearance APPEARANCE = new Appearance(
            "person001",
            "video789",
            Instant.parse("2024-01-01T10:05:00Z"),
            0.95,
            AppearanceAttributes.seen("neutral", false, List.of("phone", "bag")),
            null,
            null,
            null,
            "color",
            "blue");

    private Samples() {}

    static Export export(String exportId, Instant at) {
        return new Export(
                exportId,
                "v1",
                "v1.mp4",
                "gate",
                1,
                2.5,
                at,
                BlurKind.HEADS,
                true,
                "Case 7",
                "For the insurance",
                "ida",
                ExportStatus.READY,
                1,
                null,
                at,
                at,
                "org123/exports/" + exportId + ".mp4",
                10L,
                "aa",
                "bb",
                20L,
                3);
    }

    static SavedSearch search(String userId, String searchId) {
        SearchFilter blue =
                SearchFilterBuilder.builder().color(List.of("blue")).mask(true).build();
        SavedSearch.Webhook webhook = new SavedSearch.Webhook("https://example.org/hook", "sealed", "k1");
        return new SavedSearch(userId, searchId, "Blue", blue, true, 5, false, "en", webhook, TEN, TEN);
    }

    static Person person(String id, String upperColor, String lowerColor) {
        return new Person(id, TEN, TEN, 1, new PersonAttributes("25-35", "female", null, upperColor, lowerColor));
    }

    static Video video(String id, String userId, VideoStatus status, Instant uploadedAt) {
        return Video.uploading(id, id + ".mp4", uploadedAt, "org123/videos/" + id + ".mp4")
                .withStatus(status)
                .withUserId(userId);
    }
}

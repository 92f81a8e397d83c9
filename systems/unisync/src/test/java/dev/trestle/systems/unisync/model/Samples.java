package dev.trestle.systems.unisync.model;

import java.time.Instant;
import java.util.List;

/** The records of the design document's example items. */
final class Samples {
    private static final Instant JAN_10 = Instant.parse("2024-01-10T10:00:00Z");
    private static final Instant JAN_15 = Instant.parse("2024-01-15T10:00:00Z");
    private static final Instant JAN_16 = Instant.parse("2024-01-16T10:00:00Z");

    static final User USER = new User(
            "usr_abc123",
            "john@example.com",
            "John Smith",
            UserRole.BIM_COORDINATOR,
            UserStatus.ACTIVE,
            Language.EN,
            "550e8400-e29b-41d4-a716-446655440000",
            true,
            JAN_15,
            JAN_15);

    static final ShowSet SHOWSET = new ShowSet(
            "SS-311-001",
            Area.AREA_311,
            "Main Entrance",
            new LocalizedString("LED screen at main entrance", "主入口LED屏幕", "主入口LED螢幕"),
            List.of(new VmItem("VM001", "Primary Display"), new VmItem("VM002", "Secondary Display")),
            new ShowSetStages(
                    new StageInfo(StageStatus.COMPLETE, "usr_abc123", "usr_def456", JAN_15, "1.0"),
                    new StageInfo(StageStatus.IN_PROGRESS, "usr_abc123", "usr_def456", JAN_16, null),
                    new StageInfo(StageStatus.NOT_STARTED, null, "usr_def456", JAN_10, null),
                    new StageInfoSimple(StageStatus.NOT_STARTED, "usr_def456", JAN_10),
                    new StageInfo(StageStatus.NOT_STARTED, null, "usr_def456", JAN_10, null)),
            new Links("https://bim360.autodesk.com/model/123", null),
            1,
            1,
            1,
            List.of(),
            null,
            null,
            JAN_10,
            JAN_16);

    static final Note NOTE = new Note(
            "note_xyz789",
            "SS-311-001",
            "usr_abc123",
            "John Smith",
            Language.EN,
            new LocalizedString("Please review the screen placement", "请检查屏幕位置", "請檢查螢幕位置"),
            TranslationStatus.COMPLETE,
            List.of(new NoteAttachment(
                    "att_001",
                    "screenshot.png",
                    102_400,
                    "image/png",
                    "notes/note_xyz789/att_001/screenshot.png",
                    Instant.parse("2024-01-15T10:35:00Z"))),
            false,
            Instant.parse("2024-01-15T10:30:00Z"),
            Instant.parse("2024-01-15T10:35:00Z"));

    static final Activity ACTIVITY = new Activity(
            "act_001",
            "SS-311-001",
            "usr_abc123",
            "John Smith",
            ActivityAction.STATUS_CHANGE,
            new ActivityDetails.StatusChange(StageName.SCREEN, StageStatus.IN_PROGRESS, StageStatus.COMPLETE),
            Instant.parse("2024-01-15T10:30:00Z"));

    static final Session SESSION = new Session(
            "usr_abc123",
            "John Smith",
            "SS-311-001",
            "Editing screen stage",
            JAN_15,
            Instant.parse("2024-01-15T10:29:00Z"),
            Instant.ofEpochSecond(1_705_314_840));

    private Samples() {}
}

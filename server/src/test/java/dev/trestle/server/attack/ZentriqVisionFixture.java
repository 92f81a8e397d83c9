package dev.trestle.server.attack;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Changes;
import dev.trestle.server.attack.Accounts.Account;
import dev.trestle.systems.zentriqvision.model.Alert;
import dev.trestle.systems.zentriqvision.model.BlurKind;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Export;
import dev.trestle.systems.zentriqvision.model.ExportStatus;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.ZentriqVisionModel;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.systems.zentriqvision.sightings.Sightings;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import software.amazon.awssdk.core.sync.RequestBody;

/** ZentriqVision: footage of one organisation, its members of every role, and an admin of another organisation. */
final class ZentriqVisionFixture extends Fixture {
    static final String BUCKET = "zentriqvision";

    private static final String API = "/zentriqvision/v1";
    private static final String ACME = "footage-acme";
    private static final String GLOBEX = "footage-globex";
    private static final String CAMERA = "gate";
    private static final String ROLE = "zentriqvision-";
    private static final Instant TEN = Instant.parse("2026-02-03T10:00:00Z");
    private static final PersonAttributes LOOKS = new PersonAttributes(null, null, null, "blue", "black");

    private final ItemStore store;
    private final Sightings sightings;
    private final Account boss;
    private final Caller admin;
    private final Account known;

    ZentriqVisionFixture(AttackedServer server) {
        super(server);
        Accounts accounts = server.accounts;
        store = ItemStore.builder(server.items, ZentriqVisionModel.MODEL).build();
        sightings = new Sightings(store, new Changes(null, new Random()));
        boss = accounts.member("admin", ACME, ROLE + "admin");
        admin = boss.caller();
        Account limited = accounts.member("limited", ACME, ROLE + "operator");
        known = accounts.member("signed in", ACME, ROLE + "viewer");
        add(accounts.outsiders(boss, accounts.member("disabled", ACME, ROLE + "admin")));
        add(
                accounts.person("no organization").caller(),
                accounts.member("no role", ACME).caller(),
                accounts.member("stranger", GLOBEX, ROLE + "admin").caller(),
                limited.caller(),
                accounts.member("viewer", ACME, ROLE + "viewer").caller(),
                accounts.member("operator", ACME, ROLE + "operator").caller(),
                accounts.member("investigator", ACME, ROLE + "investigator").caller(),
                admin,
                accounts.key("admin's key", boss));
        callers().values().stream()
                .filter(each -> server.send(each, get("/user")).isDone())
                .forEach(each -> server.json(each, "GET", API + "/user", null));
        server.json(admin, "PATCH", API + "/users/" + limited.personId(), Map.of("cameras", List.of("yard")));
    }

    private static Request get(String path) {
        return new Request("GET", API + path, Map.of(), null);
    }

    @Override
    Values make(ServedOperation operation) {
        Map<String, Object> values = new LinkedHashMap<>(bodies());
        String videoId = video(ACME, MARKER, VideoStatus.PROCESSED);
        String personId = server.accounts.unique("person_");
        see(ACME, videoId, personId);
        values.put("videoId", videoId);
        values.put("personId", personId);
        values.put("timestamp", TEN.toString());
        String fromId = server.accounts.unique("person_");
        see(ACME, videoId, fromId, TEN.plusSeconds(60));
        see(ACME, videoId, personId, TEN.plusSeconds(5));
        values.put("mergePersons.from", fromId);
        values.put(
                "splitPerson.appearances",
                List.of(Map.of(
                        "videoId", videoId, "timestamp", TEN.plusSeconds(5).toString())));
        values.put("search.videoId", videoId);
        values.put("search.personId", personId);
        values.put("listAccess.videoId", videoId);
        values.put("listExports.videoId", videoId);
        String id = operation.id();
        if (operation.hasPathParameter("id")) {
            values.put("id", idFor(id, operation.path(), videoId, personId));
        }
        switch (id) {
            case "signIn" -> {
                values.put("signIn.email", known.email());
                values.put("signIn.password", Accounts.PASSWORD);
            }
            case "validateToken" -> values.put("validateToken.token", String.valueOf(admin.token()));
            case "resetPassword" -> {
                Account forgetful = server.accounts.member(MARKER, ACME, ROLE + "viewer");
                values.put("resetPassword.email", forgetful.email());
                values.put("resetPassword.code", server.accounts.resetCode(forgetful));
                values.put("resetPassword.newPassword", "a further long password");
            }
            default -> {
                // needs nothing more
            }
        }
        return Values.of(values);
    }

    private String idFor(String operation, String path, String videoId, String personId) {
        if (path.startsWith("/users/")) {
            String userId = server.json(
                            admin,
                            "POST",
                            API + "/users",
                            Map.of(
                                    "email",
                                    server.accounts.unique("user-") + "@matrix.example",
                                    "role",
                                    "viewer",
                                    "givenName",
                                    MARKER))
                    .path("userId")
                    .asText();
            return userId;
        }
        if (path.startsWith("/persons/")) {
            return personId;
        }
        if (operation.equals("undoMerge")) {
            return merged(videoId, personId);
        }
        if (path.startsWith("/searches/")) {
            return savedSearch();
        }
        if (path.startsWith("/exports/")) {
            return export(ACME, videoId);
        }
        return switch (operation) {
            case "readAlert" -> alert();
            case "getUpload", "completeUpload" -> uploading();
            case "cancelVideo" -> video(ACME, MARKER, VideoStatus.PROCESSING);
            default -> videoId;
        };
    }

    /** A merge that is over, so that it can be undone. */
    private String merged(String videoId, String personId) {
        String fromId = server.accounts.unique("person_");
        see(ACME, videoId, fromId, TEN.plusSeconds(120));
        String mergeId = server.json(admin, "POST", API + "/persons/" + personId + "/merge", Map.of("from", fromId))
                .path("mergeId")
                .asText();
        Awaitility.await()
                .until(() -> store.within(ACME)
                        .consistent()
                        .first(SupportTable.PERSONS_IN_CHANGE.of(), 1)
                        .isEmpty());
        return mergeId;
    }

    /** Of the admin, who is the insider: others' searches and alerts are not there. */
    private String savedSearch() {
        return server.json(
                        admin,
                        "POST",
                        API + "/searches",
                        Map.of("name", MARKER, "filters", Map.of("camera", List.of("none"))))
                .path("searchId")
                .asText();
    }

    private String export(String orgId, String videoId) {
        String exportId = server.accounts.unique("export_");
        store.within(orgId)
                .put(
                        SupportTable.EXPORT,
                        new Export(
                                exportId,
                                videoId,
                                MARKER + ".mp4",
                                CAMERA,
                                0,
                                1,
                                TEN,
                                BlurKind.HEADS,
                                false,
                                MARKER,
                                null,
                                boss.personId(),
                                ExportStatus.READY,
                                1,
                                null,
                                TEN,
                                TEN,
                                orgId + "/exports/" + exportId + ".mp4",
                                1L,
                                "aa",
                                "bb",
                                1L,
                                0));
        return exportId;
    }

    private String alert() {
        String alertId = server.accounts.unique("alert_20260203T100000Z_");
        String videoId = video(ACME, MARKER, VideoStatus.PROCESSED);
        String personId = server.accounts.unique("person_");
        see(ACME, videoId, personId);
        store.within(ACME)
                .put(
                        SupportTable.ALERT,
                        new Alert(
                                boss.personId(),
                                alertId,
                                "search_matrix",
                                MARKER,
                                personId,
                                videoId,
                                TEN,
                                CAMERA,
                                null,
                                TEN,
                                null,
                                TEN.plus(Duration.ofDays(36_500))));
        return alertId;
    }

    private String uploading() {
        return server.json(
                        admin,
                        "POST",
                        API + "/upload",
                        Map.of("fileName", MARKER + ".mp4", "fileType", "video/mp4", "camera", CAMERA))
                .path("videoId")
                .asText();
    }

    private String video(String orgId, String name, VideoStatus status) {
        String videoId = server.accounts.unique("video_1770000000000_matrix");
        String key = orgId + "/videos/" + videoId + ".mp4";
        server.objects.putObject(put -> put.bucket(BUCKET).key(key), RequestBody.fromString("no video"));
        server.objects.putObject(
                put -> put.bucket(BUCKET).key(orgId + "/derived/" + videoId + "/thumbnail.jpg"),
                RequestBody.fromString("no picture"));
        Video video = Video.uploading(videoId, name + ".mp4", TEN, key)
                .withStatus(status)
                .withRecordedAt(TEN)
                .withDuration(BigDecimal.TEN)
                .withFileSize(8L)
                .withCamera(CAMERA);
        store.within(orgId).put(DataTable.VIDEO, video);
        store.within(orgId)
                .put(
                        SupportTable.VIDEO_FILE,
                        VideoFile.of(videoId, "video/mp4", 8L, null, TEN)
                                .withThumbnailKey(orgId + "/derived/" + videoId + "/thumbnail.jpg"));
        return videoId;
    }

    private void see(String orgId, String videoId, String personId) {
        see(orgId, videoId, personId, TEN);
    }

    private void see(String orgId, String videoId, String personId, Instant at) {
        String crop = orgId + "/derived/" + videoId + "/run1/crop-1.jpg";
        server.objects.putObject(put -> put.bucket(BUCKET).key(crop), RequestBody.fromString("no picture"));
        var unused = sightings.record(
                orgId,
                videoId,
                List.of(new Sighting(personId, at, 0.9, LOOKS, null, null, List.of(MARKER), null, crop)));
    }

    /** What requests hold that are about nothing yet. */
    private Map<String, Object> bodies() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("addUser.email", server.accounts.unique("added-") + "@matrix.example");
        values.put("addUser.role", "viewer");
        values.put("putUser.givenName", "Somebody");
        values.put("putUserProfile.givenName", "Somebody");
        values.put("changeUser.givenName", "Else");
        values.put("changePerson.name", "Somebody");
        values.put("changeVideo.fileName", "other.mp4");
        values.put("changeOrganization.cameras", List.of(Map.of("name", CAMERA), Map.of("name", "yard")));
        values.put("putSettings.appearanceSeconds", 7);
        values.put("uploadVideo.fileName", "new.mp4");
        values.put("uploadVideo.fileType", "video/mp4");
        values.put("uploadVideo.camera", "yard");
        values.put("addExport.start", 0);
        values.put("addExport.end", 1);
        values.put("addExport.blur", "none");
        values.put("addExport.reason", "because");
        values.put("putHold.reason", "because");
        values.put("addSearch.name", "Blue");
        values.put("addSearch.filters", Map.of("color", List.of("blue")));
        values.put("putSearch.name", "Blue");
        values.put("putSearch.filters", Map.of("color", List.of("blue")));
        values.put("forgotPassword.email", "somebody@matrix.example");
        values.put("addDetections.batchId", server.accounts.unique("batch"));
        values.put("addDetections.analyzer", "matrix");
        values.put(
                "addDetections.detections",
                List.of(Map.of("personId", server.accounts.unique("seen"), "offset", 1, "confidence", 0.5)));
        values.put("ingestFrigate.type", "new");
        values.put(
                "ingestFrigate.after",
                Map.of(
                        "id",
                        server.accounts.unique("track"),
                        "camera",
                        "yard",
                        "label",
                        "person",
                        "start_time",
                        1_770_000_000.5,
                        "top_score",
                        0.5));
        return values;
    }

    @Override
    Set<String> special() {
        return server.apis.stream()
                .filter(api -> api.name().equals("zentriqvision"))
                .flatMap(api -> api.operations().keySet().stream())
                .collect(Collectors.toSet());
    }

    /** Jobs of uploads and of processing, and the followers of what was written. */
    @Override
    Duration quiet() {
        return Duration.ofSeconds(2);
    }

    @Override
    Map<String, String> missing() {
        return Map.of("id", "none", "videoId", "none", "personId", "none");
    }

    @Override
    Map<String, Ids> foreign() {
        String videoId = video(GLOBEX, FOREIGN_MARKER, VideoStatus.PROCESSED);
        see(GLOBEX, videoId, "person_of_globex");
        return Map.of(
                "id", new Ids(videoId, "none"),
                "videoId", new Ids(videoId, "none"),
                "personId", new Ids("person_of_globex", "none"));
    }

    @Override
    Caller insider() {
        return admin;
    }
}

package dev.trestle.systems.zentriqvision.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.systems.zentriqvision.ZentriqVision;
import dev.trestle.systems.zentriqvision.ZentriqVisionApi;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings.AnalyzerKind;
import dev.trestle.systems.zentriqvision.people.Organizations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Two organisations with cameras, people in each role, and videos that are drawn here and sent as a browser would send them. What is in them is not made up: the analyzer
 * looks at them once the server works, so that a newcomer watches it. Where there is none, they wait and say so, and only what an outside program told is found.
 */
public final class SampleWorld {
    private static final String ACME = "acme";
    private static final String GLOBEX = "globex";
    private static final String ADMIN = "amara@vision.localhost";
    private static final String INVESTIGATOR = "iris@vision.localhost";
    private static final String OPERATOR = "oscar@vision.localhost";
    private static final String VIEWER = "vera@vision.localhost";
    private static final String GLOBEX_ADMIN = "gita@vision.localhost";
    private static final String GATE = "Gate 2";
    private static final String YARD = "Yard";
    private static final String HALL = "Hall";
    private static final String DOCK = "Dock";
    private static final String ENTRANCE = "Entrance";
    private static final int PARTS = 5;

    public static final Demo<ZentriqVisionSettings> DEMO = Demo.inSteps(
            List.of(
                    account(INVESTIGATOR, "Iris Reyes", ACME, "investigator")
                            .about("Searches for people in Acme’s videos.", "在 Acme 的视频中查找人物。", "在 Acme 的影片中尋找人物。"),
                    account(OPERATOR, "Oscar Lund", ACME, "operator")
                            .about("Uploads videos and searches.", "上传视频并搜索。", "上傳影片並搜尋。"),
                    account(VIEWER, "Vera Novak", ACME, "viewer")
                            .about("Watches one camera only, the gate.", "仅可观看大门摄像头。", "僅可觀看大門攝影機。"),
                    account(ADMIN, "Amara Diallo", ACME, "admin")
                            .about(
                                    "Manages Acme’s cameras and people; reads the access log.",
                                    "管理 Acme 的摄像头和人员；查看访问日志。",
                                    "管理 Acme 的攝影機和人員；查看存取記錄。"),
                    account(GLOBEX_ADMIN, "Gita Rao", GLOBEX, "admin")
                            .about(
                                    "Another organization, whose own analyzer also knows age and masks.",
                                    "另一个组织，其分析器还能识别年龄和口罩。",
                                    "另一個組織，其分析器還能辨識年齡和口罩。")),
            SampleWorld::load);

    private final SampleSender sender;
    private final String issuer;
    private final UnaryOperator<String> subjects;
    private final Instant now;

    private record Recording(String by, String camera, Instant at, Film film) {}

    private SampleWorld(Environment<ZentriqVisionSettings> environment, UnaryOperator<String> subjects) {
        this.now = environment.clock().instant();
        SampleClock clock = new SampleClock(now);
        Environment<ZentriqVisionSettings> loading = environment.at(clock);
        this.issuer = loading.identity().issuerName();
        this.subjects = subjects;
        this.sender =
                new SampleSender(new ZentriqVisionApi(loading).api(), clock, loading.bucket(ZentriqVision.VIDEOS));
    }

    private static Demo.Account account(String email, String name, String tenant, String role) {
        return new Demo.Account(email, name, List.of(), Map.of(tenant, List.of(Organizations.GROUP + role)));
    }

    private static void load(
            Environment<ZentriqVisionSettings> environment, UnaryOperator<String> subjects, Demo.Progress progress) {
        SampleWorld world = new SampleWorld(environment, subjects);
        world.people();
        progress.reached(1, PARTS);
        if (environment.settings().analysis().analyzer() == AnalyzerKind.BUILT_IN) {
            world.films(progress);
        }
        world.damaged();
        world.outside();
        progress.reached(PARTS, PARTS);
    }

    /** They are analysed once the server works: that of the night first. Where nothing here would, there are none. */
    private void films(Demo.Progress progress) {
        List<Recording> recordings = List.of(
                new Recording(ADMIN, GATE, at(1, 23, 40), Films.gate()),
                new Recording(OPERATOR, YARD, lastAt(10, 15), Films.yard()),
                new Recording(OPERATOR, HALL, at(1, 17, 30), Films.hall()));
        for (int i = 0; i < recordings.size(); i++) {
            String unused = film(recordings.get(i));
            progress.reached(2 + i, PARTS);
        }
    }

    private Principal as(String email) {
        Demo.Account account = DEMO.accounts().stream()
                .filter(each -> each.email().equals(email))
                .findFirst()
                .orElseThrow();
        Map.Entry<String, List<String>> tenant =
                account.tenants().entrySet().iterator().next();
        return new Principal(
                issuer,
                subjects.apply(email),
                Principal.Proof.TOKEN,
                tenant.getKey(),
                Set.copyOf(tenant.getValue()),
                Map.of("email", email, "email_verified", true, "name", account.name()));
    }

    /** Everybody calls once, and is known from then on; cameras come first, because people are limited to them. */
    private void people() {
        DEMO.accounts().forEach(account -> sender.call(as(account.email()), "getUser", Map.of()));
        sender.changed(
                as(ADMIN),
                "getOrganization",
                "changeOrganization",
                Map.of(
                        "cameras",
                        List.of(
                                Map.of("name", GATE, "place", "North gate"),
                                Map.of("name", YARD, "place", "Behind the workshop"),
                                Map.of("name", HALL, "place", "Ground floor", "offset", -40),
                                Map.of("name", DOCK, "place", "Watched by Frigate"))));
        sender.changed(
                as(GLOBEX_ADMIN),
                "getOrganization",
                "changeOrganization",
                Map.of("cameras", List.of(Map.of("name", ENTRANCE))));
        sender.call(
                as(ADMIN),
                "changeUser",
                Map.of("id", subjects.apply(VIEWER), "body", Map.of("cameras", List.of(GATE))));
    }

    /** A time on an earlier day, where the server is. */
    private Instant at(int daysAgo, int hour, int minute) {
        ZoneId zone = ZoneId.systemDefault();
        return LocalDate.ofInstant(now, zone)
                .minusDays(daysAgo)
                .atTime(LocalTime.of(hour, minute))
                .atZone(zone)
                .toInstant();
    }

    /** The last time it was that late: today, if it is over already. */
    private Instant lastAt(int hour, int minute) {
        Instant today = at(0, hour, minute);
        return today.isBefore(now.minus(Duration.ofMinutes(10))) ? today : at(1, hour, minute);
    }

    private String film(Recording recording) {
        try {
            Path file = Files.createTempFile("trestle-demo", ".avi");
            try {
                recording.film().write(file);
                String name = recording.camera().toLowerCase(Locale.ROOT).replace(' ', '-');
                return sender.upload(
                        as(recording.by()), name + ".avi", "video/x-msvideo", recording.at(), recording.camera(), file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("A video of the demo cannot be drawn.", e);
        }
    }

    /** A file that only calls itself a video: it becomes ERROR, with what to do about it. */
    private void damaged() {
        try {
            Path file = Files.createTempFile("trestle-demo", ".mp4");
            try {
                Files.write(file, "These are the minutes of a meeting.".getBytes(StandardCharsets.UTF_8));
                String unused = sender.upload(as(OPERATOR), "minutes.mp4", "video/mp4", at(2, 9, 0), YARD, file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What other programs tell: they may know more than the built-in analyzer does, and need none here. */
    private void outside() {
        dock();
        sender.changed(as(GLOBEX_ADMIN), "getSettings", "putSettings", Map.of("analyzer", "outside"));
        String video = film(new Recording(GLOBEX_ADMIN, ENTRANCE, at(1, 12, 5), Films.hall()));
        List<Map<String, Object>> looks = List.of(
                Map.of(
                        "upperColor",
                        "red",
                        "lowerColor",
                        "black",
                        "gender",
                        "female",
                        "ageBucket",
                        "25-34",
                        "mask",
                        true,
                        "objects",
                        List.of("bag")),
                Map.of(
                        "upperColor",
                        "green",
                        "lowerColor",
                        "brown",
                        "gender",
                        "male",
                        "ageBucket",
                        "35-49",
                        "mask",
                        false,
                        "emotion",
                        "calm",
                        "hairColor",
                        "black"),
                Map.of(
                        "upperColor",
                        "gray",
                        "lowerColor",
                        "black",
                        "gender",
                        "male",
                        "ageBucket",
                        "50+",
                        "mask",
                        false,
                        "emotion",
                        "happy"));
        JsonNode unused = sender.call(
                as(GLOBEX_ADMIN),
                "addDetections",
                Map.of(
                        "id",
                        video,
                        "body",
                        Map.of(
                                "batchId", "entrance-1",
                                "analyzer", "visitor-counter",
                                "detections", detections(Films.hall().figures(), looks))));
    }

    private static List<Map<String, Object>> detections(List<Figure> figures, List<Map<String, Object>> looks) {
        List<Map<String, Object>> detections = new ArrayList<>();
        for (Figure figure : figures) {
            int number = looksAt(figures, figure);
            // Appearances have whole seconds: a box between two of them would be beside its picture.
            for (double at = Math.ceil(figure.enters() + 1); at < figure.leaves() - 1; at += 1) {
                double[] box = figure.box(at);
                detections.add(Map.of(
                        "personId",
                        "visitor-" + (number + 1),
                        "offset",
                        at,
                        "confidence",
                        0.9,
                        "box",
                        Map.of("x", box[0], "y", box[1], "width", box[2], "height", box[3]),
                        "attributes",
                        looks.get(number)));
            }
        }
        return detections;
    }

    private static int looksAt(List<Figure> figures, Figure figure) {
        return figures.stream()
                .sorted(Comparator.comparingDouble(Figure::enters))
                .toList()
                .indexOf(figure);
    }

    /** A camera whose footage stays with Frigate: when somebody was there, and nothing of how they look. */
    private void dock() {
        for (int i = 0; i < 3; i++) {
            double start = at(1, 21, 10 + 13 * i).getEpochSecond();
            for (String type : List.of("new", "end")) {
                Map<String, Object> track = new LinkedHashMap<>(Map.of(
                        "id",
                        start + "-dock" + i,
                        "camera",
                        DOCK,
                        "label",
                        "person",
                        "start_time",
                        start,
                        "top_score",
                        0.84));
                if (type.equals("end")) {
                    track.put("end_time", start + 40 + 15 * i);
                }
                JsonNode unused = sender.call(
                        as(OPERATOR), "ingestFrigate", Map.of("body", Map.of("type", type, "after", track)));
            }
        }
    }
}

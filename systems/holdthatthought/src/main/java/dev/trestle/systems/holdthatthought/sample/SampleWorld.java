package dev.trestle.systems.holdthatthought.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.sample.SampleCalls;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.systems.holdthatthought.HoldThatThought;
import dev.trestle.systems.holdthatthought.HoldThatThoughtApi;
import dev.trestle.systems.holdthatthought.HoldThatThoughtSettings;
import dev.trestle.systems.holdthatthought.people.Groups;
import dev.trestle.systems.holdthatthought.sample.SampleLetters.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A family with two dozen letters, what they say about them and to each other, and drafts in every state. It is the same each time. */
public final class SampleWorld {
    private static final String ROSA = "rosa@family.localhost";
    private static final String EMIL = "emil@family.localhost";
    private static final String INES = "ines@family.localhost";
    private static final String OTTO = "otto@family.localhost";
    private static final String TIM = "tim@family.localhost";
    private static final Duration STEP = Duration.ofHours(7);

    /** All of it is over a little before now. */
    private static final Duration BACK = Duration.ofHours(96);

    /** When what is last in it happens, before now. */
    private static final Duration LATELY = Duration.ofHours(2);

    private static final int PARTS = 5;

    public static final Demo<HoldThatThoughtSettings> DEMO = Demo.inSteps(
            List.of(
                    account(ROSA, "Rosa Lindner")
                            .about("Keeps the family's letters; approves Tim.", "管理家族书信；审批 Tim。", "管理家族書信；審核 Tim。"),
                    account(EMIL, "Emil Lindner").about("Reads, writes and transcribes.", "阅读、书写和誊写。", "閱讀、書寫和謄寫。"),
                    account(INES, "Ines Carvalho")
                            .about("A friend of the family, on her phone.", "家族的朋友，用手机。", "家族的朋友，用手機。"),
                    account(OTTO, "Otto Lindner").about("Has a private profile.", "个人资料不公开。", "個人資料不公開。"),
                    account(TIM, "Tim Weiss").about("Waits to be approved.", "等待审批。", "等待審核。")),
            SampleWorld::load);

    private final Instant end;
    private final SampleClock clock;
    private final SampleCalls calls;
    private final JobRunner jobs;
    private final SampleUploads uploads;
    private final String issuer;
    private final UnaryOperator<String> subjects;

    private SampleWorld(Environment<HoldThatThoughtSettings> environment, UnaryOperator<String> subjects) {
        this.end = environment.clock().instant().minus(LATELY);
        this.clock = new SampleClock(environment.clock().instant().minus(BACK));
        Environment<HoldThatThoughtSettings> past = environment.at(clock);
        HoldThatThoughtApi api = new HoldThatThoughtApi(past);
        this.issuer = past.identity().issuerName();
        this.calls = new SampleCalls(api.api(), clock);
        this.jobs = api.runner();
        this.uploads = new SampleUploads(past.bucket(HoldThatThought.ARCHIVE));
        this.subjects = subjects;
    }

    private static Demo.Account account(String email, String name) {
        return new Demo.Account(email, name, List.of(), Map.of());
    }

    private static void load(
            Environment<HoldThatThoughtSettings> environment, UnaryOperator<String> subjects, Demo.Progress progress) {
        SampleWorld world = new SampleWorld(environment, subjects);
        world.people();
        progress.reached(1, PARTS);
        world.letters();
        progress.reached(2, PARTS);
        world.comments();
        world.messages();
        progress.reached(3, PARTS);
        world.scans();
        world.gallery();
        progress.reached(4, PARTS);
        world.drafts();
        progress.reached(PARTS, PARTS);
    }

    /** Tokens of demo accounts have no groups: the first of these is what an administrator of another program would have set. */
    private Principal as(String email, String... groups) {
        return new Principal(
                issuer,
                subjects.apply(email),
                Principal.Proof.TOKEN,
                null,
                Set.of(groups),
                Map.of("email", email, "email_verified", true, "name", name(email)));
    }

    private static String name(String email) {
        return DEMO.accounts().stream()
                .filter(account -> account.email().equals(email))
                .map(Demo.Account::name)
                .findFirst()
                .orElse(email);
    }

    private JsonNode call(String email, String operation, Map<String, ?> arguments) {
        return calls.call(as(email), operation, arguments);
    }

    private static Map<String, Object> body(Object... namesAndValues) {
        Map<String, Object> body = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            body.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return body;
    }

    private void people() {
        calls.call(as(ROSA, Groups.ADMINS), "getMe", Map.of());
        for (String email : List.of(EMIL, INES, OTTO)) {
            calls.call(as(email, Groups.APPROVED), "getMe", Map.of());
        }
        profile(ROSA, "bio", "I inherited the milk can.", "familyRelationship", "granddaughter of Anna and Karl");
        profile(EMIL, "bio", "Ask me about radios.", "generation", "3rd", "familyBranch", "Mill Lane");
        profile(INES, "bio", "Bridges, mostly.", "familyBranch", "friends");
        profile(OTTO, "isProfilePrivate", true, "bio", "Private.");
        profile(
                ROSA,
                "familyRelationships",
                List.of(
                        Map.of("type", "grandparent", "name", "Anna Lindner"),
                        Map.of("type", "grandparent", "name", "Karl Lindner"),
                        Map.of("type", "parent", "name", "Clara Lindner"),
                        Map.of("type", "aunt/uncle", "name", "Hanna Weiss"),
                        Map.of("type", "sibling", "name", "Emil Lindner", "userId", subjects.apply(EMIL)),
                        Map.of("type", "child", "name", "Otto", "userId", subjects.apply(OTTO))));
        profile(
                EMIL,
                "familyRelationships",
                List.of(Map.of("type", "parent", "name", "Clara Lindner"), Map.of("type", "cousin", "name", "Tim")));
        calls.later(STEP).call(as(TIM), "getMe", Map.of());
        jobs.runDue();
    }

    private void profile(String email, Object... fields) {
        call(email, "updateProfile", Map.of("body", body(fields)));
        calls.later(Duration.ofMinutes(3));
    }

    private void letters() {
        List<Sample> letters = SampleLetters.all();
        for (int i = 0; i < letters.size(); i++) {
            Sample letter = letters.get(i);
            String by = i % 3 == 0 ? EMIL : ROSA;
            call(by, "createLetter", Map.of("body", content(letter)));
            calls.later(Duration.ofMinutes(50));
        }
        edit(EMIL, "1943-05-02", "206.", "two hundred and six.");
        edit(ROSA, "1931-04-17", "an invention", "an *invention*");
        edit(EMIL, "1931-04-17", "in October.", "in October, as every year.");
        jobs.runDue();
    }

    private static Map<String, Object> content(Sample letter) {
        Map<String, Object> body = body(
                "date", letter.date(),
                "title", letter.title(),
                "content", letter.content(),
                "description", letter.description(),
                "tags", letter.tags());
        put(body, "author", letter.author());
        put(body, "recipient", letter.recipient());
        put(body, "location", letter.location());
        return body;
    }

    private static void put(Map<String, Object> body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private void edit(String email, String date, String from, String to) {
        JsonNode letter = call(email, "getLetter", Map.of("date", date));
        String text = letter.path("content").asText();
        String changed = text.contains(from) ? text.replace(from, to) : text + "\n" + to + "\n";
        call(email, "editLetter", Map.of("date", date, "body", Map.of("content", changed)));
        calls.later(Duration.ofHours(2));
    }

    private void comments() {
        String first = comment(INES, "1955-06-15", "I laughed at \"On the second and third day I went to make sure\".");
        comment(ROSA, "1955-06-15", "He told it differently every time, but the lift was always broken.");
        react(ROSA, first, "like");
        react(EMIL, first, "love");
        String boots = comment(EMIL, "1945-09-30", "This is the letter with the boots. He kept it in the radio.");
        react(INES, boots, "like");
        comment(OTTO, "1986-09-14", "The shoe is still private.");
        comment(INES, "1983-04-26", "The bolt is still there. I looked last summer.");
        comment(ROSA, "0000-00-00-quince-jelly", "Four pounds make nine glasses. Do not tell Ines how many I keep.");
        jobs.runDue();
    }

    private String comment(String email, String date, String text) {
        calls.later(Duration.ofHours(3));
        return call(
                        email,
                        "addComment",
                        Map.of("itemId", "letters/" + date, "body", body("commentText", text, "itemType", "letter")))
                .path("commentId")
                .asText();
    }

    private void react(String email, String commentId, String type) {
        calls.later(Duration.ofMinutes(20));
        call(email, "react", Map.of("commentId", commentId, "body", Map.of("reactionType", type)));
    }

    private void messages() {
        String emil = subjects.apply(EMIL);
        String ines = subjects.apply(INES);
        calls.later(STEP);
        JsonNode direct = call(
                ROSA,
                "openConversation",
                Map.of("body", body("participantIds", List.of(ines), "messageText", "The tree is in flower.")));
        calls.later(Duration.ofMinutes(9));
        send(INES, direct, "How many blossoms on one branch?");
        send(ROSA, direct, "I have not dared to count.");
        JsonNode group = call(
                ROSA,
                "openConversation",
                Map.of(
                        "body",
                        body(
                                "participantIds", List.of(emil, ines),
                                "conversationTitle", "October at Mill Lane",
                                "messageText", "Who comes to visit the quince tree this year?")));
        send(EMIL, group, "I do. Clause eleven.");
        send(INES, group, "I bring the umbrella.");
        jobs.runDue();
    }

    private void send(String email, JsonNode conversation, String text) {
        calls.later(Duration.ofMinutes(14));
        String id = conversation.path("conversationId").asText();
        call(email, "sendMessage", Map.of("id", id, "body", Map.of("messageText", text)));
    }

    /** Letters that have scans already: drafts that were attached to them. */
    private void scans() {
        attach("1955-06-15", "1955-06-15-1.jpg", "1955-06-15-2.jpg");
        attach("1946-06-12", "1946-06-12-1.jpg");
        attach("1966-01-20", "1966-01-20-1.jpg");
    }

    private void attach(String date, String... scans) {
        String draft = ready(EMIL, scans);
        call(ROSA, "publishDraft", Map.of("id", draft, "body", Map.of("attachTo", date)));
        calls.later(Duration.ofMinutes(30));
        jobs.runDue();
    }

    private void gallery() {
        picture(ROSA, "mill-lane.jpg", "The house on Mill Lane, and the quince tree");
        picture(EMIL, "lakes.jpg", "The lakes, August 1963");
        picture(ROSA, "milk-can.jpg", "Grandfather's milk can");
        jobs.runDue();
    }

    private void picture(String email, String name, String caption) {
        SampleUploads.File file = SampleUploads.picture(name);
        JsonNode announced =
                call(email, "announceMedia", Map.of("body", body("fileName", file.name(), "contentType", file.type())));
        uploads.send(announced.path("uploads"), List.of(file));
        String id = announced.path("mediaId").asText();
        call(email, "confirmMedia", Map.of("id", id));
        call(email, "captionMedium", Map.of("id", id, "body", body("caption", caption)));
        calls.later(Duration.ofMinutes(25));
    }

    /** A draft whose text was read. */
    private String ready(String email, String... scans) {
        String draft = uploaded(email, uploads.resources(scans));
        call(email, "processUpload", Map.of("id", draft));
        jobs.runDue();
        calls.later(Duration.ofMinutes(10));
        return draft;
    }

    private String uploaded(String email, List<SampleUploads.File> files) {
        Map<String, Object> asked = new HashMap<>(Map.of(
                "fileCount", files.size(),
                "fileTypes", files.stream().map(SampleUploads.File::type).toList(),
                "fileNames", files.stream().map(SampleUploads.File::name).toList()));
        JsonNode upload = call(email, "requestUpload", Map.of("body", asked));
        uploads.send(upload.path("urls"), files);
        calls.later(Duration.ofMinutes(4));
        return upload.path("uploadId").asText();
    }

    private void drafts() {
        ready(INES, "draft-hanna.jpg");
        ready(EMIL, "draft-clara.jpg");
        String damaged = uploaded(INES, List.of(SampleUploads.damaged()));
        call(INES, "processUpload", Map.of("id", damaged));
        jobs.runDue();
        // What is not processed within a day is swept.
        if (clock.instant().isBefore(end)) {
            calls.later(Duration.between(clock.instant(), end));
        }
        uploaded(ROSA, uploads.resources("draft-hanna.jpg"));
        // The server reads this one when it begins to work, so that a newcomer can watch it.
        String waiting = uploaded(ROSA, uploads.resources("1966-01-20-1.jpg"));
        call(ROSA, "processUpload", Map.of("id", waiting));
    }
}

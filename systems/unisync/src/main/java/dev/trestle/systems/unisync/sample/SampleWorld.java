package dev.trestle.systems.unisync.sample;

import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.sample.SampleCalls;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.unisync.UniSync;
import dev.trestle.systems.unisync.UniSyncApi;
import dev.trestle.systems.unisync.UniSyncSettings;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.VmItem;
import dev.trestle.systems.unisync.notes.Attachments.Announce;
import dev.trestle.systems.unisync.notes.Attachments.Announced;
import dev.trestle.systems.unisync.notes.Attachments.ByAttachment;
import dev.trestle.systems.unisync.notes.Attachments.NewAttachment;
import dev.trestle.systems.unisync.notes.Notes.AddNote;
import dev.trestle.systems.unisync.notes.Notes.Text;
import dev.trestle.systems.unisync.people.UserRequests.CreateUser;
import dev.trestle.systems.unisync.people.UserRequests.NewUser;
import dev.trestle.systems.unisync.people.Users;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ByShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.CreateShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Description;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.LinksUpdate;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.StageUpdate;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UpdateLinks;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.UpdateStage;
import dev.trestle.systems.unisync.translation.Translators;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.sync.RequestBody;

/**
 * Two areas with twenty ShowSets each, in all states, worked on for some days by people of each role. It is the same each time, but for
 * ids. All of it is made by UniSync's operations, as its people.
 */
public final class SampleWorld {
    private static final int PER_AREA = 20;
    private static final Duration STEP = Duration.ofMinutes(17);
    private static final String PICTURE = "image/png";

    /** Somebody to sign in as. */
    private record Person(String login, String name, Language language, String en, String zh, String zhTw) {
        String email() {
            return login + "@demo.localhost";
        }
    }

    private record Scene(String name, String en, String zh, String zhTw) {}

    private static final Map<UserRole, Person> PEOPLE = new TreeMap<>(Map.of(
            UserRole.ADMIN,
                    new Person(
                            "ulla",
                            "Ulla Admin",
                            Language.EN,
                            "Adds users and ShowSets, imports and unlocks.",
                            "添加用户和 ShowSet，导入和解锁。",
                            "新增使用者和 ShowSet，匯入和解鎖。"),
            UserRole.BIM_COORDINATOR,
                    new Person(
                            "bo",
                            "Bo Coordinator",
                            Language.EN,
                            "Moves stages, assigns people, sends work back.",
                            "推进阶段、分配人员、退回工作。",
                            "推進階段、指派人員、退回工作。"),
            UserRole.MODELLER_3D,
                    new Person(
                            "mei",
                            "Mei Modeller",
                            Language.ZH_TW,
                            "Models screens and structures; reads notes in traditional Chinese.",
                            "制作屏幕和结构模型；用繁体中文阅读备注。",
                            "製作螢幕和結構模型；用繁體中文閱讀備註。"),
            UserRole.DRAFTER_2D,
                    new Person(
                            "dan",
                            "Dan Drafter",
                            Language.ZH,
                            "Draws what the models hand on; reads notes in simplified Chinese.",
                            "根据模型绘制图纸；用简体中文阅读备注。",
                            "根據模型繪製圖面；用簡體中文閱讀備註。")));

    private static final List<Scene> SCENES = List.of(
            new Scene("Main Entrance", "LED screen at main entrance", "主入口LED屏幕", "主入口LED螢幕"),
            new Scene("Atrium", "Suspended ring above the atrium", "中庭上方的悬挂环屏", "中庭上方的懸掛環屏"),
            new Scene("Ballroom", "Curved wall behind the stage", "舞台后的弧形墙", "舞台後的弧形牆"),
            new Scene("Arcade", "Ceiling strips along the arcade", "长廊顶部灯带", "長廊頂部燈帶"));

    public static final Demo<UniSyncSettings> DEMO = Demo.inSteps(
            PEOPLE.values().stream()
                    .map(person -> new Demo.Account(person.email(), person.name(), List.of(), Map.of())
                            .about(person.en(), person.zh(), person.zhTw()))
                    .toList(),
            SampleWorld::load);

    private final Bucket bucket;
    private final String issuer;
    private final UnaryOperator<String> subjects;
    private final JobRunner jobs;
    private final SampleCalls calls;
    private final Map<UserRole, String> userIds = new TreeMap<>();

    private SampleWorld(Environment<UniSyncSettings> environment, UnaryOperator<String> subjects) {
        SampleClock clock = new SampleClock(environment.clock().instant().minus(STEP.multipliedBy(PER_AREA * 2L * 6)));
        UniSyncApi api = new UniSyncApi(environment.at(clock), new Translators(Optional.of(new SampleRemarks())));
        this.bucket = environment.bucket(UniSync.ATTACHMENTS);
        this.issuer = environment.identity().issuerName();
        this.subjects = subjects;
        this.jobs = api.runner();
        this.calls = new SampleCalls(api.api(), clock);
    }

    /** Its last days are the last before now. */
    private static void load(
            Environment<UniSyncSettings> environment, UnaryOperator<String> subjects, Demo.Progress progress) {
        SampleWorld world = new SampleWorld(environment, subjects);
        try (JobRunner jobs = world.jobs) {
            world.users();
            for (int i = 0; i < PER_AREA * 2; i++) {
                world.showSet(i);
                progress.reached(i + 1, PER_AREA * 2 + 1);
            }
            jobs.runDue(); // notes are translated
        }
    }

    private static Person person(UserRole role) {
        return Objects.requireNonNull(PEOPLE.get(role));
    }

    private String userId(UserRole role) {
        return Objects.requireNonNull(userIds.get(role));
    }

    private Principal as(UserRole role, String... groups) {
        Person person = person(role);
        Map<String, Object> claims = Map.of("email", person.email(), "email_verified", true, "name", person.name());
        String subject = subjects.apply(person.email());
        return new Principal(issuer, subject, Principal.Proof.TOKEN, null, Set.of(groups), claims);
    }

    private Reply call(UserRole role, String operation, Record request) {
        return calls.call(as(role), operation, request);
    }

    /** UniSync's first user is an administrator of the server, who makes the others; for that one call, this one counts as such. */
    private void users() {
        Reply first = calls.call(as(UserRole.ADMIN, People.ADMINISTRATORS), "getMe", new Operations.Nothing());
        userIds.put(UserRole.ADMIN, InProcess.value(User.class, first).userId());
        PEOPLE.forEach((role, person) -> {
            if (role != UserRole.ADMIN) {
                NewUser made = new NewUser(
                        person.email(), person.name(), role, person.language(), role == UserRole.BIM_COORDINATOR);
                Reply added = call(UserRole.ADMIN, "createUser", new CreateUser(made));
                userIds.put(
                        role, InProcess.value(Users.Added.class, added).user().userId());
            }
        });
    }

    private void showSet(int number) {
        Area area = number % 2 == 0 ? Area.AREA_311 : Area.AREA_312;
        String id = String.format(Locale.ROOT, "SS-%s-%03d", area == Area.AREA_311 ? "311" : "312", number / 2 + 1);
        Scene scene = SCENES.get(number % SCENES.size());
        calls.later(STEP);
        NewShowSet made = new NewShowSet(
                id,
                area,
                scene.name(),
                new Description(scene.en(), scene.zh(), scene.zhTw()),
                List.of(new VmItem("VM" + (number + 1), "Primary Display")));
        call(UserRole.BIM_COORDINATOR, "createShowSet", new CreateShowSet(made));
        StageName[] stages = StageName.values();
        int done = number % (stages.length + 1);
        for (int i = 0; i < done; i++) {
            move(id, stages[i], StageStatus.COMPLETE);
        }
        if (done < stages.length) {
            StageStatus[] open = StageStatus.values();
            StageStatus status = open[number % open.length];
            if (status == StageStatus.REVISION_REQUIRED) {
                note(id, number);
            } else if (status != StageStatus.NOT_STARTED) {
                move(id, stages[done], status);
            }
        }
        if (number % 7 == 3) {
            move(id, StageName.SCREEN, StageStatus.IN_PROGRESS);
        }
        if (number % 3 == 0) {
            note(id, number);
        }
        if (number % 4 == 1) {
            calls.later(STEP);
            LinksUpdate links = new LinksUpdate(
                    new Patch.To<>("https://bim360.example.com/model/" + (number + 100)), new Patch.Keep<>());
            call(UserRole.BIM_COORDINATOR, "updateLinks", new UpdateLinks(id, links));
        }
        if (number == 12) {
            calls.later(STEP);
            call(UserRole.ADMIN, "lockShowSet", new ByShowSet(id));
        }
    }

    private void move(String id, StageName stage, StageStatus status) {
        calls.later(STEP);
        UserRole role = switch (stage) {
            case SCREEN, STRUCTURE, INTEGRATED -> UserRole.MODELLER_3D;
            case IN_BIM_360 -> UserRole.BIM_COORDINATOR;
            case DRAWING_2D -> UserRole.DRAFTER_2D;
        };
        Patch<String> assigned = stage == StageName.IN_BIM_360 ? new Patch.Keep<>() : new Patch.To<>(userId(role));
        StageUpdate update = new StageUpdate(new Patch.To<>(status), assigned, new Patch.Keep<>(), null, null);
        call(role, "updateStage", new UpdateStage(id, stage, update));
    }

    private void note(String id, int number) {
        calls.later(STEP);
        Language language = Language.values()[number % Language.values().length];
        UserRole author = UserRole.values()[number % UserRole.values().length];
        String said = SampleRemarks.of(number, language);
        boolean mentions = author != UserRole.MODELLER_3D && number % 2 == 0;
        String text = mentions ? "@" + person(UserRole.MODELLER_3D).name() + " " + said : said;
        Reply added = call(author, "addNote", new AddNote(id, new Text(text, language)));
        if (number % 2 == 0) {
            picture(author, InProcess.value(Note.class, added).noteId(), number);
        }
    }

    /** The bytes go to the bucket without the address that is signed for them: that is the server's own, which answers nobody yet. */
    private void picture(UserRole author, String noteId, int number) {
        byte[] bytes = SamplePicture.png(number);
        NewAttachment file = new NewAttachment("view-" + (number + 1) + ".png", PICTURE, bytes.length);
        Reply announced = call(author, "announceAttachment", new Announce(noteId, file));
        String id = InProcess.value(Announced.class, announced).attachmentId();
        String staged = Uploads.Place.in(bucket.name()).staging() + id;
        bucket.client()
                .putObject(
                        request -> request.bucket(bucket.name()).key(staged).contentType(PICTURE),
                        RequestBody.fromBytes(bytes));
        call(author, "confirmAttachment", new ByAttachment(noteId, id));
    }
}

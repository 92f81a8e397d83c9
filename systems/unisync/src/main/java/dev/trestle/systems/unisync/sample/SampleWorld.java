package dev.trestle.systems.unisync.sample;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.Mention;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NoteAttachment;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.TranslationStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.model.VmItem;
import dev.trestle.systems.unisync.notes.Mentions;
import dev.trestle.systems.unisync.notes.NoteRemoval;
import dev.trestle.systems.unisync.notes.Translations;
import dev.trestle.systems.unisync.presence.Presence;
import dev.trestle.systems.unisync.showsets.Moves;
import dev.trestle.systems.unisync.showsets.Naming;
import dev.trestle.systems.unisync.showsets.Partitions;
import dev.trestle.systems.unisync.showsets.Reasons;
import dev.trestle.systems.unisync.showsets.ShowSetChanges;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Description;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.LinksUpdate;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.StageUpdate;
import dev.trestle.systems.unisync.showsets.ShowSets;
import dev.trestle.systems.unisync.showsets.ShowSets.Followers;
import dev.trestle.systems.unisync.translation.Translators;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Two areas with twenty ShowSets each, in all states, worked on for some days by people of each role. It is the same each time. */
public final class SampleWorld {
    private static final int PER_AREA = 20;
    private static final Duration STEP = Duration.ofMinutes(17);

    private static final Map<UserRole, Person> PEOPLE = new TreeMap<>(Map.of(
            UserRole.ADMIN, new Person("ulla", "Ulla Admin", Language.EN),
            UserRole.BIM_COORDINATOR, new Person("bo", "Bo Coordinator", Language.EN),
            UserRole.MODELLER_3D, new Person("mei", "Mei Modeller", Language.ZH_TW),
            UserRole.DRAFTER_2D, new Person("dan", "Dan Drafter", Language.ZH)));

    private static final List<Scene> SCENES = List.of(
            new Scene("Main Entrance", "LED screen at main entrance", "主入口LED屏幕", "主入口LED螢幕"),
            new Scene("Atrium", "Suspended ring above the atrium", "中庭上方的悬挂环屏", "中庭上方的懸掛環屏"),
            new Scene("Ballroom", "Curved wall behind the stage", "舞台后的弧形墙", "舞台後的弧形牆"),
            new Scene("Arcade", "Ceiling strips along the arcade", "长廊顶部灯带", "長廊頂部燈帶"));

    private static final List<LocalizedString> REMARKS = List.of(
            new LocalizedString("Please review the screen placement", "请检查屏幕位置", "請檢查螢幕位置"),
            new LocalizedString("The bracket collides with the duct", "支架与风管冲突", "支架與風管衝突"),
            new LocalizedString("The client wants it 20 cm higher", "客户希望提高20厘米", "客戶希望提高20公分"));

    private final ItemStore store;
    private final Files files;
    private final Ids ids = new Ids(new SecureRandom());
    private final SampleClock clock;
    private final Times times;
    private final Changes commits;
    private final ShowSets showSets;
    private final ShowSetChanges changes;
    private final Map<UserRole, User> users = new TreeMap<>();

    /** Somebody to sign in as. */
    public record Person(String login, String name, Language language) {
        public String email() {
            return login + "@demo.localhost";
        }
    }

    private record Scene(String name, String en, String zh, String zhTw) {}

    private SampleWorld(ItemStore store, Files files, Instant now) {
        this.store = store;
        this.files = files;
        this.clock = new SampleClock(now.minus(STEP.multipliedBy(PER_AREA * 2L * 6)));
        this.times = new Times(clock);
        Jobs jobs = new Jobs(store, SupportTable.JOBS, clock);
        this.commits = new Changes(jobs, new SecureRandom());
        Translators translators = new Translators(Optional.empty());
        Translations translations = new Translations(store, commits, translators, clock);
        Reasons reasons = new Reasons(store, translations, translators, new Partitions(store), commits);
        NoteRemoval removal = new NoteRemoval(new Mentions(store));
        Moves moves = new Moves(store, jobs, removal, new Presence(store, times), reasons, commits);
        this.showSets =
                new ShowSets(store, new Followers(translations, removal.mentions(), reasons, moves), Naming.FREE, ids);
        this.changes = new ShowSetChanges(showSets, store, Naming.FREE, ids);
    }

    /** One of each role. */
    public static List<Person> people() {
        return List.copyOf(PEOPLE.values());
    }

    /** Takes the bytes of a file that belongs to a note. */
    public interface Files {
        void put(String key, String mimeType, byte[] bytes);
    }

    /** Fills tables that are empty. Its last days are the last before {@code now}. */
    public static void load(ItemStore store, Files files, Instant now) {
        SampleWorld world = new SampleWorld(store, files, now);
        PEOPLE.forEach(world::user);
        for (int i = 0; i < PER_AREA * 2; i++) {
            world.showSet(i);
        }
    }

    private User by(UserRole role) {
        User user = users.get(role);
        if (user == null) {
            throw new IllegalStateException("The sample has nobody who is " + role + ".");
        }
        return user;
    }

    /** Bound to an account by the address, at the first request. */
    private void user(UserRole role, Person person) {
        Instant at = clock.instant();
        User user = new User(
                "usr_" + person.login(),
                person.email(),
                person.name(),
                role,
                UserStatus.ACTIVE,
                person.language(),
                UUID.nameUUIDFromBytes(person.login().getBytes(StandardCharsets.UTF_8))
                        .toString(),
                role == UserRole.BIM_COORDINATOR,
                at,
                at);
        users.put(role, store.create(UsersTable.USER, user));
    }

    private void showSet(int number) {
        Area area = number % 2 == 0 ? Area.AREA_311 : Area.AREA_312;
        String id = String.format(Locale.ROOT, "SS-%s-%03d", area == Area.AREA_311 ? "311" : "312", number / 2 + 1);
        Scene scene = SCENES.get(number % SCENES.size());
        clock.advance(STEP);
        NewShowSet made = new NewShowSet(
                id,
                area,
                scene.name(),
                new Description(scene.en(), scene.zh(), scene.zhTw()),
                List.of(new VmItem("VM" + (number + 1), "Primary Display")));
        commits.run(store, () -> showSets.create(by(UserRole.BIM_COORDINATOR), times.now(), made));
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
            clock.advance(STEP);
            LinksUpdate links = new LinksUpdate(
                    new Patch.To<>("https://bim360.example.com/model/" + (number + 100)), new Patch.Keep<>());
            commits.run(store, () -> changes.links(by(UserRole.BIM_COORDINATOR), times.now(), stored(id), links));
        }
        if (number == 12) {
            clock.advance(STEP);
            commits.run(store, () -> changes.lock(by(UserRole.ADMIN), times.now(), stored(id)));
        }
    }

    private Stored<ShowSet> stored(String id) {
        return store.consistent().stored(ShowSetsTable.SHOWSET_BY_ID.of(id)).orElseThrow();
    }

    private void move(String id, StageName stage, StageStatus status) {
        clock.advance(STEP);
        UserRole role = switch (stage) {
            case SCREEN, STRUCTURE, INTEGRATED -> UserRole.MODELLER_3D;
            case IN_BIM_360 -> UserRole.BIM_COORDINATOR;
            case DRAWING_2D -> UserRole.DRAFTER_2D;
        };
        Patch<String> assigned = stage == StageName.IN_BIM_360 ? new Patch.Keep<>() : new Patch.To<>(by(role).userId());
        StageUpdate update = new StageUpdate(new Patch.To<>(status), assigned, new Patch.Keep<>(), null, null);
        commits.run(store, () -> changes.stage(by(role), times.now(), stored(id), stage, update));
    }

    private void note(String id, int number) {
        clock.advance(STEP);
        Instant at = clock.instant();
        Language language = Language.values()[number % Language.values().length];
        User author = by(UserRole.values()[number % UserRole.values().length]);
        String noteId = ids.rising("note_", at, 0);
        boolean mentions = author.role() != UserRole.MODELLER_3D && number % 2 == 0;
        LocalizedString said = REMARKS.get(number % REMARKS.size());
        User mentioned = by(UserRole.MODELLER_3D);
        store.create(
                NotesTable.NOTE,
                new Note(
                        noteId,
                        id,
                        author.userId(),
                        author.name(),
                        language,
                        mentions ? addressed(said, mentioned) : said,
                        TranslationStatus.COMPLETE,
                        number % 2 == 0 ? List.of(picture(noteId, number, at)) : List.of(),
                        false,
                        at,
                        at));
        if (mentions) {
            store.create(SupportTable.MENTION, new Mention(mentioned.userId(), noteId, id, at));
        }
    }

    private static LocalizedString addressed(LocalizedString said, User to) {
        String name = "@" + to.name() + " ";
        return new LocalizedString(name + said.en(), name + said.zh(), name + said.zhTw());
    }

    private NoteAttachment picture(String noteId, int number, Instant at) {
        byte[] bytes = SamplePicture.png(number);
        String id =
                UUID.nameUUIDFromBytes(noteId.getBytes(StandardCharsets.UTF_8)).toString();
        String name = "view-" + (number + 1) + ".png";
        String key = "notes/" + noteId + "/" + id + "/" + name;
        files.put(key, "image/png", bytes);
        return new NoteAttachment(id, name, bytes.length, "image/png", key, at);
    }
}

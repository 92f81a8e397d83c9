package dev.trestle.platform.notices;

import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.events.EventHub;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Right;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.table.Notice;
import dev.trestle.platform.table.NoticeChoice;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The operations on a person's own notices, and their events. Everybody reaches their own inboxes only. */
public final class NoticesApi implements AutoCloseable {
    private static final Api.About ABOUT = new Api.About(
            "Home",
            "What a person finds across all systems: notices, what waits for them, and the events of all systems on one"
                    + " connection. Everybody sees only what is their own.",
            "/home/v1");
    private static final Right<Object, Object> SIGNED_IN = Right.everybody("SIGNED_IN");

    private final Inboxes inboxes;
    private final EventHub<Reader> hub;
    private final Operations<Reader> operations;

    /** Who reads: the inboxes of the person in the tenant that they are signed in to. */
    public record Reader(Recipient who, List<String> inboxes) {
        static Reader of(Principal principal) {
            Recipient who = Recipient.of(principal);
            return new Reader(who, who.inboxes(principal.tenant()));
        }
    }

    record ListNotices(
            @About("Only those that are unread") @Default("false")
            boolean unread,

            @Default("50") @Range(min = 1, max = 100) int limit,

            @About("The next of the page before") @Nullable @Length(max = 200)
            String cursor) {}

    record ByNotice(@Length(min = 1, max = 60) String noticeId) {}

    record ChangeSettings(Settings body) {}

    /**
     * What the caller wants to hear of.
     *
     * @param language of mails
     */
    record Settings(
            @OneOf({"en", "zh", "zh-TW"}) String language,
            @Count(max = 6) List<KindSetting> kinds) {}

    record KindSetting(NoticeKind kind, boolean inbox, boolean mail) {}

    /** {@code canMail} says whether this server sends mails at all. */
    record SettingsView(String language, boolean canMail, List<KindSetting> kinds) {}

    /** {@code unread} is {@value Inboxes#UNREAD_SHOWN_MAX} for as many or more. */
    record Unread(int unread) {}

    record View(
            String noticeId,
            String system,
            NoticeKind kind,
            String code,
            String title,
            Map<String, String> values,
            Map<String, String> words,
            String link,
            @Nullable String by,
            Instant at,
            boolean read) {
        static View of(Notice notice) {
            return new View(
                    notice.noticeId(),
                    notice.system(),
                    NoticeKind.valueOf(notice.kind()),
                    notice.code(),
                    notice.title(),
                    notice.values(),
                    notice.words(),
                    notice.link(),
                    notice.by(),
                    notice.at(),
                    notice.isRead());
        }
    }

    /** What is told of a notice: that something changed. */
    record NoticeEvent(String noticeId, String change, boolean read) {}

    private static final Events<Reader> EVENTS = new Events<Reader>()
            .event(
                    "notice",
                    PlatformTable.NOTICE,
                    change -> new NoticeEvent(
                            change.latest().noticeId(),
                            change.kind(),
                            change.latest().isRead()),
                    (who, notice) -> who.inboxes().contains(notice.inbox()));

    /** Begins to follow the inboxes. {@code kinds} are those that the hosted systems send. */
    public NoticesApi(
            Inboxes inboxes,
            List<NoticeKind> kinds,
            Deployment deployment,
            DynamoDbStreamsClient streams,
            ItemStore store) {
        Clock clock = deployment.clock();
        SecureRandom random = new SecureRandom();
        this.inboxes = inboxes;
        this.operations = new Operations<>(
                Api.declared("home", ABOUT, Shapes.problemDetails()),
                new Operations.Setting<>(
                        call -> Reader.of(call.principal()),
                        who -> store,
                        new Changes(null, random),
                        new Times(clock),
                        new Ids(random)));
        this.hub = new EventHub<>(deployment, streams, store, EVENTS).start();
        declare();
        declareSettings(kinds.stream().distinct().sorted().toList());
    }

    /** For what else is about all systems. */
    public Operations<Reader> operations() {
        return operations;
    }

    private void declare() {
        operations
                .get("listNotices", "/notices", ListNotices.class)
                .about("The caller's notices, newest first")
                .right(SIGNED_IN)
                .givesPage(View.class, given -> {
                    ListNotices asked = given.asked();
                    Page<Notice> page =
                            inboxes.list(given.by().inboxes(), asked.unread(), asked.limit(), asked.cursor());
                    return new Page<>(page.items().stream().map(View::of).toList(), page.next());
                });
        operations
                .get("countUnread", "/notices/unread")
                .about("How many of the caller's notices are unread; 100 for as many or more")
                .right(SIGNED_IN)
                .gives(
                        Unread.class,
                        given -> new Unread(inboxes.unread(given.by().inboxes())));
        operations
                .post("readNotice", "/notices/{noticeId}/read", ByNotice.class)
                .about("Marks one of the caller's notices as read")
                .right(SIGNED_IN)
                .refuses(Kind.NOT_FOUND)
                .does(given -> inboxes.read(given.by().inboxes(), given.asked().noticeId()));
        operations
                .post("readAllNotices", "/notices/read")
                .about("Marks all of the caller's notices as read")
                .right(SIGNED_IN)
                .does(given -> inboxes.readAll(given.by().inboxes()));
        operations
                .get("listenToNotices", "/notices/events")
                .about("Changes to the caller's notices, as server-sent events")
                .right(SIGNED_IN)
                .repliesEvents(hub::listen);
    }

    private void declareSettings(List<NoticeKind> kinds) {
        operations
                .get("getNoticeSettings", "/notices/settings")
                .about("Which kinds of notices the caller gets in the inbox and by mail")
                .right(SIGNED_IN)
                .gives(SettingsView.class, given -> settings(given.by(), kinds));
        operations
                .put("changeNoticeSettings", "/notices/settings", ChangeSettings.class)
                .about("Chooses which kinds of notices the caller gets; kinds that are not named stay as they are")
                .right(SIGNED_IN)
                .gives(SettingsView.class, given -> {
                    change(given.by(), given.asked().body());
                    return settings(given.by(), kinds);
                });
    }

    private SettingsView settings(Reader reader, List<NoticeKind> kinds) {
        NoticeChoice choice = inboxes.choice(reader.who());
        return new SettingsView(
                choice.language(),
                inboxes.hasMail(),
                kinds.stream()
                        .map(kind -> new KindSetting(
                                kind,
                                !choice.hidden().contains(kind.name()),
                                choice.mailed().contains(kind.name())))
                        .toList());
    }

    private void change(Reader reader, Settings asked) {
        NoticeChoice before = inboxes.choice(reader.who());
        inboxes.choose(new NoticeChoice(
                before.person(),
                chosen(before.hidden(), asked.kinds(), setting -> !setting.inbox()),
                chosen(before.mailed(), asked.kinds(), KindSetting::mail),
                asked.language()));
    }

    private static List<String> chosen(List<String> before, List<KindSetting> asked, Predicate<KindSetting> chosen) {
        Stream<String> now =
                asked.stream().filter(chosen).map(setting -> setting.kind().name());
        Stream<String> unnamed = Arrays.stream(NoticeKind.values())
                .filter(kind -> asked.stream().noneMatch(setting -> setting.kind() == kind))
                .map(Enum::name)
                .filter(before::contains);
        return Stream.concat(now, unnamed).distinct().sorted().toList();
    }

    public Api api() {
        return operations.api();
    }

    @Override
    public void close() {
        hub.close();
    }
}

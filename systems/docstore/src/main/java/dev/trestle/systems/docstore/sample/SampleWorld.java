package dev.trestle.systems.docstore.sample;

import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.operation.InProcess;
import dev.trestle.platform.sample.SampleCalls;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.SystemDefinition.NoSettings;
import dev.trestle.systems.docstore.Docstore;
import dev.trestle.systems.docstore.DocstoreApi;
import dev.trestle.systems.docstore.comments.CommentRequests;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.documents.DocumentView;
import dev.trestle.systems.docstore.documents.Requests;
import dev.trestle.systems.docstore.documents.Requests.AccessList;
import dev.trestle.systems.docstore.documents.Requests.NewDocument;
import dev.trestle.systems.docstore.documents.Tags;
import dev.trestle.systems.docstore.library.LibraryOperations;
import dev.trestle.systems.docstore.library.LibraryRequests;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A dozen documents of two tenants, with history, rollbacks and sharing, and one long report. It is the same each time. */
public final class SampleWorld {
    private static final String ACME = "acme";
    private static final String GLOBEX = "globex";
    private static final String BEN = "ben@demo.localhost";
    private static final String CLEO = "cleo@demo.localhost";
    private static final String DORA = "dora@demo.localhost";
    private static final String EMIL = "emil@demo.localhost";
    private static final String SURVEYORS = "surveyors";
    private static final Duration STEP = Duration.ofMinutes(47);
    private static final int STEPS_MAX = 200;

    public static final Demo<NoSettings> DEMO = Demo.inSteps(
            List.of(
                    account(DORA, "Dora Surveyor", ACME, SURVEYORS, Caller.ADMINISTRATORS)
                            .about(
                                    "Edits what Cleo shares; administers Acme.",
                                    "编辑 Cleo 共享的文档；管理 Acme。",
                                    "編輯 Cleo 分享的文件；管理 Acme。"),
                    account(EMIL, "Emil Globex", GLOBEX, Caller.ADMINISTRATORS)
                            .about(
                                    "Works for another tenant, and sees nothing of Acme.",
                                    "在另一个租户工作，看不到 Acme 的内容。",
                                    "在另一個租戶工作，看不到 Acme 的內容。")),
            SampleWorld::load);

    private final SampleCalls calls;
    private final String issuer;
    private final UnaryOperator<String> subjects;

    private SampleWorld(Environment<NoSettings> environment, UnaryOperator<String> subjects) {
        SampleClock clock = new SampleClock(environment.clock().instant().minus(STEP.multipliedBy(STEPS_MAX)));
        Environment<NoSettings> past = environment.at(clock);
        DocstoreApi api = new DocstoreApi(
                past.store(),
                past.bucket(Docstore.DOCUMENTS),
                new Directory(past.identity()),
                past.clock(),
                past.notices());
        this.issuer = past.identity().issuerName();
        this.calls = new SampleCalls(api.api(), clock);
        this.subjects = subjects;
    }

    private static Demo.Account account(String email, String name, String tenant, String... groups) {
        return new Demo.Account(email, name, List.of(), Map.of(tenant, List.of(groups)));
    }

    private static void load(
            Environment<NoSettings> environment, UnaryOperator<String> subjects, Demo.Progress progress) {
        SampleWorld world = new SampleWorld(environment, subjects);
        world.acme();
        world.organise();
        progress.reached(2, 3);
        world.globex();
        progress.reached(3, 3);
    }

    private void acme() {
        write(CLEO, ACME, "building-survey", "Building survey", 4, SampleTexts::report);
        share(CLEO, ACME, "building-survey", List.of(BEN, Caller.GROUP + SURVEYORS), List.of());
        mark(CLEO, ACME, "building-survey", 2, "As sent to the owners");
        write(
                CLEO,
                ACME,
                "handover",
                "Handover checklist",
                11,
                body("Handover checklist", "- [x] Keys\n- [x] Meters\n- [ ] Manuals, see https://example.com/manuals"));
        share(CLEO, ACME, "handover", List.of(BEN), List.of(DORA));
        rollBack(BEN, ACME, "handover", 9);
        write(CLEO, ACME, "minutes", "Minutes of Monday", 2, body("Minutes", "Present: Ben, Cleo, Dora."));
        share(CLEO, ACME, "minutes", List.of(), List.of(BEN, DORA));
        write(CLEO, ACME, "ideas", "Ideas", 0, body("Ideas", "For nobody's eyes yet."));
        write(BEN, ACME, "style-guide", "Style guide", 3, body("Style guide", "Short sentences. *One* idea each."));
        share(BEN, ACME, "style-guide", List.of(), List.of(Caller.GROUP + SURVEYORS, CLEO));
        write(DORA, ACME, "equipment", "Equipment list", 5, body("Equipment", "- Moisture meter\n- Laser\n- Ladder"));
        share(DORA, ACME, "equipment", List.of(Caller.GROUP + SURVEYORS), List.of(CLEO));
        write(DORA, ACME, "site-rules", "Site rules", 1, body("Site rules", "1. Helmet\n2. Boots\n3. Sign in"));
        share(DORA, ACME, "site-rules", List.of(BEN, CLEO), List.of());
    }

    /** Folders, tags, a template and a discussion. */
    private void organise() {
        String surveys = folder(CLEO, "Surveys", null);
        String harbour = folder(CLEO, "Harbour Road 12", surveys);
        String office = folder(DORA, "Office", null);
        file(CLEO, "building-survey", harbour, "roof", "2031");
        file(CLEO, "handover", harbour, "checklist");
        file(CLEO, "minutes", office, "minutes");
        file(BEN, "style-guide", office);
        file(DORA, "equipment", office, "checklist");
        file(DORA, "site-rules", null, "safety");
        call(
                CLEO,
                ACME,
                "makeTemplate",
                new LibraryRequests.MakeTemplate("handover", new LibraryRequests.Template("Handover {date}")),
                "");
        comment(BEN, "building-survey", "Was the flashing in the offer of last year?");
        comment(CLEO, "building-survey", "The photos of the north slope are missing.");
    }

    private String folder(String email, String name, @Nullable String parent) {
        calls.later(STEP);
        LibraryRequests.CreateFolder asked =
                new LibraryRequests.CreateFolder(null, new LibraryRequests.NewFolder(name, parent));
        return InProcess.value(LibraryOperations.FolderView.class, call(email, ACME, "createFolder", asked, ""))
                .folderId();
    }

    private void file(String email, String id, @Nullable String folder, String... tags) {
        LibraryRequests.FilingChange change = new LibraryRequests.FilingChange(
                folder == null ? new Patch.Keep<>() : new Patch.To<>(folder), List.of(tags), null);
        call(email, ACME, "fileDocument", new LibraryRequests.FileDocument(id, change), "");
    }

    private void comment(String email, String id, String text) {
        calls.later(STEP);
        call(email, ACME, "addComment", CommentRequests.adding(id, text), "");
    }

    private void globex() {
        write(EMIL, GLOBEX, "offer", "Offer 2031-07", 6, body("Offer", "Valid for thirty days."));
        share(EMIL, GLOBEX, "offer", List.of(BEN), List.of());
        write(EMIL, GLOBEX, "contract", "Contract draft", 12, body("Contract", "Between the parties named below."));
        rollBack(EMIL, GLOBEX, "contract", 7);
        write(
                EMIL,
                GLOBEX,
                "prices",
                "Price list",
                2,
                body("Prices", "| Item | EUR |\n| --- | ---: |\n| Visit | 120 |"));
        share(EMIL, GLOBEX, "prices", List.of(), List.of(BEN));
        write(BEN, GLOBEX, "travel", "Travel notes", 1, body("Travel", "Train at 7:12, back at 18:40."));
        write(BEN, GLOBEX, "contacts", "Contacts", 0, body("Contacts", "See the address book."));
        share(BEN, GLOBEX, "contacts", List.of(EMIL), List.of());
    }

    private static IntFunction<String> body(String title, String body) {
        return version -> SampleTexts.edited(title, body, version);
    }

    private String subject(String email) {
        return email.startsWith(Caller.GROUP) ? email : subjects.apply(email);
    }

    /** Somebody calls an operation, with the version that they start from if it is not empty. */
    private Reply call(String email, String tenant, String operation, Record request, String from) {
        Principal who = new Principal(issuer, subject(email), Principal.Proof.TOKEN, tenant, Set.of(), Map.of());
        return calls.call(who, operation, request, from);
    }

    /** A document that was saved a number of times after it was made. */
    private void write(String email, String tenant, String id, String name, int saved, IntFunction<String> text) {
        calls.later(STEP);
        NewDocument made = new NewDocument(id, name, id + ".md", "text/markdown", text.apply(0), null);
        call(email, tenant, "createDocument", new Requests.Create(null, made), "");
        for (int i = 1; i <= saved; i++) {
            calls.later(STEP);
            byte[] bytes = text.apply(i).getBytes(StandardCharsets.UTF_8);
            String type = i % 4 == 3 ? "autosave" : "update";
            call(
                    email,
                    tenant,
                    "saveContent",
                    new Requests.Save(id, type, new ByteArrayInputStream(bytes)),
                    Tags.content(i - 1));
        }
    }

    private void share(String email, String tenant, String id, List<String> editors, List<String> viewers) {
        AccessList list = new AccessList(
                subject(email),
                editors.stream().map(this::subject).toList(),
                viewers.stream().map(this::subject).toList());
        String from = Objects.requireNonNull(
                call(email, tenant, "getAccess", new Requests.ById(id), "").tag());
        call(email, tenant, "changeAccess", new Requests.ChangeAccess(id, list), from);
    }

    /** A version that has a name and stays. */
    private void mark(String email, String tenant, String id, int version, String name) {
        Requests.NewMark mark = new Requests.NewMark(name, true);
        call(email, tenant, "markVersion", new Requests.MarkVersion(id, version, mark), "");
    }

    private void rollBack(String email, String tenant, String id, int version) {
        calls.later(STEP);
        DocumentView now =
                InProcess.value(DocumentView.class, call(email, tenant, "getDocument", new Requests.ById(id), ""));
        call(
                email,
                tenant,
                "rollBack",
                new Requests.RollBack(id, new Requests.Target(version)),
                Tags.content(now.currentVersion()));
    }
}

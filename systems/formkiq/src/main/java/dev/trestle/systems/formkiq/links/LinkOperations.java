package dev.trestle.systems.formkiq.links;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.identity.Passwords;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.activity.Recorder;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Handing;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.links.LinkOpening.LookAsked;
import dev.trestle.systems.formkiq.links.LinkOpening.LookView;
import dev.trestle.systems.formkiq.links.LinkOpening.OpenAsked;
import dev.trestle.systems.formkiq.links.LinkOpening.OpenView;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.LinkRows;
import dev.trestle.systems.formkiq.model.LinkRows.DocumentLink;
import dev.trestle.systems.formkiq.model.LinkRows.LinkPlace;
import dev.trestle.systems.formkiq.model.Permission;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The operations on links to documents: making, listing and revoking them, and what who has one may do. */
public final class LinkOperations {
    /** The type of the jobs that remove links that have expired. */
    private static final String DROP = "drop-link";

    private static final int LINKS_MAX = 50;
    private static final int HOURS_MAX = 24 * 365;
    private static final int USES_MAX = 1_000_000;
    private static final int LENGTH_MIN = 8;
    private static final Duration KEPT = Duration.ofDays(7);

    private final Library library;
    private final Passwords passwords = new Passwords(new SecureRandom(), Passwords.Cost.STANDARD);
    private final LinkTokens tokens = new LinkTokens();
    private final LinkOpening opening;
    private final Changes changes;
    private final Clock clock;

    public LinkOperations(
            Library library, ItemStore items, Changes changes, Recorder recorder, Handing handing, Clock clock) {
        this.library = library;
        this.changes = changes;
        this.clock = clock;
        this.opening = new LinkOpening(items, changes, recorder, handing, passwords, clock);
    }

    /** Has its jobs done. */
    public void runBy(JobRunner runner) {
        runner.handle(DROP, this::drop);
    }

    record ByDocument(String documentId, @Nullable String siteId) implements OnSite {}

    record ByLink(
            String documentId, String linkId, @Nullable String siteId) implements OnSite {}

    record NewLink(
            @Nullable Integer hours,
            @Nullable String password,
            @Nullable Integer usesMax) {
        @Override
        public String toString() {
            return "NewLink[" + hours + " h]";
        }
    }

    record AddLink(String documentId, @Nullable String siteId, NewLink body) implements OnSite {}

    record MadeLink(String linkId, String token, String expires) {
        @Override
        public String toString() {
            return "MadeLink[" + linkId + "]";
        }
    }

    record LinkView(
            String linkId,
            String createdBy,
            String createdDate,
            String expires,
            boolean isOpen,
            boolean hasPassword,
            boolean isLocked,
            @Nullable Integer usesMax,
            int uses,
            @Nullable String usedDate) {}

    record LinksView(List<LinkView> links) {}

    /** The payload of a job that removes a link. */
    record Drop(String site, String documentId, String linkId) {}

    public void declare(Operations<Caller> api) {
        String all = "/x/documents/{documentId}/links";
        api.post("AddDocumentLink", all, AddLink.class)
                .about(
                        "Makes a link by which everybody who has it gets the document's content, for a while; it is shown this once")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(MadeLink.class, this::add);
        api.get("GetDocumentLinks", all, ByDocument.class)
                .about("The links to a document, with how often each was used")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND)
                .gives(LinksView.class, this::list);
        api.delete("DeleteDocumentLink", all + "/{linkId}", ByLink.class)
                .about("Revokes a link")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::revoke);
        api.post("LookAtLink", "/x/links/look", LookAsked.class)
                .about("What a link leads to; of one with a password, only that it has one")
                .refuses(Kind.NOT_FOUND, Kind.RATE_LIMITED)
                .openToAll(LookView.class, opening::look);
        api.post("OpenLink", "/x/links/open", OpenAsked.class)
                .about("An address of the content that a link leads to, which counts as a use")
                .refuses(Kind.NOT_FOUND, Kind.INVALID, Kind.UNAUTHENTICATED, Kind.RATE_LIMITED)
                .openToAll(OpenView.class, opening::open);
    }

    private Decision<MadeLink> add(Given<Caller, AddLink> given) {
        NewLink asked = given.asked().body();
        String documentId = given.asked().documentId();
        library.require(given.by(), documentId, Permission.WRITE);
        String password = asked.password() == null || asked.password().isEmpty() ? null : asked.password();
        int hours = asked.hours() == null ? 0 : asked.hours();
        Integer uses = asked.usesMax();
        new Refusals()
                .addIf(hours < 1 || hours > HOURS_MAX, "hours", "must be from 1 to " + HOURS_MAX)
                .addIf(uses != null && (uses < 1 || uses > USES_MAX), "usesMax", "must be from 1 to " + USES_MAX)
                .addIf(
                        password != null
                                && (password.length() < LENGTH_MIN || password.length() > Passwords.LENGTH_MAX),
                        "password",
                        "must have " + LENGTH_MIN + " to " + Passwords.LENGTH_MAX + " characters")
                .check();
        ItemStore store = library.store(given.by());
        if (store.first(LinkRows.LINKS_OF_DOCUMENT.of(documentId), LINKS_MAX).size() >= LINKS_MAX) {
            throw Refusals.message("a document has at most " + LINKS_MAX + " links; revoke one first");
        }
        String site = given.by().site();
        String token = tokens.make();
        String digest = LinkTokens.digest(token);
        String linkId = UUID.randomUUID().toString();
        Instant now = given.at().truncatedTo(ChronoUnit.SECONDS);
        Instant expires = now.plus(Duration.ofHours(hours));
        DocumentLink link = new DocumentLink(
                documentId,
                linkId,
                digest,
                password == null ? null : passwords.hash(password),
                expires,
                given.by().user(),
                now,
                uses,
                0,
                null,
                0,
                null);
        return Decision.of(new MadeLink(linkId, token, Dates.text(expires)))
                .check(Documents.DOCUMENT_BY_ID.of(documentId), Expect.PRESENT)
                .create(LinkRows.DOCUMENT_LINK, link)
                .create(LinkRows.LINK_PLACE, new LinkPlace(digest, site, documentId, linkId))
                .job(
                        DROP,
                        documentId,
                        new Drop(site, documentId, linkId),
                        Duration.ofHours(hours).plus(KEPT));
    }

    private LinksView list(Given<Caller, ByDocument> given) {
        String documentId = given.asked().documentId();
        library.require(given.by(), documentId, Permission.WRITE);
        Instant now = clock.instant();
        return new LinksView(
                library.store(given.by()).first(LinkRows.LINKS_OF_DOCUMENT.of(documentId), LINKS_MAX).stream()
                        .sorted(Comparator.comparing(DocumentLink::createdAt).reversed())
                        .map(link -> view(link, now))
                        .toList());
    }

    private static LinkView view(DocumentLink link, Instant now) {
        boolean isUsedUp = link.usesMax() != null && link.uses() >= link.usesMax();
        return new LinkView(
                link.linkId(),
                link.createdBy(),
                Dates.text(link.createdAt()),
                Dates.text(link.expires()),
                now.isBefore(link.expires()) && !isUsedUp,
                link.password() != null,
                link.lockedUntil() != null && now.isBefore(link.lockedUntil()),
                link.usesMax(),
                link.uses(),
                link.usedAt() == null ? null : Dates.text(link.usedAt()));
    }

    private Decision<Message> revoke(Given<Caller, ByLink> given) {
        ByLink asked = given.asked();
        library.require(given.by(), asked.documentId(), Permission.WRITE);
        DocumentLink link = library.store(given.by())
                .get(LinkRows.LINK_BY_ID.of(asked.documentId(), asked.linkId()))
                .orElseThrow(() -> Refusals.notFound("Link '" + asked.linkId() + "' not found"));
        return removing(Decision.of(new Message("Link deleted")), link);
    }

    private static <R> Decision<R> removing(Decision<R> decision, DocumentLink link) {
        return decision.delete(LinkRows.LINK_BY_ID.of(link.documentId(), link.linkId()), Expect.ANYTHING)
                .delete(LinkRows.PLACE_OF_LINK.of(link.digest()), Expect.ANYTHING);
    }

    /** Removes a link some days after it has expired: until then it shows how often it was used. */
    private void drop(JobContext job) {
        Drop asked = job.payload(Drop.class);
        ItemStore store = library.store(asked.site());
        // That it has expired follows from what is in the record.
        Object unused = changes.as(Actor.following())
                .run(
                        store,
                        () -> store.get(LinkRows.LINK_BY_ID.of(asked.documentId(), asked.linkId()))
                                .<Decision<?>>map(link -> removing(Decision.of(""), link))
                                .orElse(Decision.done()));
    }
}

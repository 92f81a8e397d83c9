package dev.trestle.systems.formkiq.extension;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.documents.Showing;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.SoftDeletedDocument;
import dev.trestle.systems.formkiq.model.PageRows;
import dev.trestle.systems.formkiq.model.PageRows.Deletion;
import dev.trestle.systems.formkiq.model.PageRows.KeptQuery;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.policies.DocumentPolicy;
import dev.trestle.systems.formkiq.policies.Grant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The operations that FormKiQ lacks and pages need, but for the events. */
public final class ExtensionOperations {
    private static final int QUERIES_MAX = 100;
    private static final int NAME_MAX = 100;
    private static final int QUERY_MAX = 4000;

    private final Library library;
    private final Pages pages;

    public ExtensionOperations(Library library, Pages pages) {
        this.library = library;
        this.pages = pages;
    }

    record AtPath(@Nullable String siteId, @Nullable String path) implements OnSite {}

    record PermissionsView(List<Permission> permissions) {}

    record InSite(@Nullable String siteId) implements OnSite {}

    record ListDeleted(
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String next) implements OnSite {}

    /** A document that may be restored. */
    record DeletedView(
            String siteId,
            String documentId,
            @Nullable String path,
            @Nullable String contentType,
            @Nullable Integer contentLength,
            String userId,
            String insertedDate,
            @Nullable String deletedBy,
            @Nullable String deletedDate,
            boolean mayRestore,
            boolean mayDelete) {}

    record DeletedList(@Nullable String next, List<DeletedView> documents) {}

    record QueryView(String name, String query) {}

    record QueriesView(List<QueryView> queries) {}

    record NewQuery(@Nullable String query) {}

    record KeepQuery(@Nullable String siteId, String name, NewQuery body) implements OnSite {}

    record ByName(@Nullable String siteId, String name) implements OnSite {}

    record UsageView(@Nullable Long documents) {}

    public void declare(Operations<Caller> api) {
        api.get("GetPermissions", "/x/permissions", AtPath.class)
                .about("What the caller may do to what is at a path of a site")
                .right(Rights.READ_OWN)
                .gives(PermissionsView.class, this::permissions);
        api.get("GetDeletedDocuments", "/x/deleted", ListDeleted.class)
                .about("The documents that may be restored, with who deleted each and when")
                .right(Rights.READ)
                .refuses(Kind.INVALID)
                .gives(DeletedList.class, this::deleted);
        api.get("GetUsage", "/x/usage", InSite.class)
                .about("How much of its limits a site uses; without a limit nothing is counted")
                .right(Rights.ADMIN_OR_GOVERN)
                .gives(
                        UsageView.class,
                        given -> new UsageView(library.store(given.by())
                                .get(SupportTable.COUNT_OF_DOCUMENTS.of())
                                .map(SupportTable.DocumentCount::documents)
                                .orElse(null)));
        declareQueries(api);
    }

    private void declareQueries(Operations<Caller> api) {
        api.get("GetKeptQueries", "/x/queries", InSite.class)
                .about("The queries that the caller keeps, by name")
                .right(Rights.READ_OWN)
                .gives(QueriesView.class, this::queries);
        api.put("KeepQuery", "/x/queries/{name}", KeepQuery.class)
                .about("Keeps a query under a name, in place of one that has it")
                .right(Rights.READ_OWN)
                .refuses(Kind.INVALID)
                .changes(Message.class, this::keep);
        api.delete("DropQuery", "/x/queries/{name}", ByName.class)
                .about("Forgets a query")
                .right(Rights.READ_OWN)
                .refuses(Kind.NOT_FOUND)
                .changes(given -> {
                    Bound<KeptQuery> bound = PageRows.QUERY_BY_NAME.of(
                            given.by().principal().subject(), given.asked().name());
                    if (library.store(given.by()).stored(bound).isEmpty()) {
                        throw Refusals.notFound("Query '" + given.asked().name() + "' not found");
                    }
                    return Decision.of(given.asked().name()).delete(bound, Expect.ANYTHING);
                })
                .gives(Message.class, (given, name) -> Reply.of(new Message("Query '" + name + "' deleted")));
    }

    private PermissionsView permissions(Given<Caller, AtPath> given) {
        Caller caller = given.by();
        FolderAccess access = FolderAccess.of(library.store(caller), caller);
        return new PermissionsView(Arrays.stream(Permission.values())
                .filter(caller::may)
                .filter(each -> each.ordinal() > Permission.DELETE.ordinal()
                        || access.allows(given.asked().path(), each)
                                && isLeft(caller, given.asked().path(), each))
                .toList());
    }

    /** Whether the site's policy leaves something to do with what is at a path: a document, or some of a folder's. */
    private boolean isLeft(Caller caller, @Nullable String path, Permission permission) {
        if (caller.may(Permission.ADMIN)) {
            return true;
        }
        String method = switch (permission) {
            case WRITE -> "PATCH";
            case DELETE -> "DELETE";
            default -> "GET";
        };
        Grant grant = caller.grantFor(caller.site(), method, "/documents/{documentId}");
        ItemStore store = library.store(caller);
        return !grant.leavesNothing()
                && (grant.isUnlimited()
                        || path == null
                        || PathIndex.file(store, path)
                                .map(file -> DocumentPolicy.allows(
                                        store, grant, file.record().documentId()))
                                .orElse(true));
    }

    private DeletedList deleted(Given<Caller, ListDeleted> given) {
        Caller caller = given.by();
        ListDeleted asked = given.asked();
        ItemStore store = library.store(caller);
        FolderAccess access = FolderAccess.of(store, caller);
        Pages.Listing<DeletedView> found = pages.collect(
                pages.asked(caller, "GetDeletedDocuments", List.of(), asked.limit(), asked.next(), null),
                (after, count) -> store.placed(Documents.SOFT_DELETED_DOCUMENTS.of(), count, after),
                hits -> shown(caller, store, access, hits));
        return new DeletedList(found.next(), found.items());
    }

    private static List<@Nullable DeletedView> shown(
            Caller caller, ItemStore store, FolderAccess access, List<SoftDeletedDocument> hits) {
        Map<String, Deletion> deletions = deletions(store, hits);
        List<@Nullable DeletedView> shown = new ArrayList<>();
        for (SoftDeletedDocument hit : hits) {
            // A child comes and goes with its parent.
            boolean isShown = hit.belongsToDocumentId() == null
                    && access.allows(hit.path(), Permission.READ)
                    && DocumentPolicy.allowsDeleted(store, caller.grant(), hit.documentId());
            Deletion deletion = deletions.get(hit.documentId());
            shown.add(
                    isShown
                            ? new DeletedView(
                                    caller.site(),
                                    hit.documentId(),
                                    hit.path(),
                                    hit.contentType(),
                                    Showing.length(Showing.restored(hit)),
                                    hit.userId(),
                                    Dates.text(hit.inserteddate()),
                                    deletion == null ? null : deletion.deletedBy(),
                                    deletion == null ? null : Dates.text(deletion.deletedAt()),
                                    caller.may(Permission.WRITE) && access.allows(hit.path(), Permission.WRITE),
                                    caller.may(Permission.DELETE) && access.allows(hit.path(), Permission.DELETE))
                            : null);
        }
        return shown;
    }

    private static Map<String, Deletion> deletions(ItemStore store, List<SoftDeletedDocument> hits) {
        Map<String, Deletion> found = new HashMap<>();
        List<Bound<Deletion>> asked = hits.stream()
                .map(hit -> PageRows.DELETION_OF_DOCUMENT.of(hit.documentId()))
                .toList();
        for (int from = 0; from < asked.size(); from += 100) {
            List<Bound<Deletion>> part = asked.subList(from, Math.min(asked.size(), from + 100));
            Retrieved read = store.retrieve(part);
            part.forEach(each ->
                    read.readable(each).ifPresent(row -> found.put(row.record().documentId(), row.record())));
        }
        return found;
    }

    private QueriesView queries(Given<Caller, InSite> given) {
        String subject = given.by().principal().subject();
        return new QueriesView(
                library.store(given.by()).first(PageRows.QUERIES_OF_PERSON.of(subject), QUERIES_MAX).stream()
                        .map(row -> new QueryView(row.name(), row.query()))
                        .toList());
    }

    private Decision<Message> keep(Given<Caller, KeepQuery> given) {
        String name = given.asked().name().strip();
        String query =
                given.asked().body().query() == null ? "" : given.asked().body().query();
        ItemStore store = library.store(given.by());
        String subject = given.by().principal().subject();
        new Refusals()
                .require(query, "query")
                .addIf(name.isEmpty(), "name", "'name' is required")
                .addIf(name.length() > NAME_MAX, "name", "value cannot exceed " + NAME_MAX)
                .addIf(query.length() > QUERY_MAX, "query", "value cannot exceed " + QUERY_MAX)
                .check();
        List<KeptQuery> kept = store.first(PageRows.QUERIES_OF_PERSON.of(subject), QUERIES_MAX);
        boolean isNew = kept.stream().noneMatch(each -> each.name().equals(name));
        new Refusals()
                .addIf(isNew && kept.size() >= QUERIES_MAX, "name", "maximum number is " + QUERIES_MAX)
                .check();
        return Decision.of(new Message("Query '" + name + "' kept"))
                .put(
                        PageRows.KEPT_QUERY,
                        new KeptQuery(subject, name, query, given.at().truncatedTo(ChronoUnit.SECONDS)));
    }
}

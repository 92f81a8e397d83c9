package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.operation.Permitted;
import dev.trestle.systems.docstore.content.Contents;
import dev.trestle.systems.docstore.documents.Documents.WithKept;
import dev.trestle.systems.docstore.documents.Documents.WithVersions;
import dev.trestle.systems.docstore.documents.Requests.ById;
import dev.trestle.systems.docstore.documents.Rights.Role;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.text.markdown.Html;

/** Operations about what is in documents: their versions and their pictures. */
public final class ContentOperations {
    private static final String MARKDOWN = "text/markdown";
    private static final String HTML = "text/html";
    private static final String DIFF = "text/x-diff";
    private static final long MERGE_BYTES_MAX = 7 * 1024 * 1024;
    private static final int PARTIAL = 206;
    private static final int OK = 200;

    private final Documents documents;
    private final Saves saves;
    private final Reading reading;
    private final Comparing comparing;
    private final History history;
    private final Marking marking;
    private final Pictures pictures;
    private final Item<Caller, Document> viewed;
    private final Item<Caller, Document> edited;

    public ContentOperations(Documents documents, Directory directory) {
        this.documents = documents;
        this.saves = new Saves(documents);
        this.reading = new Reading(documents);
        this.comparing = new Comparing(documents, directory, reading);
        this.history = new History(documents, directory);
        this.marking = new Marking(documents, history);
        this.pictures = new Pictures(documents);
        this.viewed = documents.atLeast(Role.VIEWER);
        this.edited = documents.atLeast(Role.EDITOR);
    }

    public void declare(Operations<Caller> operations) {
        readings(operations);
        versions(operations);
        pictures(operations);
    }

    private void readings(Operations<Caller> operations) {
        contents(operations
                        .get("getContent", "/documents/{id}/content", Requests.ReadContent.class)
                        .about("The current content, as text, rendered, or within JSON")
                        .right(Rights.READ))
                .on(viewed, documents::withShown, WithVersions::document)
                .replies(Reading.ContentView.class, reading::current);
        contents(operations
                        .get(
                                "getVersionContent",
                                "/documents/{id}/versions/{version}/content",
                                Requests.ReadVersion.class)
                        .about("The content of a kept version")
                        .right(Rights.READ))
                .on(viewed, given -> documents.withVersions(given, given.asked().version()), WithVersions::document)
                .replies(Reading.ContentView.class, reading::version);
        operations
                .get("compareVersions", "/documents/{id}/diff", Requests.Compare.class)
                .about("What differs between two kept versions, as diff -u writes it or side by side")
                .right(Rights.READ)
                .alsoGives(OK, DIFF)
                .on(
                        viewed,
                        given -> documents.withVersions(
                                given, given.asked().from(), given.asked().to()),
                        WithVersions::document)
                .replies(Comparing.SideBySide.class, comparing::diff);
        operations
                .post("previewText", "/preview", Requests.Preview.class)
                .about("A text as it would be rendered; nothing is stored")
                .right(Rights.PREVIEW)
                .takes(MARKDOWN)
                .bodyBytesMax(Html.BYTES_MAX)
                .repliesBytes(given -> reading.preview(given.by(), given.asked().body()), HTML);
    }

    private static <Q extends Record> Permitted<Caller, Q> contents(Permitted<Caller, Q> reading) {
        return reading.tagged()
                .alsoGives(OK, MARKDOWN, HTML)
                .alsoGives(PARTIAL, MARKDOWN)
                .refuses(Kind.NOT_ACCEPTABLE, Kind.RANGE_NOT_SATISFIABLE);
    }

    private void versions(Operations<Caller> operations) {
        operations
                .put("saveContent", "/documents/{id}/content", Requests.Save.class)
                .about("Saves a new version")
                .description(
                        "If-Match has the content's ETag, \"v\" and the number of the version that the writer started from. A"
                                + " text that is shown already makes no version: the answer names the current one.")
                .right(Rights.SAVE)
                .tagged()
                .takes(MARKDOWN)
                .bodyBytesMax(Contents.BYTES_MAX)
                .on(edited, documents::withKept, WithKept::document)
                .ifMatchRequired(document -> Tags.content(document.currentVersion()))
                .changes(saves::store, saves::save)
                .gives(DocumentView.class, this::pointed);
        operations
                .post("mergeText", "/documents/{id}/merge", Requests.Merge.class)
                .about("A text merged with the current one; nothing is stored")
                .description(
                        "For a save that was refused with 412: a three-way merge of the text that the writer started from, the current"
                                + " content and the writer's text. Without conflicts, the pieces joined are the text to save, with"
                                + " If-Match of the version that is answered.")
                .right(Rights.MERGE)
                .bodyBytesMax(MERGE_BYTES_MAX)
                .on(edited, documents::withShown, WithVersions::document)
                .gives(Comparing.Merged.class, comparing::merge);
        operations
                .put("markVersion", "/documents/{id}/versions/{version}/mark", Requests.MarkVersion.class)
                .about("Names a kept version, pins it, or takes both away")
                .description(
                        "A pinned version counts among the ten that are kept, and stays while others go; eight can be pinned.")
                .right(Rights.MARK_VERSIONS)
                .on(edited, documents::latest)
                .changes(marking::mark)
                .gives(History.VersionView.class, (given, marked) -> Reply.of(marked));
        operations
                .get("listVersions", "/documents/{id}/versions", ById.class)
                .about("The kept versions and the rollbacks, newest first")
                .right(Rights.READ)
                .on(viewed, documents::latest)
                .gives(History.HistoryView.class, (given, read) -> history.of(given.by(), read.record()));
        operations
                .post("rollBack", "/documents/{id}/rollback", Requests.RollBack.class)
                .about("Shows a kept version again; If-Match as for a save")
                .right(Rights.ROLL_BACK)
                .tagged()
                .on(edited, documents::latest)
                .ifMatchRequired(document -> Tags.content(document.currentVersion()))
                .changes(saves::rollBack)
                .gives(DocumentView.class, this::pointed);
    }

    private void pictures(Operations<Caller> operations) {
        operations
                .post("addImage", "/documents/{id}/images", Requests.AddImage.class)
                .about("Adds a picture")
                .right(Rights.ADD_PICTURES)
                .created()
                .takes(Pictures.TYPES)
                .bodyBytesMax(Pictures.BYTES_MAX)
                .on(edited, documents::latest)
                .changes(pictures::store, pictures::add)
                .gives(Pictures.ImageView.class, (given, added) -> Reply.of(added));
        operations
                .get("getImage", "/documents/{id}/images/{imageId}", Requests.ReadImage.class)
                .about("A picture")
                .right(Rights.READ)
                .tagged()
                .on(viewed, documents::latest)
                .repliesBytes((given, read) -> pictures.get(given, read.record()), Pictures.TYPES);
    }

    /** With the tag of the content, which the next save starts from. */
    private Reply pointed(Given<Caller, ?> given, Document document) {
        return Reply.of(documents.view(given.by(), document)).tag(Tags.content(document.currentVersion()));
    }
}

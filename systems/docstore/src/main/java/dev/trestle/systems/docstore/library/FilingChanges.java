package dev.trestle.systems.docstore.library;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.filing.Filings;
import dev.trestle.systems.docstore.filing.Tree;
import dev.trestle.systems.docstore.library.LibraryRequests.FilingChange;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Filing;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Changes of where one document is filed, held to the document and the folder being there. */
final class FilingChanges {
    private FilingChanges() {}

    static Decision<Filing> file(ItemStore tenant, Caller caller, Document document, FilingChange change, Instant at) {
        return changed(tenant, caller, document, at, before -> {
            @Nullable
            String folder = change.folderId().isSent() ? change.folderId().applyTo(null) : before.folderId();
            // Also if that is where it still lies: a folder that was deleted is emptied by a job, a little later.
            if (folder != null
                    && change.folderId().isSent()
                    && !Tree.read(tenant).isLive(folder)) {
                throw Tree.noFolder("folderId");
            }
            return before.with(to -> to.folderId(folder).tags(tags(before.tags(), change)));
        });
    }

    /** Makes a template of it, or, with null, none any more. */
    static Decision<Filing> template(
            ItemStore tenant, Caller caller, Document document, @Nullable String titlePattern, Instant at) {
        return changed(tenant, caller, document, at, before -> before.withTitlePattern(titlePattern));
    }

    private static Decision<Filing> changed(
            ItemStore tenant, Caller caller, Document document, Instant at, UnaryOperator<Filing> change) {
        Optional<Stored<Filing>> stored = tenant.stored(SupportTable.FILING_OF.of(document.id()));
        Filing before = stored.map(Stored::record)
                .filter(filing -> filing.isOf(document))
                .orElseGet(() -> Filing.none(document));
        Filing wanted = change.apply(before);
        if (wanted.equals(before)) {
            return Decision.of(before);
        }
        Filing after = wanted.with(to -> to.updatedBy(caller.subject()).updatedAt(at));
        @Nullable String folder = after.folderId();
        Decision<Filing> decision = Decision.of(after)
                .put(
                        SupportTable.FILING,
                        after,
                        stored.map(read -> Expect.unchanged(read)).orElse(Expect.ABSENT))
                .check(DocumentsTable.LATEST.of(document.id()), Expect.equal("createdAt", document.createdAt()));
        return folder == null || folder.equals(before.folderId())
                ? decision
                : decision.check(SupportTable.FOLDER_BY_ID.of(folder), Tree.LIVE);
    }

    private static List<String> tags(List<String> before, FilingChange change) {
        List<String> tags = new ArrayList<>(before);
        for (String tag : change.removeTags() == null ? List.<String>of() : change.removeTags()) {
            tags.removeIf(each -> Filings.isSameTag(each, tag.strip()));
        }
        for (String tag : change.addTags() == null ? List.<String>of() : change.addTags()) {
            String clean = checkedTag(tag);
            if (tags.stream().noneMatch(each -> Filings.isSameTag(each, clean))) {
                tags.add(clean);
            }
        }
        if (tags.size() > LibraryRequests.TAGS_MAX) {
            throw ApiException.of(Kind.UNPROCESSABLE, "A document has " + LibraryRequests.TAGS_MAX + " tags at most.")
                    .withCode("tags-full");
        }
        return tags;
    }

    private static String checkedTag(String tag) {
        String clean = tag.strip().replaceAll("\\s+", " ");
        if (clean.isEmpty() || clean.indexOf(',') >= 0 || clean.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw ApiException.invalid("addTags", "a tag must not be blank, nor have commas or control characters")
                    .withCode("tag-form");
        }
        return clean;
    }
}

package dev.trestle.systems.docstore.documents;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.SupportTable;
import dev.trestle.systems.docstore.model.VersionMark;
import dev.trestle.systems.docstore.model.VersionMarks;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The marks of a document's versions as they were read. A change that drops versions holds itself to them ({@link #dropping}), and a mark
 * holds itself to its version being there: so a pin and a drop that race are decided by whichever transaction commits first.
 *
 * @param stored null if there is none
 * @param all those of this document, not of an earlier one of its id
 * @param areKnown false if the item cannot be read: then nobody knows what is pinned
 */
record Marks(String documentId, @Nullable Stored<VersionMarks> stored, List<VersionMark> all, boolean areKnown) {
    static final int NAME_MAX = 80;

    /** Two of ten are left for what is written from now on. */
    static final int PINNED_MAX = 8;

    static Marks read(Document document, Supplier<Optional<Stored<VersionMarks>>> reader) {
        try {
            Optional<Stored<VersionMarks>> stored = reader.get();
            List<VersionMark> all = stored.map(Stored::record)
                    .filter(marks -> marks.documentCreatedAt().equals(document.createdAt()))
                    .map(VersionMarks::marks)
                    .orElse(List.of());
            return new Marks(document.id(), stored.orElse(null), all, true);
        } catch (UnreadableItemException e) {
            return new Marks(document.id(), null, List.of(), false);
        }
    }

    @Nullable
    VersionMark of(int version) {
        return all.stream()
                .filter(mark -> mark.version() == version)
                .findFirst()
                .orElse(null);
    }

    boolean hasMark(int version) {
        return of(version) != null;
    }

    boolean isPinned(int version) {
        VersionMark mark = of(version);
        return mark != null && mark.pinned();
    }

    /** Holds a decision that drops versions to what was read, and drops their marks with them. */
    <R extends @Nullable Object> void dropping(Decision<R> decision, List<Integer> versions) {
        if (versions.isEmpty() || !areKnown) {
            return;
        }
        if (stored == null) {
            decision.check(SupportTable.MARKS_OF.of(documentId), Expect.ABSENT);
            return;
        }
        List<VersionMark> staying =
                all.stream().filter(mark -> !versions.contains(mark.version())).toList();
        if (staying.size() == all.size()) {
            decision.check(SupportTable.MARKS_OF.of(documentId), Expect.unchanged(stored));
        } else {
            becoming(decision, stored, staying);
        }
    }

    private static <R extends @Nullable Object> void becoming(
            Decision<R> decision, Stored<VersionMarks> stored, List<VersionMark> marks) {
        VersionMarks before = stored.record();
        if (marks.isEmpty()) {
            decision.delete(SupportTable.VERSION_MARKS, stored);
        } else {
            decision.replace(
                    SupportTable.VERSION_MARKS,
                    stored,
                    new VersionMarks(before.documentId(), before.documentCreatedAt(), marks));
        }
    }

    /** Holds a decision that deletes the document to what was read, and deletes the marks with it. */
    <R extends @Nullable Object> void deleting(Decision<R> decision) {
        if (stored != null) {
            decision.delete(SupportTable.VERSION_MARKS, stored);
        } else if (areKnown) {
            decision.check(SupportTable.MARKS_OF.of(documentId), Expect.ABSENT);
        } else {
            decision.delete(SupportTable.MARKS_OF.of(documentId), Expect.ANYTHING);
        }
    }

    /** Writes other marks in place of these. */
    <R extends @Nullable Object> void replacing(Decision<R> decision, Document document, List<VersionMark> marks) {
        VersionMarks after = new VersionMarks(documentId, document.createdAt(), marks);
        if (stored != null && marks.isEmpty()) {
            decision.delete(SupportTable.VERSION_MARKS, stored);
        } else if (stored != null) {
            decision.replace(SupportTable.VERSION_MARKS, stored, after);
        } else if (!marks.isEmpty()) {
            decision.create(SupportTable.VERSION_MARKS, after);
        }
    }
}

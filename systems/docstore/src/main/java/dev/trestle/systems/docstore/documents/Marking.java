package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.docstore.documents.History.VersionView;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.systems.docstore.model.VersionMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Naming and pinning versions. */
final class Marking {
    private final Documents documents;
    private final History history;

    Marking(Documents documents, History history) {
        this.documents = documents;
        this.history = history;
    }

    Decision<VersionView> mark(Given<Caller, Requests.MarkVersion> given, Stored<Document> read) {
        Document document = read.record();
        int number = given.asked().version();
        List<Version> kept = documents.versions(given.by(), document.id());
        Version version = kept.stream()
                .filter(each -> each.version() == number)
                .findFirst()
                .orElseThrow(() -> Documents.noVersion(number));
        Marks before = documents.marks(given.by(), document);
        if (!before.areKnown()) {
            throw ApiException.conflict(
                            "The marks of its versions cannot be read. They have to be repaired first.", null)
                    .withCode("marks-damaged");
        }
        VersionMark mark = wanted(given);
        List<VersionMark> marks = others(before, kept, number);
        if (mark != null) {
            requireRoom(mark, marks);
            marks.add(mark);
        }
        Decision<VersionView> decision = Decision.of(history.shown(version, mark))
                .check(DocumentsTable.VERSION_BY_NUMBER.of(document.id(), number), Expect.PRESENT);
        before.replacing(decision, document, marks);
        return decision;
    }

    /** Null for neither a name nor a pin. */
    private static @Nullable VersionMark wanted(Given<Caller, Requests.MarkVersion> given) {
        Requests.NewMark asked = given.asked().body();
        String name = asked.name() == null || asked.name().isBlank()
                ? null
                : asked.name().strip();
        if (name != null && name.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw ApiException.invalid("name", "has a control character").withCode("control-character");
        }
        return name == null && !asked.pinned()
                ? null
                : new VersionMark(
                        given.asked().version(),
                        name,
                        asked.pinned(),
                        given.by().subject(),
                        given.at());
    }

    /** Of versions that another program has deleted, no mark counts. */
    private static List<VersionMark> others(Marks before, List<Version> kept, int number) {
        Set<Integer> numbers = kept.stream().map(Version::version).collect(Collectors.toSet());
        List<VersionMark> marks = new ArrayList<>(before.all());
        marks.removeIf(each -> each.version() == number || !numbers.contains(each.version()));
        return marks;
    }

    private static void requireRoom(VersionMark mark, List<VersionMark> others) {
        long pinned = others.stream().filter(VersionMark::pinned).count();
        if (mark.pinned() && pinned >= Marks.PINNED_MAX) {
            throw ApiException.conflict(
                            Marks.PINNED_MAX + " versions are pinned already, which is the most. Unpin one first.",
                            null)
                    .withCode("too-many-pins");
        }
    }
}

package dev.trestle.systems.docstore.documents;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.identity.Directory;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Places;
import dev.trestle.systems.docstore.documents.Documents.WithVersions;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.text.diff.SideBySideDiff;
import dev.trestle.text.diff.TextDiff;
import dev.trestle.text.diff.TextMerge;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What differs between two versions. Both are held in memory meanwhile, so few are compared at a time. */
final class Comparing {
    private static final int AT_A_TIME = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final String TEXT = "text/x-diff; charset=utf-8";

    private final Documents documents;
    private final Directory directory;
    private final Reading reading;
    private final Places places = new Places(AT_A_TIME, PATIENCE, "Too much is compared at the moment.");

    Comparing(Documents documents, Directory directory, Reading reading) {
        this.documents = documents;
        this.directory = directory;
        this.reading = reading;
    }

    /**
     * Two versions as two columns.
     *
     * @param added how many lines only the second has
     * @param removed how many lines only the first has
     * @param truncated whether there are more rows than are shown
     */
    public record SideBySide(
            int from, int to, long added, long removed, boolean truncated, List<SideBySideDiff.Row> rows) {}

    /**
     * A text merged with the one that the document shows.
     *
     * @param version the one that it was merged with, which a save of the result starts from
     * @param changedBy who saved since the version that the writer started from, as far as these versions are kept
     * @param conflicts how many pieces both changed
     */
    public record Merged(int version, List<Author> changedBy, int conflicts, List<TextMerge.Piece> pieces) {}

    /** Somebody who saved. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Author(String author, @Nullable String authorName, Instant createdAt) {}

    /** Stores nothing: the writer sees the result first, or saves it as any other text. */
    Merged merge(Given<Caller, Requests.Merge> given, WithVersions read) {
        Requests.MergedTexts asked = given.asked().body();
        return reading.shown(given, read, version -> {
            try (Places.Place place = places.enter(given.by().person(), 0)) {
                TextMerge merge = TextMerge.of(lines(asked.base()), lines(reading.text(version)), lines(asked.text()));
                return new Merged(
                        version.version(),
                        authors(given.by(), version, asked.baseVersion()),
                        merge.conflicts(),
                        merge.pieces());
            }
        });
    }

    /** The newest first, each once. */
    private List<Author> authors(Caller caller, Version shown, int baseVersion) {
        Map<String, Author> authors = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(shown),
                        documents.versions(caller, shown.documentId()).stream()
                                .filter(version -> version.version() > baseVersion))
                .forEach(version -> authors.putIfAbsent(
                        version.author(),
                        new Author(version.author(), directory.nameOf(version.author()), version.createdAt())));
        return List.copyOf(authors.values());
    }

    /** Other line ends alone are no change. */
    private static String lines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n');
    }

    Reply diff(Given<Caller, Requests.Compare> given, WithVersions read) {
        Caller caller = given.by();
        Requests.Compare asked = given.asked();
        Version from = read.version(asked.from());
        Version to = read.version(asked.to());
        if (asked.view().equals("side")) {
            return Reply.of(sideBySide(caller, from, to));
        }
        // What is missing can be told only before the answer begins.
        reading.requireContent(from);
        reading.requireContent(to);
        // Compared while it is sent: a slow reader keeps a place, and no texts wait in memory.
        return Reply.stream(TEXT, -1, out -> unified(caller, from, to, out));
    }

    private SideBySide sideBySide(Caller caller, Version from, Version to) {
        try (Places.Place place = places.enter(caller.person(), 0)) {
            SideBySideDiff diff = compared(from, to).sideBySide();
            return new SideBySide(
                    from.version(), to.version(), diff.added(), diff.removed(), diff.truncated(), diff.rows());
        }
    }

    private void unified(Caller caller, Version from, Version to, OutputStream out) throws IOException {
        try (Places.Place place = places.enter(caller.person(), 0)) {
            BufferedOutputStream buffered = new BufferedOutputStream(out, BUFFER_BYTES);
            compared(from, to).writeUnified(Tags.content(from.version()), Tags.content(to.version()), buffered);
            buffered.flush();
        }
    }

    private TextDiff compared(Version from, Version to) {
        return TextDiff.of(reading.bytes(from), reading.bytes(to));
    }
}

package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Places;
import dev.trestle.systems.docstore.documents.Documents.WithVersions;
import dev.trestle.systems.docstore.model.Version;
import dev.trestle.text.diff.SideBySideDiff;
import dev.trestle.text.diff.TextDiff;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/** What differs between two versions. Both are held in memory meanwhile, so few are compared at a time. */
final class Comparing {
    private static final int AT_A_TIME = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final String TEXT = "text/x-diff; charset=utf-8";

    private final Reading reading;
    private final Places places = new Places(AT_A_TIME, PATIENCE, "Too much is compared at the moment.");

    Comparing(Reading reading) {
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

package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.docstore.diff.LineDiff;
import dev.trestle.systems.docstore.diff.SideBySide;
import dev.trestle.systems.docstore.diff.TextLines;
import dev.trestle.systems.docstore.diff.UnifiedDiff;
import dev.trestle.systems.docstore.documents.Documents.WithVersions;
import dev.trestle.systems.docstore.model.Version;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

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
        // Compared while it is sent, so that whoever reads slowly has a place, and nobody's texts wait in memory.
        return Reply.stream(TEXT, -1, out -> unified(caller, from, to, out));
    }

    private SideBySide sideBySide(Caller caller, Version from, Version to) {
        try (Places.Place place = places.enter(caller, 0)) {
            TextLines left = lines(from);
            TextLines right = lines(to);
            return SideBySide.of(from.version(), left, to.version(), right, LineDiff.of(left, right));
        }
    }

    private void unified(Caller caller, Version from, Version to, OutputStream out) throws IOException {
        try (Places.Place place = places.enter(caller, 0)) {
            TextLines left = lines(from);
            TextLines right = lines(to);
            BufferedOutputStream buffered = new BufferedOutputStream(out, BUFFER_BYTES);
            UnifiedDiff.write(
                    left,
                    Tags.content(from.version()),
                    right,
                    Tags.content(to.version()),
                    LineDiff.of(left, right),
                    buffered);
            buffered.flush();
        }
    }

    private TextLines lines(Version version) {
        return new TextLines(reading.bytes(version));
    }
}

package dev.trestle.conformance.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Steps in their order, on an empty database, each with the answer that it has to get, if that is known. */
public record CaseFile(String title, List<Expected> steps) {

    /** A step and its answer; without one the step is only carried out. */
    public record Expected(Step step, @Nullable Answer answer) {}

    public static CaseFile read(Path file) {
        try {
            return fromJson(Json.parse(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static CaseFile fromJson(Map<String, Object> json) {
        List<Expected> steps = new ArrayList<>();
        for (Map<String, Object> step : Json.objectsIn(json, "steps")) {
            boolean answered = step.containsKey("answer") || step.containsKey("error");
            steps.add(new Expected(Step.fromJson(step), answered ? Answer.fromJson(step) : null));
        }
        String title = Json.stringIn(json, "title");
        return new CaseFile(title == null ? "" : title, steps);
    }

    public String text() {
        List<Object> steps = new ArrayList<>();
        for (Expected expected : this.steps) {
            Map<String, Object> step = expected.step().json();
            if (expected.answer() != null) {
                step.putAll(expected.answer().json());
            }
            steps.add(step);
        }
        return Json.writePretty(Json.of("title", title, "steps", steps));
    }

    public void write(Path file) {
        try {
            Files.writeString(file, text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

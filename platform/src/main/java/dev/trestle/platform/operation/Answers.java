package dev.trestle.platform.operation;

import dev.trestle.platform.api.Declaration;
import dev.trestle.platform.api.Declaration.Answer;
import dev.trestle.platform.api.Declaration.Body;
import dev.trestle.platform.api.Declaration.Form;
import dev.trestle.platform.api.Problem.Kind;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The part of an operation's declaration that says what goes in and comes out. For one thread. */
final class Answers {
    private static final String JSON = "application/json";

    private final Draft<?, ?> draft;
    private final List<Answer> answers = new ArrayList<>();
    private final Set<Kind> refusals = EnumSet.noneOf(Kind.class);
    private List<String> takes = List.of();
    private long bodyBytesMax = -1;
    private int status;
    private int alsoStatus;
    private boolean tagged;

    Answers(Draft<?, ?> draft) {
        this.draft = draft;
    }

    void refuses(Kind... kinds) {
        refusals.addAll(Arrays.asList(kinds));
    }

    void takes(String... mediaTypes) {
        takes = List.of(mediaTypes);
    }

    void bodyBytesMax(long bytes) {
        bodyBytesMax = bytes;
    }

    void status(int code) {
        status = code;
    }

    /** The first answer is also given with another status. */
    void alsoStatus(int code) {
        alsoStatus = code;
    }

    void tagged() {
        tagged = true;
    }

    void gives(Class<?> type) {
        boolean isNothing = type == Void.class;
        add(isNothing ? 204 : 200, isNothing ? Form.NOTHING : Form.VALUE, isNothing ? null : type, List.of());
    }

    void givesPage(Class<?> item) {
        add(200, Form.PAGE, item, List.of());
    }

    void givesBytes(int code, String... mediaTypes) {
        add(code, Form.BYTES, null, List.of(mediaTypes));
    }

    private void add(int code, Form form, @Nullable Class<?> type, List<String> mediaTypes) {
        boolean isFirst = answers.isEmpty();
        answers.add(new Answer(isFirst && status != 0 ? status : code, form, type, mediaTypes, ""));
        if (isFirst && alsoStatus != 0) {
            answers.add(new Answer(alsoStatus, form, type, mediaTypes, ""));
        }
    }

    Declaration declaration(@Nullable String right, String role) {
        return new Declaration(
                draft.id,
                draft.method,
                draft.path,
                draft.summary,
                draft.description,
                right,
                role,
                draft.request,
                body(),
                answers,
                refusals,
                tagged);
    }

    private @Nullable Body body() {
        Optional<RecordComponent> found = Arrays.stream(draft.request.getRecordComponents())
                .filter(part -> part.getName().equals("body"))
                .findFirst();
        if (found.isEmpty()) {
            return null;
        }
        RecordComponent part = found.get();
        boolean raw = part.getType() == InputStream.class || part.getType() == byte[].class;
        if (raw && takes.isEmpty()) {
            throw new IllegalArgumentException(draft.id + " takes bytes: say which media types.");
        }
        boolean optional = part.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return new Body(takes.isEmpty() ? List.of(JSON) : takes, !optional, bodyBytesMax);
    }
}

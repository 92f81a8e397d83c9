package dev.trestle.systems.formkiq.mappings;

import dev.trestle.media.MediaException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.language.Texts;
import dev.trestle.systems.formkiq.mappings.MappingViews.MappingFields;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import dev.trestle.systems.formkiq.model.Permission;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tries a mapping on a document: what it would set, without setting it. Nothing is recognised for it. */
public final class MappingTrial {
    private final Library library;
    private final Texts texts;

    public MappingTrial(Library library, Texts texts) {
        this.library = library;
        this.texts = texts;
    }

    record TrialBody(@Nullable String documentId, @Nullable MappingFields mapping) {}

    record TryMapping(@Nullable String siteId, TrialBody body) implements OnSite {}

    /** {@code found} is false for defaults. */
    record TriedValue(String attributeKey, List<String> values, boolean found) {}

    /** {@code hasText} is false for a document that has to be recognised first. */
    record Tried(boolean hasText, List<TriedValue> attributes) {}

    public void declare(Operations<Caller> api) {
        api.post("TryMapping", "/x/mappings/trial", TryMapping.class)
                .about("What a mapping would find in a document")
                .right(Rights.READ_AND_WRITE)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(Tried.class, this::run);
    }

    private Tried run(Given<Caller, TryMapping> given) {
        TrialBody body = given.asked().body();
        new Refusals().require(body.documentId(), "documentId").check();
        String documentId = String.valueOf(body.documentId());
        Document document =
                library.require(given.by(), documentId, Permission.READ).record();
        library.show(given.by(), documentId);
        ItemStore store = library.store(given.by());
        Mapping mapping = MappingRules.checked(store, "trial", body.mapping());
        Optional<String> text;
        try {
            text = MappedValues.needsText(mapping)
                    ? texts.read(given.by().site(), store, document, MappedValues.CHARACTERS_MAX)
                    : Optional.of("");
        } catch (MediaException e) {
            throw Refusals.message(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<TriedValue> values = new ArrayList<>();
        MappedValues.of(store, document, mapping, text.orElse(""))
                .forEach((key, found) -> values.add(new TriedValue(key, found.values(), found.isFound())));
        return new Tried(text.isPresent(), values);
    }
}

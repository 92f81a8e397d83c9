package dev.trestle.systems.unisync;

import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.model.value.WireNames;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Length;
import dev.trestle.systems.unisync.live.LiveEvents;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.notes.Attachments;
import dev.trestle.systems.unisync.people.Rights;
import dev.trestle.systems.unisync.showsets.Naming;
import dev.trestle.systems.unisync.translation.Translators;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operations that pages need beside the data: settings, translations of what is being written, events. */
final class PageOperations {
    private static final Logger LOG = LoggerFactory.getLogger(PageOperations.class);

    private final Naming naming;
    private final Translators translators;
    private final LiveEvents live;

    PageOperations(Naming naming, Translators translators, LiveEvents live) {
        this.naming = naming;
        this.translators = translators;
        this.live = live;
    }

    record TranslateText(
            @Length(min = 1, max = 5000) String text,
            Language sourceLanguage,
            @Nullable @Count(max = 3) List<Language> targetLanguages) {}

    record Translate(TranslateText body) {}

    record Translated(
            @About("By language") Map<String, String> translations,

            @About("Languages that nobody can translate into now")
            List<String> unavailable) {}

    /**
     * What a page has to know.
     *
     * @param translates whether a translation service is configured; without one, texts wait in the language that they are in
     */
    record Settings(
            boolean translates,
            @Nullable String showSetIdPattern,
            @Nullable String scenePattern,
            long attachmentBytesMax,
            int attachmentsMax) {}

    void declare(Operations<User> operations) {
        operations
                .post("translate", "/translate", Translate.class)
                .about("What can be translated now")
                .right(Rights.of(READ))
                .gives(Translated.class, given -> translated(given.asked().body()));
        operations
                .get("getSettings", "/settings")
                .about("What a page has to know")
                .right(Rights.of(READ))
                .gives(Settings.class, given -> settings());
        operations
                .get("listenToEvents", "/events")
                .about("Server-sent events when ShowSets, notes, or who is here change")
                .description(
                        "\"ready\" when it begins, then \"showset\", \"note\" and \"session\", each with what became of"
                                + " it. With Last-Event-ID it goes on where it was; \"reset\" says that too much happened since, and"
                                + " everything has to be read anew.")
                .right(Rights.of(READ))
                .repliesEvents(live.hub()::listen);
    }

    private Settings settings() {
        Pattern id = naming.showSetId();
        Pattern scene = naming.scene();
        return new Settings(
                translators.hasService(),
                id == null ? null : id.pattern(),
                scene == null ? null : scene.pattern(),
                Attachments.BYTES_MAX,
                Attachments.COUNT_MAX);
    }

    /** What the translator can do now; what it cannot is named. */
    private Translated translated(TranslateText asked) {
        Map<String, String> texts = new TreeMap<>();
        List<String> unavailable = new ArrayList<>();
        List<Language> wanted = asked.targetLanguages();
        for (Language to : wanted == null ? List.of(Language.values()) : wanted) {
            String name = WireNames.of(Language.class).name(to);
            try {
                if (to == asked.sourceLanguage()) {
                    texts.put(name, asked.text());
                } else if (translators.can(asked.sourceLanguage(), to)) {
                    texts.put(name, translators.translate(asked.text(), asked.sourceLanguage(), to));
                } else {
                    unavailable.add(name);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                unavailable.add(name);
            } catch (Exception e) {
                LOG.warn("a text could not be translated", e);
                unavailable.add(name);
            }
        }
        return new Translated(texts, unavailable);
    }
}

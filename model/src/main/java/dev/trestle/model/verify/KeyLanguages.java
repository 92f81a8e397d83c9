package dev.trestle.model.verify;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.When;
import dev.trestle.model.template.KeyCodec;
import dev.trestle.model.template.PartCodec;
import dev.trestle.model.template.Template;
import dev.trestle.model.value.WireNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The texts that templates can produce, that reading takes for an entity's, and that queries ask for. */
final class KeyLanguages {
    /** Two times that have no digit in common at any place; what is the same in both is not theirs. */
    private static final Instant ONES = Instant.parse("1111-11-11T11:11:11.111111111Z");

    private static final Instant TWOS = Instant.parse("2222-02-22T22:22:22.222222222Z");

    /** What is known about the values of parts. */
    enum Values {
        /** As they are written, under the key's condition, and none empty. */
        WRITTEN,
        /** The same, where free text may be empty. */
        WRITTEN_OR_EMPTY,
        /** As they are read, without a look at conditions. */
        READ
    }

    private KeyLanguages() {}

    /** The partition keys of an entity's key, with the scope in front. */
    static KeyLanguage partition(Entity<?> entity, EntityKey key, Values values) {
        KeyLanguage language = new KeyLanguage();
        Scope scope = entity.table().scope();
        if (key.prefixed() && scope != null && scope.delimiter() != null) {
            int mark = language.mark();
            tenant(language, scope);
            if (scope.leftOut() != null) {
                language.optionalSince(mark);
            }
        }
        return append(language, key.partition(), key.when(), values);
    }

    /** A tenant's name and what stands behind it. */
    static KeyLanguage tenant(KeyLanguage language, Scope scope) {
        String delimiter = String.valueOf(scope.delimiter());
        Characters name = Characters.ANY.except(delimiter.substring(0, 1)).except(scope.refused());
        return language.one(name).any(name).text(delimiter);
    }

    /**
     * A partition key that two keys of one table or index can both have, for one tenant; null if there is none. What different
     * tenants can do to each other is the concern of {@link ScopeRules}.
     */
    static @Nullable String commonPartition(
            Entity<?> one, EntityKey mine, Values asMine, Entity<?> other, EntityKey theirs, Values asTheirs) {
        if (mine.prefixed() != theirs.prefixed()) {
            return partition(one, mine, asMine).common(partition(other, theirs, asTheirs));
        }
        // Most templates are told by their first text; a language is built for the few that are not.
        String myText = mine.partition().codec().constantPrefix();
        String theirText = theirs.partition().codec().constantPrefix();
        return myText.startsWith(theirText) || theirText.startsWith(myText)
                ? unprefixed(mine, asMine).common(unprefixed(theirs, asTheirs))
                : null;
    }

    /** The partition keys of an entity's key, as they are for the tenant that is left out. */
    static KeyLanguage unprefixed(EntityKey key, Values values) {
        return append(new KeyLanguage(), key.partition(), key.when(), values);
    }

    /** The sort keys of an entity's key; those of a key that has none are one empty text. */
    static KeyLanguage sort(EntityKey key, Values values) {
        BoundTemplate sort = key.sort();
        return sort == null ? new KeyLanguage() : append(new KeyLanguage(), sort, key.when(), values);
    }

    /** The sort keys that a pattern asks for. */
    static KeyLanguage asked(Pattern<?> pattern) {
        BoundTemplate sort = pattern.key().sort();
        String text = pattern.sortText();
        KeyLanguage language = new KeyLanguage();
        if (sort == null) {
            return language;
        }
        KeyCodec codec = sort.codec();
        switch (pattern.sort()) {
            case ANY -> language.any(Characters.ANY);
            case EQUAL -> parts(language, sort, pattern.key().when(), Values.READ, codec.parts(), true);
            case BELOW -> language.before(String.valueOf(text));
            case BETWEEN -> {
                int ranged = sort.fields().indexOf(text);
                parts(language, sort, pattern.key().when(), Values.READ, ranged, false);
                language.text(codec.template().literals().get(ranged)).any(Characters.ANY);
            }
            case BEGINS_WITH -> {
                Template beginning = Template.parse(String.valueOf(text));
                int count = beginning.parts().size();
                parts(language, sort, pattern.key().when(), Values.READ, count, false);
                language.text(beginning.literals().get(count)).any(Characters.ANY);
            }
        }
        return language;
    }

    /** Puts a template's texts behind what a language has already. */
    static KeyLanguage append(KeyLanguage language, BoundTemplate template, When when, Values values) {
        return parts(language, template, when, values, template.codec().parts(), true);
    }

    /** The first parts of a template with the text before each, and the text behind the last if that is wanted. */
    private static KeyLanguage parts(
            KeyLanguage language, BoundTemplate template, When when, Values values, int count, boolean withEnd) {
        KeyCodec codec = template.codec();
        List<String> literals = codec.template().literals();
        for (int i = 0; i < count; i++) {
            language.text(literals.get(i));
            List<String> only =
                    values == Values.READ ? null : only(when, template.fields().get(i), codec.codec(i));
            if (only != null) {
                language.oneOf(only);
            } else {
                boolean filled = template.source(i) == null || values == Values.WRITTEN;
                part(language, codec.codec(i), codec.refused(i), filled);
            }
        }
        return withEnd ? language.text(literals.get(count)) : language;
    }

    /** The texts that a condition leaves to a part; null if it says nothing about it. */
    private static @Nullable List<String> only(When when, String field, PartCodec codec) {
        if (when instanceof When.Is is && is.attribute().equals(field)) {
            return is.values().stream().map(codec::encode).toList();
        }
        if (when instanceof When.All all) {
            for (When each : all.conditions()) {
                List<String> only = only(each, field, codec);
                if (only != null) {
                    return only;
                }
            }
        }
        return null;
    }

    private static void part(KeyLanguage language, PartCodec codec, String refused, boolean filled) {
        Class<?> type = codec.type();
        if (codec.freeText()) {
            Characters characters = Characters.ANY.except(refused);
            if (filled) {
                language.one(characters);
            }
            language.any(characters);
        } else if (type.isEnum()) {
            language.oneOf(new ArrayList<>(WireNames.of(type).all()));
        } else if (type == boolean.class || type == Boolean.class) {
            language.oneOf(List.of("true", "false"));
        } else if (type == UUID.class) {
            fixed(language, codec.encode(new UUID(0, 0)), codec.encode(new UUID(-1, -1)), Characters.HEX_DIGITS);
        } else if (Times.isTime(type)) {
            fixed(language, codec.encode(ONES), codec.encode(TWOS), Characters.DIGITS);
        } else if (codec.fixedWidth()) {
            codec.encode(0).chars().forEach(digit -> language.one(Characters.DIGITS));
        } else {
            // Plain numbers may have a sign in front, sortable ones a mark at their end.
            language.maybe(Characters.of('-'))
                    .one(Characters.DIGITS)
                    .any(Characters.DIGITS)
                    .maybe(Characters.of('~'));
        }
    }

    /** Texts of one width, which are themselves where two of them are the same. */
    private static void fixed(KeyLanguage language, String one, String other, Characters elsewhere) {
        for (int i = 0; i < one.length(); i++) {
            language.one(one.charAt(i) == other.charAt(i) ? Characters.of(one.charAt(i)) : elsewhere);
        }
    }
}

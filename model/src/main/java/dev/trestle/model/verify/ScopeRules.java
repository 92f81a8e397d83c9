package dev.trestle.model.verify;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.template.KeyCodec;
import dev.trestle.model.verify.KeyLanguages.Values;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where tenants are separated, every key holds its tenant, and no value of one tenant can make a key of another's. */
final class ScopeRules implements Rule {
    @Override
    public void check(Model model, Findings findings) {
        for (Table table : model.allTables()) {
            Scope scope = table.scope();
            if (scope == null) {
                continue;
            }
            for (Entity<?> entity : table.entities()) {
                if (entity.scoped()) {
                    checkKeys(entity, scope, findings);
                }
            }
            for (Pattern<?> pattern : table.patterns()) {
                checkPattern(pattern, scope, findings);
            }
        }
    }

    private static void checkKeys(Entity<?> entity, Scope scope, Findings findings) {
        KeyTextRules.keysOf(entity).forEach(key -> {
            Findings.Draft draft = findings.at(entity).in(KeyTextRules.nameOf(key));
            if (!key.scoped()) {
                draft.add(
                        Code.UNSCOPED,
                        key.index() == null ? Severity.ERROR : Severity.NOTE,
                        "The partition key `" + key.partition() + "` does not hold {" + scope.field()
                                + "}: the items of all tenants lie in one partition",
                        "name {" + scope.field() + "} in it, or make the entity unscoped()");
            } else {
                String forged = key.prefixed() ? forgedPrefix(entity, key, scope) : forgedPart(entity, key);
                if (forged != null) {
                    draft.error(
                            Code.SCOPE_FORGED,
                            forged,
                            "let no tenant be named like the beginning of a key, with Scope.refusing(\"#\"), or refuse"
                                    + " the tenant's delimiter in the key's parts with refuse(\"…\", field)");
                }
            }
        });
    }

    private static void checkPattern(Pattern<?> pattern, Scope scope, Findings findings) {
        boolean scoped = pattern.entities().stream().anyMatch(Entity::scoped);
        if (scoped && pattern.kind() != Pattern.Kind.SCAN && !pattern.key().scoped()) {
            findings.at(pattern)
                    .error(
                            Code.UNSCOPED,
                            "It reads `" + pattern.key().partition() + "`, where the items of all tenants lie, and"
                                    + " keeps those of the caller's",
                            "ask a key that holds {" + scope.field() + "}");
        }
    }

    /** How the tenant whose keys have no prefix can make one; null if it cannot. */
    private static @Nullable String forgedPrefix(Entity<?> entity, EntityKey key, Scope scope) {
        if (scope.leftOut() == null || scope.delimiter() == null) {
            return null;
        }
        KeyLanguage own = KeyLanguages.unprefixed(key, Values.WRITTEN_OR_EMPTY);
        if (own.common(KeyLanguages.tenant(new KeyLanguage(), scope).any(Characters.ANY)) == null) {
            return null;
        }
        for (Entity<?> other : entity.table().entities()) {
            for (EntityKey theirs : keysOn(other, key)) {
                if (!theirs.prefixed()) {
                    continue;
                }
                KeyLanguage foreign = KeyLanguages.tenant(new KeyLanguage(), scope);
                String both = own.common(
                        KeyLanguages.append(foreign, theirs.partition(), theirs.when(), Values.WRITTEN_OR_EMPTY));
                if (both != null) {
                    return "`" + key.partition() + "` of \"" + scope.leftOut() + "\", which has no prefix, can be \""
                            + both + "\": a key of " + other + " of another tenant";
                }
            }
        }
        return null;
    }

    /** How two tenants can have the same partition where templates name the tenant; null if they cannot. */
    private static @Nullable String forgedPart(Entity<?> entity, EntityKey key) {
        Optional<TenantPart> own = TenantPart.of(key.partition());
        if (own.isEmpty()) {
            return "`" + key.partition() + "` has free text before the tenant that nothing ends";
        }
        for (Entity<?> other : entity.table().entities()) {
            for (EntityKey theirs : keysOn(other, key)) {
                Optional<TenantPart> part =
                        theirs.partition().namesScope() ? TenantPart.of(theirs.partition()) : Optional.empty();
                if (part.isEmpty() || part.get().endsLike(own.get())) {
                    continue;
                }
                String both = KeyLanguages.partition(entity, key, Values.WRITTEN)
                        .common(KeyLanguages.partition(other, theirs, Values.WRITTEN));
                if (both != null) {
                    return "`" + key.partition() + "` and `" + theirs.partition() + "` of " + other + " can both be \""
                            + both + "\", for different tenants";
                }
            }
        }
        return null;
    }

    private static List<EntityKey> keysOn(Entity<?> entity, EntityKey key) {
        return KeyTextRules.keysOf(entity)
                .filter(each -> Objects.equals(each.index(), key.index()))
                .toList();
    }

    /**
     * Where the tenant stands in a template.
     *
     * @param before the template's text before it
     * @param end the character that ends it; empty if it is the last part
     * @param refused the characters that it does not hold
     */
    private record TenantPart(String before, String end, String refused) {
        /** Empty if what stands before the tenant may run into it. */
        static Optional<TenantPart> of(BoundTemplate template) {
            KeyCodec codec = template.codec();
            StringBuilder before = new StringBuilder();
            for (int i = 0; i < codec.parts(); i++) {
                before.append(codec.template().literals().get(i));
                String behind = codec.template().literals().get(i + 1);
                boolean isTenant = template.source(i) == null;
                boolean last = i == codec.parts() - 1;
                boolean ends =
                        !behind.isEmpty() || (isTenant ? last : codec.codec(i).fixedWidth());
                if (!ends) {
                    return Optional.empty();
                }
                if (isTenant) {
                    String end = behind.isEmpty() ? "" : behind.substring(0, 1);
                    return Optional.of(new TenantPart(before.toString(), end, codec.refused(i)));
                }
                before.append('{').append(i).append('}');
            }
            return Optional.empty();
        }

        /** Whether equal keys of both have equal tenants: neither can hold what ends the other. */
        boolean endsLike(TenantPart other) {
            return before.equals(other.before) && (end.equals(other.end) || refuses(other.end) && other.refuses(end));
        }

        private boolean refuses(String character) {
            return character.isEmpty() || refused.contains(character);
        }
    }
}

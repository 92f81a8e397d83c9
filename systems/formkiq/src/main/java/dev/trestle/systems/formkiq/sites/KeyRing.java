package dev.trestle.systems.formkiq.sites;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Principal;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.ApiKeys;
import dev.trestle.systems.formkiq.model.ApiKeys.ApiKey;
import dev.trestle.systems.formkiq.sites.SiteViews.ApiKeyView;
import dev.trestle.systems.formkiq.sites.SiteViews.KeyPermission;
import dev.trestle.systems.formkiq.sites.SiteViews.NewApiKey;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The API keys of all sites. A key is looked up at each request, so that a deleted one is dead at once. What it is
 * called by, in logs and lists, is its mask.
 */
public final class KeyRing implements Authenticator {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    private static final int LENGTH = 51;
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_]{51}");
    private static final Pattern BEARER = Pattern.compile("(?i)^bearer +");
    private static final int KEYS_MAX = 1000;
    private static final int NAME_MAX = 200;

    private final ItemStore store;
    private final SecureRandom random = new SecureRandom();

    public KeyRing(ItemStore store) {
        this.store = store;
    }

    @Override
    public @Nullable Principal authenticate(String authorization) {
        String key = BEARER.matcher(authorization.strip()).replaceFirst("");
        if (!KEY.matcher(key).matches()) {
            return null;
        }
        Optional<ApiKey> found = store.consistent().get(ApiKeys.API_KEY_BY_KEY.of(key));
        if (found.isEmpty()) {
            return null;
        }
        ApiKey known = found.get();
        Set<String> permissions = known.permissions().stream().map(Enum::name).collect(Collectors.toSet());
        return new Principal(
                Caller.API_KEYS,
                known.siteId() + ":" + known.mask(),
                Principal.Proof.API_KEY,
                null,
                permissions,
                Map.of("username", known.name(), "site", known.siteId()));
    }

    ApiKey make(Caller caller, NewApiKey asked, Instant at) {
        String name = asked.name();
        if (name == null || name.isBlank()) {
            throw Refusals.of("name", "is required");
        }
        if (name.length() > NAME_MAX) {
            throw Refusals.of("name", "value cannot exceed " + NAME_MAX);
        }
        StringBuilder key = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            key.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        List<KeyPermission> wanted = asked.permissions();
        Set<KeyPermission> permissions = wanted == null || wanted.isEmpty()
                ? EnumSet.of(KeyPermission.READ, KeyPermission.WRITE, KeyPermission.DELETE)
                : EnumSet.copyOf(wanted);
        return new ApiKey(
                key.toString(),
                name.strip(),
                caller.user(),
                caller.site(),
                permissions.stream().map(KeyPermission::stored).toList(),
                at);
    }

    List<ApiKeyView> list(String site) {
        return store.first(ApiKeys.API_KEYS_OF_SITE.of(site), KEYS_MAX).stream()
                .map(key -> new ApiKeyView(
                        key.name(),
                        key.mask(),
                        key.userId(),
                        key.siteId(),
                        Dates.text(key.inserteddate()),
                        key.permissions().stream().map(KeyPermission::of).toList()))
                .toList();
    }

    /** A key of a site, by itself or by its mask, of which two keys could in theory have the same. */
    ApiKey find(String site, String given) {
        Optional<ApiKey> found = KEY.matcher(given).matches()
                ? store.consistent()
                        .get(ApiKeys.API_KEY_BY_KEY.of(given))
                        .filter(key -> key.siteId().equals(site))
                : store.first(ApiKeys.API_KEYS_BY_MASK.of(site, given), 1).stream()
                        .findFirst();
        return found.orElseThrow(() -> Refusals.notFound("apikey '" + masked(given) + "' not found"));
    }

    private static String masked(String given) {
        return KEY.matcher(given).matches()
                ? given.substring(0, 8) + "*".repeat(16) + given.substring(LENGTH - 4)
                : given;
    }
}

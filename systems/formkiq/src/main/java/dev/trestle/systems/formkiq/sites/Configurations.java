package dev.trestle.systems.formkiq.sites;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.SiteConfiguration;
import dev.trestle.systems.formkiq.sites.SiteViews.ConfigurationView;
import dev.trestle.systems.formkiq.sites.SiteViews.Docusign;
import dev.trestle.systems.formkiq.sites.SiteViews.Google;
import dev.trestle.systems.formkiq.sites.SiteViews.Ocr;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is configured for each site. Secrets are shown as a mask; a mask that comes back changes nothing. */
public final class Configurations {
    private static final Set<String> SECRETS =
            Set.of("chatGptApiKey", "docusign.rsaPrivateKey", "docusign.hmacSignature");
    private static final Set<String> NUMBERS = Set.of("maxContentLengthBytes", "maxDocuments", "maxWebhooks");
    private static final int SHOWN = 4;
    private static final int STARS = 7;
    private static final int LENGTH_MAX = 20_000;

    private Configurations() {}

    private static Map<String, String> valuesOf(ItemStore store) {
        return store.get(SupportTable.CONFIGURATION_OF_SITE.of())
                .map(SiteConfiguration::values)
                .orElse(Map.of());
    }

    /** How many documents a site may have; empty for any number. */
    public static Optional<Long> documentsMax(ItemStore store) {
        return number(valuesOf(store), "maxDocuments");
    }

    /** How many webhooks a site may have; empty for as many as there can be. */
    public static Optional<Long> webhooksMax(ItemStore store) {
        return number(valuesOf(store), "maxWebhooks");
    }

    /** How long a content may be; empty for any length. */
    public static Optional<Long> contentLengthMax(ItemStore store) {
        return number(valuesOf(store), "maxContentLengthBytes");
    }

    /** The address that answers to a site's notifications go to; empty if it sends none. */
    public static Optional<String> notificationEmail(ItemStore store) {
        return text(valuesOf(store), "notificationEmail");
    }

    /** How many documents may be recognised; empty for any number. */
    public static Optional<Long> recognitionsMax(ItemStore store) {
        return positive(valuesOf(store), "ocr.maxTransactions");
    }

    /** How many pages of a document are recognised; empty for all. */
    public static Optional<Long> recognisedPagesMax(ItemStore store) {
        return positive(valuesOf(store), "ocr.maxPagesPerTransaction");
    }

    /** Unset is -1. */
    private static Optional<Long> positive(Map<String, String> values, String name) {
        String text = values.getOrDefault(name, "");
        return text.matches("[0-9]{1,15}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** The key of the service for language models; empty if the site has none. */
    public static Optional<String> chatGptApiKey(ItemStore store) {
        return text(valuesOf(store), "chatGptApiKey");
    }

    private static Optional<String> text(Map<String, String> values, String name) {
        return Optional.of(values.getOrDefault(name, "")).filter(value -> !value.isEmpty());
    }

    private static Optional<Long> number(Map<String, String> values, String name) {
        String text = values.getOrDefault(name, "");
        return text.isEmpty() ? Optional.empty() : Optional.of(Long.valueOf(text));
    }

    static ConfigurationView view(ItemStore store) {
        Map<String, String> values = valuesOf(store);
        return new ConfigurationView(
                shown(values, "chatGptApiKey"),
                shown(values, "maxContentLengthBytes"),
                shown(values, "maxDocuments"),
                shown(values, "maxWebhooks"),
                shown(values, "notificationEmail"),
                new Ocr(count(values, "ocr.maxPagesPerTransaction"), count(values, "ocr.maxTransactions")),
                new Google(
                        shown(values, "google.workloadIdentityAudience"),
                        shown(values, "google.workloadIdentityServiceAccount")),
                new Docusign(
                        shown(values, "docusign.userId"),
                        shown(values, "docusign.integrationKey"),
                        shown(values, "docusign.rsaPrivateKey"),
                        shown(values, "docusign.hmacSignature")));
    }

    private static BigDecimal count(Map<String, String> values, String name) {
        String text = values.getOrDefault(name, "");
        return text.isEmpty() ? BigDecimal.ONE.negate() : new BigDecimal(text);
    }

    private static String shown(Map<String, String> values, String name) {
        String value = values.getOrDefault(name, "");
        return SECRETS.contains(name) ? mask(value) : value;
    }

    private static String mask(String secret) {
        if (secret.isEmpty()) {
            return "";
        }
        // Of a short secret, the ends would be all of it.
        int shown = secret.length() >= 4 * SHOWN ? SHOWN : 0;
        return secret.substring(0, shown) + "*".repeat(STARS) + secret.substring(secret.length() - shown);
    }

    static Decision<SiteConfiguration> update(ItemStore store, ConfigurationView given) {
        Map<String, String> changes = changes(given);
        if (changes.isEmpty()) {
            throw Refusals.message("missing required body parameters");
        }
        Refusals refusals = new Refusals();
        changes.forEach((name, value) -> {
            boolean wrong = NUMBERS.contains(name) && !value.matches("[0-9]{0,15}");
            refusals.addIf(wrong, name, "'" + name + "' must be a number, or empty for no limit")
                    .addIf(value.length() > LENGTH_MAX, name, "value cannot exceed " + LENGTH_MAX);
        });
        refusals.check();
        Optional<Stored<SiteConfiguration>> before = store.stored(SupportTable.CONFIGURATION_OF_SITE.of());
        Map<String, String> values =
                new LinkedHashMap<>(before.map(row -> row.record().values()).orElse(Map.of()));
        changes.forEach((name, value) -> {
            boolean isOwnMask = SECRETS.contains(name) && value.equals(mask(values.getOrDefault(name, "")));
            if (!isOwnMask) {
                values.put(name, value);
            }
        });
        SiteConfiguration after = new SiteConfiguration(values);
        Decision<SiteConfiguration> decision = Decision.of(after);
        return before.isPresent()
                ? decision.replace(SupportTable.SITE_CONFIGURATION, before.get(), after)
                : decision.create(SupportTable.SITE_CONFIGURATION, after);
    }

    private static Map<String, String> changes(ConfigurationView given) {
        Map<String, String> changes = new LinkedHashMap<>();
        put(changes, "chatGptApiKey", given.chatGptApiKey());
        put(changes, "maxContentLengthBytes", given.maxContentLengthBytes());
        put(changes, "maxDocuments", given.maxDocuments());
        put(changes, "maxWebhooks", given.maxWebhooks());
        put(changes, "notificationEmail", given.notificationEmail());
        Ocr ocr = given.ocr();
        if (ocr != null) {
            put(changes, "ocr.maxPagesPerTransaction", text(ocr.maxPagesPerTransaction()));
            put(changes, "ocr.maxTransactions", text(ocr.maxTransactions()));
        }
        Google google = given.google();
        if (google != null) {
            put(changes, "google.workloadIdentityAudience", google.workloadIdentityAudience());
            put(changes, "google.workloadIdentityServiceAccount", google.workloadIdentityServiceAccount());
        }
        Docusign docusign = given.docusign();
        if (docusign != null) {
            put(changes, "docusign.userId", docusign.userId());
            put(changes, "docusign.integrationKey", docusign.integrationKey());
            put(changes, "docusign.rsaPrivateKey", docusign.rsaPrivateKey());
            put(changes, "docusign.hmacSignature", docusign.hmacSignature());
        }
        return changes;
    }

    private static @Nullable String text(@Nullable BigDecimal number) {
        return number == null ? null : number.toPlainString();
    }

    private static void put(Map<String, String> changes, String name, @Nullable String value) {
        if (value != null) {
            changes.put(name, value.strip());
        }
    }
}

package dev.trestle.systems.formkiq.sites;

import dev.trestle.platform.schema.Unlogged;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.ApiKeys.ApiKeyPermission;
import dev.trestle.systems.formkiq.model.Permission;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on sites take and give. */
final class SiteViews {
    record Version(String version, String type, String appEnvironment, List<String> modules) {}

    record GetSites(@Nullable ActiveStatus status) {}

    /** Whether somebody only reads. */
    enum Access {
        READ_WRITE,
        READ_ONLY
    }

    record SiteView(
            String siteId,
            @Nullable String title,
            ActiveStatus status,
            Access permission,
            List<Permission> permissions) {}

    record SitesView(String username, List<String> roles, List<SiteView> sites) {}

    record BySite(String siteId) implements OnSite {}

    record Ocr(
            @Nullable BigDecimal maxPagesPerTransaction,
            @Nullable BigDecimal maxTransactions) {}

    record Google(
            @Nullable String workloadIdentityAudience,
            @Nullable String workloadIdentityServiceAccount) {}

    record Docusign(
            @Nullable String userId,
            @Nullable String integrationKey,
            @Nullable String rsaPrivateKey,
            @Nullable String hmacSignature) {}

    record ConfigurationView(
            @Nullable String chatGptApiKey,
            @Nullable String maxContentLengthBytes,
            @Nullable String maxDocuments,
            @Nullable String maxWebhooks,
            @Nullable String notificationEmail,
            @Nullable Ocr ocr,
            @Nullable Google google,
            @Nullable Docusign docusign) {
        /** Some of it is secret. */
        @Override
        public String toString() {
            return "ConfigurationView[]";
        }
    }

    record UpdateConfiguration(String siteId, ConfigurationView body) implements OnSite {}

    record GetApiKeys(
            String siteId, @Nullable String next, @Nullable String limit) implements OnSite {}

    record NewApiKey(@Nullable String name, @Nullable List<KeyPermission> permissions) {}

    record AddApiKey(String siteId, NewApiKey body) implements OnSite {}

    record DeleteApiKey(String siteId, @Unlogged String apiKey) implements OnSite {
        @Override
        public String toString() {
            return "DeleteApiKey[" + siteId + "]";
        }
    }

    /** The API writes in capitals what items have in small letters. */
    enum KeyPermission {
        READ,
        WRITE,
        DELETE,
        GOVERN;

        ApiKeyPermission stored() {
            return ApiKeyPermission.valueOf(name());
        }

        static KeyPermission of(ApiKeyPermission stored) {
            return valueOf(stored.name());
        }
    }

    record ApiKeyView(
            String name,
            String apiKey,
            String userId,
            String siteId,
            String insertedDate,
            List<KeyPermission> permissions) {}

    record ApiKeysView(@Nullable String next, List<ApiKeyView> apiKeys) {}

    record MadeKey(String apiKey) {
        @Override
        public String toString() {
            return "MadeKey[]";
        }
    }

    private SiteViews() {}
}

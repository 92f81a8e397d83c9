package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.LowerCase;
import java.time.Instant;
import java.util.List;

/**
 * Chapter "API Keys". A key names its site, so that who has only the key finds it; its partition is the same for all
 * sites.
 */
public final class ApiKeys {
    /** What an API key lets do. */
    @LowerCase
    public enum ApiKeyPermission {
        READ,
        WRITE,
        DELETE,
        GOVERN
    }

    /** A key that programs use the API with. */
    public record ApiKey(
            String apiKey,
            String name,
            String userId,
            String siteId,
            List<ApiKeyPermission> permissions,
            Instant inserteddate) {
        private static final int LENGTH = 51;
        private static final int FIRST = 8;
        private static final int LAST = 4;

        /**
         * What may be shown of the key: eight characters, sixteen asterisks, four characters. A key of another length
         * was never one, and is shown whole.
         */
        @Derived("apiKey")
        public String mask() {
            return apiKey.length() == LENGTH
                    ? apiKey.substring(0, FIRST) + "*".repeat(2 * FIRST) + apiKey.substring(LENGTH - LAST)
                    : apiKey;
        }

        /** Without the key, which must not get into logs. */
        @Override
        public String toString() {
            return "ApiKey[name=" + name + ", userId=" + userId + ", siteId=" + siteId + ", permissions=" + permissions
                    + ", inserteddate=" + inserteddate + "]";
        }
    }

    public static final Entity<ApiKey> API_KEY = TABLE.entity(ApiKey.class)
            .about("API keys allow access to the API")
            .unscoped()
            .key("apikeys#", "apikey#{apiKey}")
            .index("GSI1", "{siteId}/apikeys#", "apikey#{name}{apiKey}")
            .index("GSI2", "{siteId}/apikeys#", "apikey#{mask}")
            .refuse("#", "siteId")
            .belongsTo(Sites.SITE, "is opened by")
            .accept("ITEM_GROWTH", "there are four permissions")
            .accept("HOT_PARTITION", "documented so; read by whole key, and as many items as programs have keys");

    public static final Pattern<ApiKey> API_KEY_BY_KEY = API_KEY.get("Get an API key");

    public static final Pattern<ApiKey> API_KEYS_OF_SITE =
            API_KEY.query("List the API keys of a site by name").on("GSI1").beginsWith("apikey#");

    /**
     * Nothing ends the name in the index, so that "build" and the beginning of "builder" are the same there: a name is
     * looked for among all keys of the site.
     */
    public static final Pattern<ApiKey> API_KEYS_BY_NAME = API_KEY.query("Find the API keys of a site by name")
            .on("GSI1")
            .beginsWith("apikey#")
            .filter("name")
            .accept("FILTER", "the documented key does not end the name; a site has some dozens of keys");

    /** Several, where what is shown of them is the same. */
    public static final Pattern<ApiKey> API_KEYS_BY_MASK = API_KEY.query(
                    "Find the API keys of a site by what is shown of them")
            .on("GSI2")
            .exactly("apikey#{mask}");

    private ApiKeys() {}
}

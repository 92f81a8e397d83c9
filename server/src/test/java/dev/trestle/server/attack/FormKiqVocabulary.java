package dev.trestle.server.attack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a site of FormKiQ is set up with: groups, mappings, entities, locales, a schema and classes. */
final class FormKiqVocabulary {
    /** The name that callers keep a query under. */
    static final String QUERY = "kept";

    /** The path parameters that name something of a site. */
    static final List<String> IDS = List.of("mappingId", "entityTypeId", "entityId", "classificationId");

    private static final String BASE = "/formkiq/v1";
    private static final String ATTRIBUTE = "vocabulary";
    private static final String LOCALE = "fr";
    private static final Map<String, Object> SCHEMA =
            Map.of("required", List.of(), "optional", List.of(), "compositeKeys", List.of());

    /** One that lets everybody do what they may. */
    private static final List<Map<String, Object>> POLICY =
            List.of(Map.of("excludedRoles", List.of("nobody of the matrix")));

    private final AttackedServer server;
    private final Caller admin;
    private final String site;

    FormKiqVocabulary(AttackedServer server, Caller admin, String site) {
        this.server = server;
        this.admin = admin;
        this.site = site;
    }

    private JsonNode call(String method, String path, @Nullable Object body) {
        return server.json(admin, method, BASE + path + (path.contains("?") ? "&" : "?") + "siteId=" + site, body);
    }

    private String ofSite(String path) {
        return "/sites/" + site + path;
    }

    /** Makes what there is once. */
    void open() {
        call("POST", "/sites", Map.of("site", Map.of("id", site, "title", site)));
        call("POST", "/attributes", Map.of("attribute", Map.of("key", ATTRIBUTE)));
        call("POST", ofSite("/locales"), Map.of("locale", LOCALE));
        call("PUT", ofSite("/schema/document"), Map.of("name", "schema", "attributes", SCHEMA));
    }

    private static Map<String, Object> mapping() {
        return Map.of(
                "name",
                Fixture.MARKER,
                "attributes",
                List.of(Map.of("attributeKey", ATTRIBUTE, "sourceType", "MANUAL", "defaultValue", "x")));
    }

    private Map<String, Object> type() {
        return Map.of(
                "namespace", "CUSTOM", "name", "T" + server.accounts.unique("").replaceAll("[^A-Za-z0-9]", ""));
    }

    private Map<String, Object> classification() {
        return Map.of("name", server.accounts.unique(Fixture.MARKER), "attributes", SCHEMA);
    }

    private static Map<String, Object> word(String key) {
        return Map.of("itemType", "INTERFACE", "interfaceKey", key, "localizedValue", Fixture.MARKER);
    }

    /** One of each, by the parameter that names it. */
    Map<String, String> ids() {
        String type = call("POST", "/entityTypes", Map.of("entityType", type()))
                .path("entityTypeId")
                .asText();
        return Map.of(
                "mappingId",
                call("POST", "/mappings", Map.of("mapping", mapping()))
                        .path("mappingId")
                        .asText(),
                "entityTypeId",
                type,
                "entityId",
                call("POST", "/entities/" + type, Map.of("entity", Map.of("name", Fixture.MARKER)))
                        .path("entityId")
                        .asText(),
                "classificationId",
                call("POST", ofSite("/classifications"), Map.of("classification", classification()))
                        .path("classificationId")
                        .asText());
    }

    void openPolicy() {
        call("PUT", ofSite("/opa/accessPolicy/policyItems"), Map.of("policyItems", POLICY));
    }

    /** Names what operations take, and makes what their paths name. */
    void put(Map<String, Object> values, ServedOperation operation) {
        values.put("namespace", "CUSTOM");
        values.put("AddSite.site", Map.of("id", "s" + server.accounts.unique("").hashCode(), "title", Fixture.MARKER));
        values.put("UpdateSite.site", Map.of("title", Fixture.MARKER));
        values.put("SetSiteGroupPermissions.permissions", List.of("READ"));
        values.put("AddMapping.mapping", mapping());
        values.put("SetMapping.mapping", mapping());
        values.put("AddEntityType.entityType", type());
        values.put("AddEntity.entity", Map.of("name", Fixture.MARKER));
        values.put("UpdateEntity.entity", Map.of("name", Fixture.MARKER));
        values.put("AddLocale.locale", "de");
        values.put("AddLocaleResourceItem.resourceItem", word("menu"));
        values.put("SetSitesSchema.name", "schema");
        values.put("SetSitesSchema.attributes", SCHEMA);
        values.put("AddClassification.classification", classification());
        values.put("SetClassification.classification", classification());
        values.put("AddReindexDocument.target", "ATTRIBUTES");
        values.put("KeepQuery.name", QUERY);
        values.put("DropQuery.name", QUERY);
        values.put("KeepQuery.query", "q=1");
        values.put("SetOpaAccessPolicyItems.policyItems", POLICY);
        values.put("TryPolicy.method", "GET");
        values.put("TryPolicy.resource", "/documents");
        if (operation.hasPathParameter("groupName")) {
            String group = server.accounts.unique("group-");
            call("PUT", ofSite("/groups/" + group + "/permissions"), Map.of("permissions", List.of("READ")));
            values.put("groupName", group);
        }
        if (IDS.stream().anyMatch(operation::hasPathParameter)) {
            values.putAll(ids());
        }
        if (operation.id().equals("DeleteEntityType")) {
            values.put(
                    "entityTypeId",
                    call("POST", "/entityTypes", Map.of("entityType", type()))
                            .path("entityTypeId")
                            .asText());
        }
        if (operation.hasPathParameter("locale")) {
            putLocale(values, operation);
        }
    }

    private void putLocale(Map<String, Object> values, ServedOperation operation) {
        values.put("locale", LOCALE);
        if (operation.id().equals("DeleteLocale")) {
            call("POST", ofSite("/locales"), Map.of("locale", "it"));
            values.put("locale", "it");
        }
        if (operation.hasPathParameter("itemKey")) {
            String word = server.accounts.unique("word-");
            values.put(
                    "itemKey",
                    call("POST", ofSite("/locales/" + LOCALE + "/resourceItems"), Map.of("resourceItem", word(word)))
                            .path("itemKey")
                            .asText());
            values.put("SetLocaleResourceItem.resourceItem", word(word));
        }
    }
}

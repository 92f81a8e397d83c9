package dev.trestle.server.attack;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What others outside of a site of FormKiQ use, and who its users are: webhooks, groups, people, files to examine. */
final class FormKiqOutside {
    /** The path parameters that name something of a site. */
    static final List<String> IDS = List.of("webhookId", "webhooks", "id");

    private static final String BASE = "/formkiq/v1";

    private final AttackedServer server;
    private final Caller admin;
    private final Caller serverAdmin;
    private final String site;

    FormKiqOutside(AttackedServer server, Caller admin, Caller serverAdmin, String site) {
        this.server = server;
        this.admin = admin;
        this.serverAdmin = serverAdmin;
        this.site = site;
    }

    private String webhook() {
        return server.json(admin, "POST", BASE + "/webhooks?siteId=" + site, Map.of("name", Fixture.MARKER))
                .path("webhookId")
                .asText();
    }

    /** A file that was asked to be sent. */
    private String examined() {
        return server.json(admin, "GET", BASE + "/objects/examine/pdf?siteId=" + site, null)
                .path("id")
                .asText();
    }

    /** One of each, by the parameter that names it. */
    Map<String, String> ids() {
        String hook = webhook();
        return Map.of("webhookId", hook, "webhooks", hook, "id", examined());
    }

    private String user() {
        String name = server.accounts.unique("user").replaceAll("[^A-Za-z0-9]", "") + "@matrix.example";
        server.json(serverAdmin, "POST", BASE + "/users", Map.of("user", Map.of("username", name)));
        return name;
    }

    private String group() {
        String name = server.accounts.unique("group-");
        server.json(serverAdmin, "POST", BASE + "/groups", Map.of("group", Map.of("name", name)));
        return name;
    }

    /** Names what operations take, and makes what their paths name. */
    void put(Map<String, Object> values, ServedOperation operation) {
        values.put("AddWebhook.name", Fixture.MARKER);
        values.put("UpdateWebhook.name", Fixture.MARKER);
        values.put("AddWebhookTag.key", "state");
        values.put("AddGroup.group", Map.of("name", server.accounts.unique("group-")));
        String fresh = server.accounts.unique("fresh").replaceAll("[^A-Za-z0-9]", "") + "@matrix.example";
        values.put("AddUser.user", Map.of("username", fresh));
        if (IDS.stream().anyMatch(operation::hasPathParameter) || operation.hasPathParameter("webhooks*")) {
            values.putAll(ids());
        }
        boolean isOfUsers =
                operation.path().startsWith("/groups") || operation.path().startsWith("/users");
        if (isOfUsers) {
            putUsers(values, operation);
        }
    }

    private void putUsers(Map<String, Object> values, ServedOperation operation) {
        Map<String, Object> made = new LinkedHashMap<>();
        if (operation.hasPathParameter("groupName")) {
            made.put("groupName", group());
        }
        if (operation.hasPathParameter("username") || operation.id().equals("AddUserToGroup")) {
            String user = user();
            made.put("username", user);
            made.put("AddUserToGroup.user", Map.of("username", user));
            made.put("SetUserOperation.userOperation", "disable");
        }
        if (operation.id().equals("RemoveUsernameFromGroup")) {
            server.json(
                    serverAdmin,
                    "POST",
                    BASE + "/groups/" + made.get("groupName") + "/users",
                    Map.of("user", Map.of("username", made.get("username"))));
        }
        values.putAll(made);
    }
}

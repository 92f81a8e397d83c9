package dev.trestle.server.attack;

import java.util.LinkedHashMap;
import java.util.Map;

/** The administrators' API. What is not there is asked for where it would take long to make. */
final class AdminFixture extends Fixture {
    private final ServerPeople people;

    AdminFixture(AttackedServer server) {
        super(server);
        people = server.people();
        add(people.callers());
    }

    @Override
    Values make(ServedOperation operation) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("system", "unisync");
        values.put("jobId", "none");
        values.put("taskId", "none");
        values.put("addPerson.email", server.accounts.unique("added-") + "@matrix.example");
        values.put("changePerson.name", "Another name");
        values.put("addPerson.invite", false);
        values.put("addPerson.tenant", "acme");
        values.put("tenant", "acme");
        values.put("createTenant.tenant", server.accounts.unique("tenant-"));
        values.put("changeTenant.status", "ACTIVE");
        values.put("saveTenantGroup.group", "editors");
        values.put("deleteTenantGroup.group", "none");
        values.put("table", "none");
        values.put("copy", "none-restored");
        values.put("bucket", "docstore");
        values.put("key", "none");
        values.put("etag", "none");
        values.put("sweep", "none");
        values.put("arn", "arn:aws:dynamodb:us-east-1:000000000000:table/none/backup/01489602797149-73d8d5bc");
        values.put("createCopy.name", server.accounts.unique("copy-"));
        if (operation.hasPathParameter("personId")) {
            values.putAll(target(operation));
        }
        if (operation.hasPathParameter("name")) {
            values.put("name", "none");
        }
        return Values.of(values);
    }

    private Map<String, Object> target(ServedOperation operation) {
        if (operation.hasPathParameter("sessionId")) {
            return people.targetWithSession();
        }
        return operation.hasPathParameter("keyId") ? people.targetWithKey() : people.target();
    }

    @Override
    Map<String, String> missing() {
        return Map.of(
                "system",
                "none",
                "personId",
                "none",
                "keyId",
                "none",
                "sessionId",
                "none",
                "table",
                "none",
                "bucket",
                "none");
    }
}

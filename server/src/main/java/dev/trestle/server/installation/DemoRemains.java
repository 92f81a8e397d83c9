package dev.trestle.server.installation;

import dev.trestle.model.Table;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.PlatformTable;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Removes what a cut-off load of sample data has left, in a data directory that is a demo's alone. The tables stay, and what their models are. */
final class DemoRemains {
    private static final String DEPLOYED = "MODEL#";
    private static final int MISSING = 404;

    private final DynamoDbClient items;
    private final Function<Table, String> names;

    DemoRemains(DynamoDbClient items, Function<Table, String> names) {
        this.items = items;
        this.names = names;
    }

    void removeItems(SystemDefinition<?> system) {
        for (Table table : system.model().allTables()) {
            remove(
                    table,
                    names.apply(table),
                    item -> !text(item, table.partition()).startsWith(DEPLOYED));
        }
        remove(
                PlatformTable.SUPPORT,
                PlatformTable.SUPPORT.name(),
                item -> text(item, "PK").startsWith("INBOX")
                        && text(item, "system").equals(system.name()));
    }

    private static String text(Map<String, AttributeValue> item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null || value.s() == null ? "" : value.s();
    }

    private void remove(Table table, String name, Predicate<Map<String, AttributeValue>> removed) {
        items.scanPaginator(request -> request.tableName(name).consistentRead(true)).items().stream()
                .filter(removed)
                .forEach(item ->
                        items.deleteItem(request -> request.tableName(name).key(key(table, item))));
    }

    private static Map<String, AttributeValue> key(Table table, Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new HashMap<>(item);
        key.keySet().removeIf(name -> !name.equals(table.partition()) && !name.equals(table.sort()));
        return key;
    }

    /** Whatever is in a bucket of the system; one that is not there has nothing. */
    static void removeObjects(S3Client objects, String bucket) {
        try {
            objects.listObjectsV2Paginator(request -> request.bucket(bucket)).contents().stream()
                    .map(S3Object::key)
                    .toList()
                    .forEach(key -> objects.deleteObject(
                            request -> request.bucket(bucket).key(key)));
        } catch (S3Exception e) {
            if (e.statusCode() != MISSING) {
                throw e;
            }
        }
    }
}

package dev.trestle.server.console;

import dev.trestle.model.Table;
import dev.trestle.platform.api.ApiException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tables that were restored from backups of a system's table: they can be read by that table's patterns, and nothing else. */
final class Copies {
    private final DynamoDbClient client;
    private final Function<Table, String> names;

    Copies(DynamoDbClient client, Function<Table, String> names) {
        this.client = client;
        this.names = names;
    }

    /** Reads a copy in place of its table. A table that was restored from any other, such as that of the accounts, is refused. */
    Reader reader(Set<Table> all, @Nullable Table table, String copy) {
        if (table == null || all.stream().anyMatch(each -> names.apply(each).equals(copy)) || !isCopyOf(table, copy)) {
            throw ApiException.notFound("There is no table of this name that was restored from a backup of this one.")
                    .withCode("copy-unknown");
        }
        return new Reader(client, each -> each == table ? copy : names.apply(each));
    }

    private boolean isCopyOf(Table table, String copy) {
        try {
            TableDescription own = client.describeTable(request -> request.tableName(names.apply(table)))
                    .table();
            TableDescription other =
                    client.describeTable(request -> request.tableName(copy)).table();
            return other.restoreSummary() != null
                    && Objects.equals(other.restoreSummary().sourceTableArn(), own.tableArn())
                    && other.keySchema().equals(own.keySchema());
        } catch (ResourceNotFoundException missing) {
            return false;
        }
    }
}

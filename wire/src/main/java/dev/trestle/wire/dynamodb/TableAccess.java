package dev.trestle.wire.dynamodb;

import dev.trestle.wire.access.Access;
import dev.trestle.wire.error.Refusal;
import dev.trestle.wire.signature.Signer;
import org.jspecify.annotations.Nullable;

/** Checks, for one request, that its signer may reach a table. A table that is null is none: the engine refuses what names no table. */
final class TableAccess {
    private final Signer signer;
    private final String operation;
    private final String arnPrefix;

    /** {@code arnPrefix} is what stands before a table's name in its ARN. */
    TableAccess(Signer signer, String operation, String arnPrefix) {
        this.signer = signer;
        this.operation = operation;
        this.arnPrefix = arnPrefix;
    }

    void read(@Nullable String table) {
        require(table, Access.READ);
    }

    void write(@Nullable String table) {
        require(table, Access.WRITE);
    }

    private void require(@Nullable String table, Access access) {
        if (table != null && !signer.grant().permitsTable(table, access)) {
            throw Refusal.accessDenied("User: arn:aws:iam::000000000000:user/" + signer.keyId()
                    + " is not authorized to perform: dynamodb:" + operation + " on resource: " + arnPrefix + table
                    + " because no grant of this access key allows to " + access.verb() + " the table");
        }
    }
}

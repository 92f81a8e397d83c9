package dev.trestle.model;

import dev.trestle.model.error.RefusedValueException;
import org.jspecify.annotations.Nullable;

/**
 * What separates the data of one tenant from that of another: a field that the caller is bound to, so that no key is ever made
 * without it.
 *
 * @param field the tenant's name in templates, and in records that carry it
 * @param delimiter what stands behind the tenant in front of every partition key; null if templates name the field themselves
 * @param leftOut the tenant whose keys have no such prefix; null if there is none
 * @param refused characters that no tenant's name holds, beyond the delimiter
 */
public record Scope(
        String field, @Nullable String delimiter, @Nullable String leftOut, String refused) {
    /** The tenant is a part of the templates: {@code {tenantId}#{documentId}}. */
    public static Scope inKeys(String field) {
        return new Scope(field, null, null, "");
    }

    /** The tenant stands, with a delimiter, in front of the partition keys of the table and its indexes: {@code finance/docs#…}. */
    public static Scope prefix(String field, String delimiter) {
        if (delimiter.isEmpty()) {
            throw new IllegalArgumentException("a scope's prefix needs a delimiter");
        }
        return new Scope(field, delimiter, null, "");
    }

    /** One tenant's keys have no prefix. */
    public Scope leavingOut(String value) {
        return new Scope(field, delimiter, value, refused);
    }

    /** No tenant's name holds one of these characters, so that none can look like the beginning of a key without a tenant. */
    public Scope refusing(String characters) {
        return new Scope(field, delimiter, leftOut, characters);
    }

    /** Whether templates do not name the tenant, and keys begin with it. */
    public boolean isPrefix() {
        return delimiter != null;
    }

    /** What stands in front of a tenant's partition keys. */
    String prefixOf(String tenant) {
        return delimiter == null || tenant.equals(leftOut) ? "" : tenant + delimiter;
    }

    /** A tenant's name, fit to stand in keys. */
    String checked(String tenant) {
        if (tenant.isEmpty()) {
            throw new RefusedValueException("the scope must not be empty", field, tenant, "scope");
        }
        if (delimiter != null && tenant.indexOf(delimiter.charAt(0)) >= 0) {
            throw new RefusedValueException(
                    "the scope must not contain \"" + delimiter + "\", which ends it in a key", field, tenant, "scope");
        }
        for (char c : refused.toCharArray()) {
            if (tenant.indexOf(c) >= 0) {
                throw new RefusedValueException(
                        "the scope must not contain \"" + c + "\", which keys without a scope hold",
                        field,
                        tenant,
                        "scope");
            }
        }
        return tenant;
    }
}

package dev.trestle.systems.formkiq.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.testing.Examples;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A record of a site, and the item that the design document's tables of keys and attributes make of it. The document
 * has no examples of its own; the items are made from its tables by hand.
 */
record Sample<T extends Record>(String site, Entity<T> entity, T record, Map<String, AttributeValue> item) {
    /** A sample of the site whose keys have no prefix. */
    static <T extends Record> Sample<T> of(Entity<T> entity, T record, String json) {
        return of(DocumentsTable.DEFAULT_SITE, entity, record, json);
    }

    static <T extends Record> Sample<T> of(String site, Entity<T> entity, T record, String json) {
        return new Sample<>(site, entity, record, Examples.item(json));
    }

    Map<String, AttributeValue> written(String otherSite) {
        return entity.toItem(record, entity.table().scoping(otherSite));
    }

    Scoping scoping() {
        return entity.table().scoping(site);
    }

    boolean namesItsSite() {
        return entity.scoped() && item.containsKey("siteId");
    }

    @Override
    public String toString() {
        return entity + " " + item.get("SK").s();
    }
}

package dev.trestle.systems.formkiq.entities;

import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.attributes.AttributeViews.ValueView;
import dev.trestle.systems.formkiq.attributes.EntityValues;
import dev.trestle.systems.formkiq.model.Entities.EntityRecord;
import dev.trestle.systems.formkiq.model.Entities.EntityType;
import dev.trestle.systems.formkiq.model.Entities.Namespace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on entities and their types take and give. */
final class EntityViews {
    /** The namespace is a text, because a wrong one is refused in FormKiQ's words. */
    record TypeFields(@Nullable String namespace, @Nullable String name) {}

    record TypeBody(@Nullable TypeFields entityType) {}

    record TypeView(String entityTypeId, Namespace namespace, String name, String insertedDate) {
        static TypeView of(EntityType stored) {
            return new TypeView(
                    stored.documentId(), stored.namespace(), stored.name(), Dates.text(stored.inserteddate()));
        }
    }

    record TypesView(@Nullable String next, List<TypeView> entityTypes) {}

    record OneType(TypeView entityType) {}

    record MadeType(String entityTypeId) {}

    record ListTypes(
            @Nullable String siteId,
            @Nullable String namespace,
            @Nullable String next,
            @Nullable String limit) implements OnSite {}

    record AddType(@Nullable String siteId, TypeBody body) implements OnSite {}

    record ByType(
            String entityTypeId,
            @Nullable String siteId,
            @Nullable String namespace) implements OnSite {}

    record DeleteType(String entityTypeId, @Nullable String siteId) implements OnSite {}

    record EntityFields(@Nullable String name, @Nullable List<NewAttribute> attributes) {}

    record EntityBody(@Nullable EntityFields entity) {}

    record EntityView(
            String entityId, String entityTypeId, String name, String insertedDate, List<ValueView> attributes) {
        static EntityView of(EntityRecord stored) {
            return new EntityView(
                    stored.documentId(),
                    stored.entityTypeId(),
                    stored.name(),
                    Dates.text(stored.inserteddate()),
                    EntityValues.views(stored.attributes()));
        }
    }

    record EntitiesView(@Nullable String next, List<EntityView> entities) {}

    record OneEntity(EntityView entity) {}

    record MadeEntity(String entityId) {}

    record ListEntities(
            String entityTypeId,
            @Nullable String siteId,
            @Nullable String namespace,
            @Nullable String next,
            @Nullable String limit)
            implements OnSite {}

    record AddEntity(
            String entityTypeId,
            @Nullable String siteId,
            @Nullable String namespace,
            EntityBody body) implements OnSite {}

    record ByEntity(
            String entityTypeId,
            String entityId,
            @Nullable String siteId,
            @Nullable String namespace) implements OnSite {}

    record UpdateEntity(
            String entityTypeId,
            String entityId,
            @Nullable String siteId,
            @Nullable String namespace,
            EntityBody body) implements OnSite {}

    record DeleteEntity(
            String entityTypeId, String entityId, @Nullable String siteId) implements OnSite {}

    private EntityViews() {}
}

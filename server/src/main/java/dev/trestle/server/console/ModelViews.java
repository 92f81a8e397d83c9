package dev.trestle.server.console;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.Unique;
import dev.trestle.model.docs.KeyConditionText;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.verify.Finding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A model as the console shows it: what its documentation says, in parts. */
final class ModelViews {
    record TableView(
            String name,
            String about,
            boolean support,
            String partition,
            @Nullable String sort,
            @Nullable String expiry,
            @Nullable ScopeView scope,
            List<Index> indexes,
            List<EntityView> entities,
            List<PatternView> patterns) {}

    record ScopeView(
            String field,
            @Nullable String delimiter,
            @Nullable String leftOut) {}

    /** {@code schema} of its form: a JSON schema; null if it has values that no form holds. */
    record EntityView(
            String name,
            String about,
            boolean scoped,
            List<KeyView> keys,
            List<AttributeView> attributes,
            List<String> unique,
            List<RelationView> relations,
            @Nullable Map<String, Object> schema) {}

    record KeyView(
            @Nullable String index,
            String partition,
            @Nullable String sort,
            String when) {}

    record AttributeView(String name, String type, String required) {}

    record RelationView(String owner, String verb, boolean many) {}

    record PatternView(
            String name,
            String about,
            String kind,
            @Nullable String index,
            String keysUsed,
            String condition,
            String remarks,
            List<String> entities,
            boolean tenant,
            List<Parameters.Field> parameters,
            Parameters.@Nullable Field range) {}

    record FindingView(
            String code,
            String severity,
            String place,
            String reason,
            String remedy,
            @Nullable String accepted) {}

    private ModelViews() {}

    static List<TableView> tables(Model model) {
        Optional<Table> support = model.support();
        return model.allTables().stream()
                .map(table -> table(table, support.isPresent() && support.get() == table))
                .toList();
    }

    private static TableView table(Table table, boolean support) {
        Scope scope = table.scope();
        return new TableView(
                table.name(),
                table.about(),
                support,
                table.partition(),
                table.sort(),
                table.expiry(),
                scope == null ? null : new ScopeView(scope.field(), scope.delimiter(), scope.leftOut()),
                table.indexes(),
                table.entities().stream().map(entity -> entity(table, entity)).toList(),
                table.patterns().stream().map(ModelViews::pattern).toList());
    }

    private static EntityView entity(Table table, Entity<?> entity) {
        List<KeyView> keys = Stream.concat(entity.keys().stream(), entity.indexKeys().stream())
                .map(key -> key(table, key))
                .toList();
        return new EntityView(
                entity.name(),
                entity.about(),
                entity.scoped(),
                keys,
                entity.attributes().stream().map(ModelViews::attribute).toList(),
                entity.uniques().stream().map(Unique::name).toList(),
                entity.relations().stream()
                        .map(relation -> new RelationView(relation.owner().name(), relation.verb(), relation.many()))
                        .toList(),
                EntityForm.schema(entity));
    }

    private static KeyView key(Table table, EntityKey key) {
        Scope scope = table.scope();
        String front = key.prefixed() && scope != null ? "{" + scope.field() + "}" + scope.delimiter() : "";
        Index index = key.index();
        return new KeyView(
                index == null ? null : index.name(),
                front + key.partition(),
                key.sort() == null ? null : key.sort().toString(),
                key.when().toString());
    }

    private static AttributeView attribute(Component component) {
        String required = component.kind() == Component.Kind.KEY_ONLY
                ? "key"
                : component.orNull() ? "orNull" : component.nullable() ? "no" : "yes";
        boolean prefixed = component.kind() == Component.Kind.PREFIXED;
        return new AttributeView(component.attribute() + (prefixed ? "…" : ""), component.typeName(), required);
    }

    private static PatternView pattern(Pattern<?> pattern) {
        Index index = pattern.index();
        return new PatternView(
                pattern.name(),
                pattern.about(),
                pattern.kind().name(),
                index == null ? null : index.name(),
                KeyConditionText.keysUsed(pattern),
                KeyConditionText.of(pattern),
                KeyConditionText.remarks(pattern).replaceFirst("^, ", ""),
                pattern.entities().stream().map(each -> each.name()).toList(),
                pattern.entities().stream().anyMatch(Entity::scoped),
                Parameters.fields(pattern),
                Parameters.range(pattern));
    }

    static FindingView finding(Finding finding) {
        return new FindingView(
                finding.code().name(),
                finding.severity().name(),
                finding.place(),
                finding.reason(),
                finding.remedy(),
                finding.accepted());
    }
}

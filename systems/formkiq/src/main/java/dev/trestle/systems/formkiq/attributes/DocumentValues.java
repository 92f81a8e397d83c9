package dev.trestle.systems.formkiq.attributes;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.RowPlan;
import dev.trestle.systems.formkiq.api.UseCounts;
import dev.trestle.systems.formkiq.attributes.AttributeViews.NewAttribute;
import dev.trestle.systems.formkiq.folders.FolderAccess;
import dev.trestle.systems.formkiq.model.Attributes;
import dev.trestle.systems.formkiq.model.Attributes.Attribute;
import dev.trestle.systems.formkiq.model.Attributes.AttributeType;
import dev.trestle.systems.formkiq.model.Attributes.DataType;
import dev.trestle.systems.formkiq.model.DocumentAttributes;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Entities;
import dev.trestle.systems.formkiq.model.Permission;
import dev.trestle.systems.formkiq.model.Schemas;
import dev.trestle.systems.formkiq.model.SupportTable;
import dev.trestle.systems.formkiq.model.SupportTable.AttributeUse;
import dev.trestle.systems.formkiq.model.SupportTable.RelatedFrom;
import dev.trestle.systems.formkiq.schemas.EffectiveSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans changes to the attributes of a document: what is asked for is compared with the definitions and with what the
 * document has, and becomes rows. Each group of rows changes the count of its definition in the same transaction.
 */
public final class DocumentValues {
    private static final int ROWS_MAX = 10_000;
    private static final int KEYS_MAX = 100;
    private static final int VALUE_MAX = 10_000;
    /** Two groups never share a transaction, because both change the same count. */
    private static final int GROUP_ROWS = 50;
    /** Each row that goes is kept as it was. */
    private static final int GROUP_ROWS_GOING = 25;
    /** Two groups that change the same count are never written together: one transaction changes an item once. */
    private static final int GROUP_ALONE = 31;

    private DocumentValues() {}

    /** How what is asked for meets what is there. */
    public enum Mode {
        /** A key that the document has already is refused. */
        ADD,
        /** Keys that are asked for are replaced, others stay. */
        REPLACE_KEYS,
        /** All that is not asked for goes. */
        REPLACE_ALL
    }

    /** What of the schemas a change is held to. */
    public enum Held {
        /** Nothing, and nothing is completed. */
        NOT,
        /** Nothing, but missing defaults and combinations are added. */
        COMPLETED,
        /** What they say of the attributes that are written. */
        KEYS,
        /** All of what they say, after missing defaults are added. */
        WHOLE
    }

    /** Who changes which document, and when. */
    public record By(Caller caller, String documentId, Instant at) {}

    public static List<DocumentAttribute> of(ItemStore store, String documentId) {
        return store.first(DocumentAttributes.ATTRIBUTES_OF_DOCUMENT.of(documentId), ROWS_MAX);
    }

    /** Plans a change, held to the schemas as a whole, or refuses it with all that is wrong. */
    public static RowPlan plan(
            ItemStore store, By by, @Nullable List<NewAttribute> asked, Mode mode, List<DocumentAttribute> existing) {
        return plan(store, by, asked, mode, Held.WHOLE, existing);
    }

    public static RowPlan plan(
            ItemStore store,
            By by,
            @Nullable List<NewAttribute> asked,
            Mode mode,
            Held held,
            List<DocumentAttribute> existing) {
        List<DocumentAttribute> own =
                existing.stream().filter(DocumentValues::isOwn).toList();
        List<Wanted> wanted = merged(asked == null ? List.of() : asked);
        Known known = Known.read(store, keys(wanted, mode, own), by.documentId());
        List<Wanted> typed = new ArrayList<>(check(store, by, wanted, mode, own, known));
        RowPlan plan = new RowPlan();
        Map<String, List<DocumentAttribute>> after = after(by, typed, mode, own);
        if (held == Held.NOT) {
            write(plan, by, typed, mode, own, known);
            plan.leaves(flat(after));
            return plan;
        }
        SchemaGuard guard = SchemaGuard.of(store, flat(after));
        if (held != Held.KEYS) {
            List<Wanted> defaults = guard.defaults(after.keySet());
            if (!defaults.isEmpty()) {
                typed.addAll(defaults);
                known = Known.read(store, keys(typed, mode, own), by.documentId());
                after = after(by, typed, mode, own);
            }
        }
        Set<String> written = keys(wanted, Mode.REPLACE_KEYS, own);
        if (held == Held.WHOLE || held == Held.KEYS && written.contains(Wanted.CLASSIFICATION)) {
            guard.check(after);
        } else if (held == Held.KEYS) {
            guard.check(after, written);
        }
        write(plan, by, typed, mode, own, known);
        CompositeValues.plan(plan, store, by, guard.compositeKeys(), existing, after);
        plan.leaves(flat(after));
        return plan;
    }

    /** Plans the changes that a removal of rows brings with it, or refuses the removal. */
    static RowPlan removal(
            ItemStore store, By by, List<DocumentAttribute> existing, List<DocumentAttribute> gone, boolean isWhole) {
        Map<String, List<DocumentAttribute>> after = new LinkedHashMap<>();
        existing.stream()
                .filter(row -> isOwn(row) && !gone.contains(row))
                .forEach(row -> after.computeIfAbsent(row.key(), any -> new ArrayList<>())
                        .add(row));
        Set<String> removed = new LinkedHashSet<>();
        gone.stream()
                .map(DocumentAttribute::key)
                .filter(key -> !after.containsKey(key))
                .forEach(removed::add);
        SchemaGuard guard = SchemaGuard.of(store, flat(after));
        guard.checkRemoved(removed);
        if (!isWhole) {
            Set<String> left = new LinkedHashSet<>();
            gone.stream().map(DocumentAttribute::key).filter(after::containsKey).forEach(left::add);
            guard.check(after, left);
        }
        RowPlan plan = new RowPlan();
        CompositeValues.plan(plan, store, by, guard.compositeKeys(), existing, after);
        return plan;
    }

    /** Whether a value is the document's own: combinations follow from others, and what the system sets has ways of its own. */
    private static boolean isOwn(DocumentAttribute row) {
        return !CompositeValues.isComposite(row) && !Definitions.isOfSystem(row.key());
    }

    private static List<DocumentAttribute> flat(Map<String, List<DocumentAttribute>> byKey) {
        return byKey.values().stream().flatMap(List::stream).toList();
    }

    private static Set<String> keys(List<Wanted> wanted, Mode mode, List<DocumentAttribute> existing) {
        Set<String> keys = new LinkedHashSet<>();
        wanted.forEach(each -> keys.add(each.key()));
        if (mode == Mode.REPLACE_ALL) {
            existing.forEach(row -> keys.add(row.key()));
        }
        // Classes are counted by themselves, beside the attribute that all of them are values of.
        wanted.stream()
                .filter(each -> each.type() == ValueType.CLASSIFICATION)
                .forEach(each -> each.values().forEach(id -> keys.add(UseCounts.ofClass(String.valueOf(id)))));
        existing.stream()
                .filter(row -> row.valueType() == ValueType.CLASSIFICATION)
                .forEach(row -> keys.add(UseCounts.ofClass(row.value())));
        return keys;
    }

    /** What the document is about to have, by key. */
    private static Map<String, List<DocumentAttribute>> after(
            By by, List<Wanted> wanted, Mode mode, List<DocumentAttribute> own) {
        Map<String, List<DocumentAttribute>> after = new LinkedHashMap<>();
        if (mode != Mode.REPLACE_ALL) {
            own.forEach(row ->
                    after.computeIfAbsent(row.key(), any -> new ArrayList<>()).add(row));
        }
        wanted.stream()
                .map(Wanted::key)
                .filter(key -> !key.equals(Wanted.RELATIONSHIPS))
                .forEach(after::remove);
        wanted.forEach(each -> after.computeIfAbsent(each.key(), any -> new ArrayList<>())
                .addAll(each.rows(by.documentId(), by.caller().user(), by.at())));
        return after;
    }

    /** Values of one key that stand in several places of a request belong together. */
    private static List<Wanted> merged(List<NewAttribute> asked) {
        Refusals refusals = new Refusals();
        Map<String, Wanted> byKey = new LinkedHashMap<>();
        Map<Object, Wanted> related = new LinkedHashMap<>();
        for (NewAttribute each : asked) {
            Wanted one = Wanted.of(each);
            refusals.addIf(one.key().isEmpty(), "key", "'key' is missing from attribute");
            boolean entity = one.type() == ValueType.ENTITY;
            refusals.addIf(entity && each.entityTypeId() == null, "entityTypeId", "'entityTypeId' is required")
                    .addIf(entity && each.entityId() == null, "entityId", "'entityId' is required");
            if (one.type() == ValueType.RELATIONSHIPS) {
                related.putIfAbsent(one.values(), one);
            } else {
                byKey.merge(one.key(), one, DocumentValues::joined);
            }
        }
        refusals.addIf(byKey.size() + related.size() > KEYS_MAX, "", "at most " + KEYS_MAX + " attributes at a time");
        refusals.check();
        List<Wanted> all = new ArrayList<>(related.values());
        all.addAll(byKey.values());
        return all;
    }

    private static Wanted joined(Wanted one, Wanted other) {
        List<Object> values = new ArrayList<>(one.values());
        other.values().stream().filter(value -> !values.contains(value)).forEach(values::add);
        return new Wanted(one.key(), one.values().isEmpty() ? other.type() : one.type(), values, null);
    }

    /** The definitions of some keys, and the counts that the document's values are in. */
    private record Known(Map<String, Attribute> definitions, Set<String> counted, int part) {
        static Known read(ItemStore store, Set<String> keys, String documentId) {
            int part = UseCounts.partOf(documentId);
            List<Bound<? extends Record>> asked = new ArrayList<>();
            List<String> proper = keys.stream()
                    .filter(key -> !key.isEmpty() && key.indexOf('#') < 0)
                    .toList();
            for (String key : proper) {
                asked.add(Attributes.ATTRIBUTE_BY_KEY.of(key));
                asked.add(SupportTable.USE_OF_ATTRIBUTE.of(key, part));
            }
            Map<String, Attribute> definitions = new LinkedHashMap<>();
            Set<String> counted = new LinkedHashSet<>();
            if (asked.isEmpty()) {
                return new Known(definitions, counted, part);
            }
            Retrieved read = store.retrieve(asked);
            for (String key : proper) {
                read.of(Attributes.ATTRIBUTE_BY_KEY.of(key)).ifPresent(row -> definitions.put(key, row.record()));
                Optional<Stored<AttributeUse>> use = read.of(SupportTable.USE_OF_ATTRIBUTE.of(key, part));
                if (use.isPresent()) {
                    counted.add(key);
                }
            }
            return new Known(definitions, counted, part);
        }
    }

    private static List<Wanted> check(
            ItemStore store, By by, List<Wanted> wanted, Mode mode, List<DocumentAttribute> existing, Known known) {
        Set<String> has = new LinkedHashSet<>();
        existing.forEach(row -> has.add(row.key()));
        Refusals refusals = new Refusals();
        List<Wanted> typed = new ArrayList<>();
        for (Wanted each : wanted) {
            String key = each.key();
            boolean exists = mode == Mode.ADD && has.contains(key) && each.type() != ValueType.RELATIONSHIPS;
            refusals.addIf(exists, key, "document attribute '" + key + "' already exists");
            typed.add(typed(each, known.definitions().get(key), refusals));
            checkGuard(by, known.definitions().get(key), refusals);
            checkReferences(store, each, refusals);
        }
        checkRelated(store, by, wanted, refusals);
        if (mode == Mode.REPLACE_ALL) {
            Set<String> kept = new LinkedHashSet<>();
            wanted.forEach(each -> kept.add(each.key()));
            has.stream()
                    .filter(key -> !kept.contains(key))
                    .forEach(key -> checkGuard(by, known.definitions().get(key), refusals));
        }
        refusals.check();
        return typed;
    }

    private static void checkGuard(By by, @Nullable Attribute definition, Refusals refusals) {
        if (definition != null
                && Definitions.isGuarded(definition)
                && !by.caller().governs()) {
            refusals.add(definition.key(), "attribute can only be changed by GOVERN or ADMIN role");
        }
    }

    /** A value of the type that the definition has, or an error. */
    static Wanted typed(Wanted each, @Nullable Attribute definition, Refusals refusals) {
        String key = each.key();
        boolean isOwnKind = each.type() == ValueType.CLASSIFICATION || each.type() == ValueType.RELATIONSHIPS;
        if (Definitions.isReserved(key)) {
            // Classes and relationships are set as such; the others are the system's own.
            refusals.addIf(!isOwnKind, "key", "'" + key + "' is a reserved attribute name");
            return each;
        }
        boolean isLong =
                each.values().stream().anyMatch(value -> value instanceof String text && text.length() > VALUE_MAX);
        refusals.addIf(isLong, key, "value cannot exceed " + VALUE_MAX);
        if (definition == null) {
            refusals.add(key, "attribute '" + key + "' not found");
            return each;
        }
        DataType type = definition.dataType();
        String error = switch (type) {
            case STRING -> each.type() == ValueType.STRING ? null : "attribute only support string value";
            case NUMBER -> each.type() == ValueType.NUMBER ? null : "attribute only support number value";
            case BOOLEAN -> each.type() == ValueType.BOOLEAN ? null : "attribute only support boolean value";
            case KEY_ONLY, WATERMARK, PUBLICATION ->
                each.type() == ValueType.KEY_ONLY ? null : "attribute does not support a value";
            case ENTITY -> each.type() == ValueType.ENTITY ? null : "attribute only support entity value";
        };
        refusals.addIf(error != null, key, String.valueOf(error));
        return type == DataType.WATERMARK ? each.as(ValueType.WATERMARK) : each;
    }

    /** What the caller may not read does not exist for them; its own side of a relationship is a change of it. */
    private static void checkRelated(ItemStore store, By by, List<Wanted> wanted, Refusals refusals) {
        List<Wanted> related = wanted.stream()
                .filter(each -> each.type() == ValueType.RELATIONSHIPS)
                .toList();
        if (related.isEmpty()) {
            return;
        }
        FolderAccess access = FolderAccess.of(store, by.caller());
        for (Wanted each : related) {
            String other = otherOf(String.valueOf(each.values().get(0)));
            boolean isKnown = !other.equals(by.documentId()) && access.allows(store, other, Permission.READ);
            refusals.addIf(!isKnown, other, "document '" + other + "' does not exist");
            if (isKnown && each.inverse() != null && !access.allows(store, other, Permission.WRITE)) {
                throw Refusals.denied();
            }
        }
    }

    private static void checkReferences(ItemStore store, Wanted each, Refusals refusals) {
        if (each.type() == ValueType.CLASSIFICATION) {
            each.values().forEach(id -> {
                boolean isKnown = store.stored(Schemas.CLASSIFICATION_BY_ID.of(id, EffectiveSchema.DOCUMENT))
                        .isPresent();
                refusals.addIf(!isKnown, "classificationId", "Classification '" + id + "' does not exist");
            });
        } else if (each.type() == ValueType.ENTITY) {
            String[] ids = String.valueOf(each.values().get(0)).split("#", 2);
            boolean typeKnown = !ids[0].equals("null")
                    && store.stored(Entities.ENTITY_TYPE_BY_ID.of(ids[0])).isPresent();
            refusals.addIf(!typeKnown, "entityTypeId", "EntityTypeId does not exist");
            boolean isKnown = typeKnown
                    && store.stored(Entities.ENTITY_BY_ID.of(ids[0], ids[1])).isPresent();
            refusals.addIf(typeKnown && !isKnown, "entityId", "EntityId does not exist");
        }
    }

    private static String otherOf(String relation) {
        return relation.substring(relation.indexOf('#') + 1);
    }

    private static void write(
            RowPlan plan, By by, List<Wanted> wanted, Mode mode, List<DocumentAttribute> existing, Known known) {
        Map<String, Map<String, DocumentAttribute>> old = new LinkedHashMap<>();
        existing.forEach(row ->
                old.computeIfAbsent(row.key(), any -> new LinkedHashMap<>()).put(row.value(), row));
        Map<String, List<DocumentAttribute>> made = new LinkedHashMap<>();
        for (Wanted each : wanted) {
            made.computeIfAbsent(each.key(), any -> new ArrayList<>())
                    .addAll(each.rows(by.documentId(), by.caller().user(), by.at()));
            inverse(plan, by, each);
        }
        Set<String> keys = new LinkedHashSet<>(made.keySet());
        if (mode == Mode.REPLACE_ALL) {
            keys.addAll(old.keySet());
        }
        for (String key : keys) {
            Map<String, DocumentAttribute> before = new LinkedHashMap<>(old.getOrDefault(key, Map.of()));
            boolean keepsOthers = key.equals(Wanted.RELATIONSHIPS) && mode != Mode.REPLACE_ALL;
            List<DocumentAttribute> creates = new ArrayList<>();
            for (DocumentAttribute row : made.getOrDefault(key, List.of())) {
                DocumentAttribute same = before.remove(row.value());
                if (same == null || same.valueType() != row.valueType()) {
                    creates.add(row);
                }
            }
            List<DocumentAttribute> deletes = keepsOthers ? List.of() : List.copyOf(before.values());
            addRows(plan, key, creates, deletes, known);
            creates.forEach(row -> countClass(plan, row, 1, known));
            deletes.forEach(row -> countClass(plan, row, -1, known));
        }
    }

    private static void countClass(RowPlan plan, DocumentAttribute row, int more, Known known) {
        if (row.valueType() != ValueType.CLASSIFICATION) {
            return;
        }
        String key = UseCounts.ofClass(row.value());
        int part = known.part();
        if (known.counted().contains(key)) {
            plan.add(1, decision -> count(decision, key, part, more));
        } else if (more > 0) {
            plan.add(
                    2,
                    decision -> decision.put(
                                    SupportTable.ATTRIBUTE_USE, new AttributeUse(key, part, more), Expect.ABSENT)
                            .check(
                                    Schemas.CLASSIFICATION_BY_ID.of(row.value(), EffectiveSchema.DOCUMENT),
                                    Expect.PRESENT));
        }
    }

    /** Adds the rows of one key, a bounded number with each change of the count. */
    private static void addRows(
            RowPlan plan, String key, List<DocumentAttribute> creates, List<DocumentAttribute> deletes, Known known) {
        boolean isDefined = known.definitions().containsKey(key);
        boolean isCounted = known.counted().contains(key);
        List<DocumentAttribute> all = new ArrayList<>(creates);
        all.addAll(deletes);
        int size = deletes.isEmpty() ? GROUP_ROWS : GROUP_ROWS_GOING;
        int least = all.size() > size ? GROUP_ALONE : 0;
        for (int from = 0; from < all.size(); from += size) {
            int to = Math.min(all.size(), from + size);
            List<DocumentAttribute> made =
                    creates.subList(Math.min(from, creates.size()), Math.min(to, creates.size()));
            List<DocumentAttribute> gone = all.subList(Math.max(from, creates.size()), Math.max(to, creates.size()));
            int more = made.size() - gone.size();
            boolean first = from == 0;
            int actions = to - from + gone.size() + (first && !isDefined ? 2 + UseCounts.PARTS : 1);
            plan.add(Math.max(least, actions), decision -> {
                made.forEach(row -> decision.put(DocumentAttributes.DOCUMENT_ATTRIBUTE, row));
                gone.forEach(row -> decision.delete(DocumentAttributes.DOCUMENT_ATTRIBUTE, row, Expect.PRESENT));
                if (first && !isDefined && !made.isEmpty()) {
                    define(decision, key, known.part(), more);
                } else if (first && !isCounted && !made.isEmpty()) {
                    decision.put(SupportTable.ATTRIBUTE_USE, new AttributeUse(key, known.part(), more), Expect.ABSENT);
                } else if (more != 0 && (isCounted || !first)) {
                    count(decision, key, known.part(), more);
                }
            });
        }
    }

    static void count(Decision<?> decision, String key, int part, int amount) {
        decision.change(SupportTable.USE_OF_ATTRIBUTE.of(key, part), change -> change.add("uses", amount));
    }

    /** Reserved keys get their definitions when they are first used. */
    public static void define(Decision<?> decision, String key, int own, int uses) {
        DataType type = key.equals("Publication") ? DataType.PUBLICATION : DataType.STRING;
        decision.create(Attributes.ATTRIBUTE, Definitions.plain(key, AttributeType.STANDARD, type));
        for (int part = 0; part < UseCounts.PARTS; part++) {
            decision.put(
                    SupportTable.ATTRIBUTE_USE, new AttributeUse(key, part, part == own ? uses : 0), Expect.ABSENT);
        }
    }

    /** The other document of a relationship is told of it, and gets its own side if that is asked for. */
    private static void inverse(RowPlan plan, By by, Wanted each) {
        if (each.type() != ValueType.RELATIONSHIPS) {
            return;
        }
        String value = String.valueOf(each.values().get(0));
        String other = otherOf(value);
        String kind = value.substring(0, value.indexOf('#'));
        plan.add(1, decision -> decision.put(SupportTable.RELATED_FROM, new RelatedFrom(other, by.documentId(), kind)));
        AttributeViews.Relationship inverse = each.inverse();
        if (inverse == null) {
            return;
        }
        String back = inverse + "#" + by.documentId();
        DocumentAttribute row = new DocumentAttribute(
                other,
                Wanted.RELATIONSHIPS,
                null,
                ValueType.RELATIONSHIPS,
                back,
                null,
                null,
                by.caller().user(),
                by.at());
        plan.add(
                2,
                decision -> decision.put(DocumentAttributes.DOCUMENT_ATTRIBUTE, row)
                        .put(SupportTable.RELATED_FROM, new RelatedFrom(by.documentId(), other, inverse.name())));
    }
}

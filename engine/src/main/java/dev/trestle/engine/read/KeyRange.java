package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Operator;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.KeyCodec;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import dev.trestle.engine.table.KeyRules;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stored keys that a key condition selects, and those of the whole partition that it is about. */
record KeyRange(Range partition, Range selected) {
    private static final String INVALID = "One or more parameter values were invalid: ";

    static KeyRange of(Source source, KeyCondition condition) {
        KeyDef key = source.key();
        Map<String, KeyCondition.Term> terms = byAttribute(condition);
        Map<String, Value> partition = new HashMap<>();
        for (KeyAttribute part : key.partition()) {
            KeyCondition.Term term = terms.remove(part.name());
            if (term == null) {
                throw EngineException.validation("Query condition missed key schema element: " + part.name());
            }
            if (term.operator() != Operator.EQUAL) {
                throw EngineException.validation("Query key condition not supported");
            }
            partition.put(part.name(), checked(part, term.operands().get(0), KeyRules.PARTITION_BYTES_MAX));
        }
        byte[] prefix = Keys.partition(source.id(), key, partition::get).toByteArray();
        KeyAttribute sort = key.sort().isEmpty() ? null : key.sort().get(0);
        KeyCondition.Term term = sort == null ? null : terms.remove(sort.name());
        if (!terms.isEmpty()) {
            throw EngineException.validation(
                    sort == null || term != null
                            ? "Query key condition not supported"
                            : "Query condition missed key schema element: " + sort.name());
        }
        Range all = Range.startingWith(prefix);
        return new KeyRange(all, sort == null || term == null ? all : sortRange(prefix, all, sort, term));
    }

    private static Map<String, KeyCondition.Term> byAttribute(KeyCondition condition) {
        Map<String, KeyCondition.Term> terms = new HashMap<>();
        for (KeyCondition.Term term : condition.terms()) {
            if (terms.put(term.attribute(), term) != null) {
                throw EngineException.validation(
                        "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key");
            }
        }
        return terms;
    }

    private static Range sortRange(byte[] prefix, Range all, KeyAttribute sort, KeyCondition.Term term) {
        List<byte[]> bounds = new ArrayList<>();
        for (Value operand : term.operands()) {
            Value value = checked(sort, operand, KeyRules.SORT_BYTES_MAX);
            bounds.add(bound(prefix, value, term.operator() == Operator.BEGINS_WITH));
        }
        byte[] first = bounds.get(0);
        return switch (term.operator()) {
            case EQUAL, BEGINS_WITH -> Range.startingWith(first);
            case LESS -> new Range(all.from(), first);
            case LESS_OR_EQUAL -> new Range(all.from(), KeyCodec.next(first));
            case GREATER -> new Range(KeyCodec.next(first), all.to());
            case GREATER_OR_EQUAL -> new Range(first, all.to());
            case BETWEEN -> new Range(first, KeyCodec.next(bounds.get(1)));
        };
    }

    private static byte[] bound(byte[] prefix, Value value, boolean open) {
        ByteWriter out = new ByteWriter(prefix.length + 64);
        out.writeBytes(prefix);
        if (open) {
            KeyCodec.writePrefix(out, value);
        } else {
            KeyCodec.write(out, value);
        }
        return out.toByteArray();
    }

    private static Value checked(KeyAttribute part, Value value, int maxBytes) {
        if (value.type() != part.type()) {
            throw EngineException.validation(INVALID + "Condition parameter type does not match schema type");
        }
        if (part.type() != Value.Type.N && Keys.size(value) == 0) {
            throw EngineException.validation("One or more parameter values are not valid. The AttributeValue for a key"
                    + " attribute cannot contain an empty " + (part.type() == Value.Type.S ? "string" : "binary")
                    + " value. Key: " + part.name());
        }
        if (Keys.size(value) > maxBytes) {
            throw EngineException.validation(
                    maxBytes == KeyRules.PARTITION_BYTES_MAX
                            ? INVALID + "Size of hashkey has exceeded the maximum size limit of" + maxBytes + " bytes"
                            : INVALID + "Aggregated size of all range keys has exceeded the size limit of " + maxBytes
                                    + " bytes");
        }
        return value;
    }
}

package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Operator;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.KeyCodec;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import dev.trestle.engine.table.KeyRules;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stored keys that a key condition selects, and those of the whole partition that it is about. */
record KeyRange(Range partition, Range selected) {
    private static final String INVALID = "One or more parameter values were invalid: ";

    static KeyRange of(Source source, KeyCondition condition) {
        KeyDef key = source.key();
        Map<String, KeyCondition.Term> terms = KeyTerms.matching(key, condition);
        Map<String, Value> partition = new HashMap<>();
        int bytes = 0;
        for (KeyAttribute part : key.partition()) {
            Value value = operands(source, part, terms).get(0);
            partition.put(part.name(), value);
            bytes += Keys.size(value);
        }
        if (bytes > KeyRules.PARTITION_BYTES_MAX) {
            throw EngineException.validation(INVALID + "Size of hashkey has exceeded the maximum size limit of"
                    + KeyRules.PARTITION_BYTES_MAX + " bytes");
        }
        byte[] prefix = Keys.partition(source.id(), key, partition::get).toByteArray();
        return new KeyRange(Range.startingWith(prefix), sortRange(source, terms, prefix));
    }

    /** Each sort attribute with a condition narrows the range; all of them but the last one are known to be equalities. */
    private static Range sortRange(Source source, Map<String, KeyCondition.Term> terms, byte[] partition) {
        byte[] prefix = partition;
        Range selected = Range.startingWith(prefix);
        int bytes = 0;
        for (KeyAttribute part : source.key().sort()) {
            KeyCondition.Term term = terms.get(part.name());
            if (term == null) {
                break;
            }
            List<Value> operands = operands(source, part, terms);
            if (term.operator() == Operator.NOT_INDEXABLE) {
                throw EngineException.validation("Attempted conditional constraint is not an indexable operation");
            }
            bytes += operands.stream().mapToInt(Keys::size).max().orElse(0);
            if (bytes > KeyRules.SORT_BYTES_MAX) {
                throw EngineException.validation(
                        INVALID + "Aggregated size of all range keys has exceeded the size limit of "
                                + KeyRules.SORT_BYTES_MAX + " bytes");
            }
            selected = narrowed(prefix, selected, term.operator(), operands);
            prefix = selected.from();
        }
        return selected;
    }

    private static Range narrowed(byte[] prefix, Range all, Operator operator, List<Value> operands) {
        List<byte[]> bounds = new ArrayList<>();
        for (Value operand : operands) {
            bounds.add(bound(prefix, operand, operator == Operator.BEGINS_WITH));
        }
        byte[] first = bounds.get(0);
        return switch (operator) {
            case EQUAL, BEGINS_WITH -> Range.startingWith(first);
            case LESS -> new Range(all.from(), first);
            case LESS_OR_EQUAL -> new Range(all.from(), KeyCodec.next(first));
            case GREATER -> new Range(KeyCodec.next(first), all.to());
            case GREATER_OR_EQUAL -> new Range(first, all.to());
            case BETWEEN -> new Range(first, KeyCodec.next(bounds.get(1)));
            case NOT_INDEXABLE -> throw new IllegalStateException("an operator that was refused before");
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

    /** The operands of the condition on a key attribute, which are of its type and not empty. */
    private static List<Value> operands(Source source, KeyAttribute part, Map<String, KeyCondition.Term> terms) {
        KeyCondition.Term term = terms.get(part.name());
        List<Value> operands = term == null ? List.of() : term.operands();
        for (Value value : operands) {
            if (value.type() != part.type()) {
                throw EngineException.validation(INVALID + "Condition parameter type does not match schema type");
            }
            if (part.type() != Value.Type.N && Keys.size(value) == 0) {
                throw emptyOperand(source.index(), part);
            }
        }
        return operands;
    }

    private static EngineException emptyOperand(@Nullable IndexDef index, KeyAttribute part) {
        String what = " cannot contain an empty " + (part.type() == Value.Type.S ? "string" : "binary") + " value. ";
        return EngineException.validation(
                index == null
                        ? "One or more parameter values are not valid. The AttributeValue for a key attribute" + what
                                + "Key: " + part.name()
                        : "One or more parameter values are not valid. A value specified for a secondary index key is not"
                                + " supported. The AttributeValue for a key attribute" + what + "IndexName: "
                                + index.name() + ", IndexKey: " + part.name());
    }
}

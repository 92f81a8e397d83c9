package dev.trestle.model.mapping;

import dev.trestle.model.value.WireNames;
import java.math.BigDecimal;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The codecs of the most frequent kinds of values, as classes of their own: to call one of many functions costs more than what most of
 * them do.
 */
final class FrequentCodecs {
    private FrequentCodecs() {}

    record Text() implements ValueCodec {
        @Override
        public AttributeValue write(Object value) {
            return AttributeValue.createS((String) value);
        }

        @Override
        public Object read(AttributeValue value) {
            return ValueCodecs.known(value.s(), "is not a string", value);
        }

        @Override
        public Object readLeniently(AttributeValue value) {
            return value.n() == null ? read(value) : value.n();
        }

        @Override
        public String typeName() {
            return "String";
        }
    }

    record Int() implements ValueCodec {
        @Override
        public AttributeValue write(Object value) {
            return ValueCodecs.number(value);
        }

        @Override
        public Object read(AttributeValue value) {
            String digits = ValueCodecs.known(value.n(), "is not a number", value);
            try {
                return ValueCodecs.isPlain(digits) ? Integer.parseInt(digits) : new BigDecimal(digits).intValueExact();
            } catch (ArithmeticException | NumberFormatException e) {
                throw ValueCodecs.unfit(digits);
            }
        }

        @Override
        public Object readLeniently(AttributeValue value) {
            return read(ValueCodecs.asNumber(value));
        }

        @Override
        public String typeName() {
            return "Number";
        }
    }

    record Whole() implements ValueCodec {
        @Override
        public AttributeValue write(Object value) {
            return ValueCodecs.number(value);
        }

        @Override
        public Object read(AttributeValue value) {
            String digits = ValueCodecs.known(value.n(), "is not a number", value);
            try {
                return ValueCodecs.isPlain(digits) ? Long.parseLong(digits) : new BigDecimal(digits).longValueExact();
            } catch (ArithmeticException | NumberFormatException e) {
                throw ValueCodecs.unfit(digits);
            }
        }

        @Override
        public Object readLeniently(AttributeValue value) {
            return read(ValueCodecs.asNumber(value));
        }

        @Override
        public String typeName() {
            return "Number";
        }
    }

    record Constant(WireNames names) implements ValueCodec {
        @Override
        public AttributeValue write(Object value) {
            return AttributeValue.createS(names.name(value));
        }

        @Override
        public Object read(AttributeValue value) {
            String text = ValueCodecs.known(value.s(), "is not a string", value);
            Object constant = names.constant(text);
            if (constant == null) {
                throw new Mismatch("is not one of " + names.all(), text);
            }
            return constant;
        }

        @Override
        public String typeName() {
            return "String";
        }
    }
}

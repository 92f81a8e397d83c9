package dev.trestle.wire.json;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The members that a structure may have, with their types. Others are ignored, as by the service. */
public final class Shape implements Type<Fields> {
    private static final String NAME_SPACE = "class com.amazonaws.dynamodb.v20120810.";

    private final String javaType;
    private final Map<String, Type<?>> members = new HashMap<>();

    private Shape(String javaType) {
        this.javaType = javaType;
    }

    /** {@code name} is the service's own, which its complaints show. */
    public static Shape of(String name) {
        return new Shape(NAME_SPACE + name);
    }

    /** Adds members of one type; for use while a shape is made, before anybody reads by it. */
    public Shape with(Type<?> type, String... names) {
        for (String name : names) {
            members.put(name, type);
        }
        return this;
    }

    @Override
    public Fields read(JsonInput in) throws IOException {
        in.startObject(javaType);
        String name = in.nextName();
        if (name == null) {
            return Fields.NONE; // many empty structures take little to send, and so must take little to hold
        }
        Map<String, Object> values = new HashMap<>();
        for (; name != null; name = in.nextName()) {
            Type<?> type = members.get(name);
            if (type == null) {
                in.skip();
            } else if (in.isNull()) {
                values.remove(name);
            } else {
                values.put(name, type.read(in));
            }
        }
        return new Fields(values);
    }

    @Override
    public Fields ofNull() {
        return Fields.NONE;
    }
}

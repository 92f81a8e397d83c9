package dev.trestle.conformance.cases;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.utils.builder.Buildable;

/** The SDK's objects from and to the JSON that the service would get and give, by what the SDK says of their members. */
public final class SdkJson {

    private SdkJson() {}

    /** Fills a builder and builds. A member that the SDK does not know is a mistake of whoever wrote the JSON. */
    public static Object build(SdkPojo builder, Map<String, Object> members) {
        Map<String, SdkField<?>> fields = new LinkedHashMap<>();
        builder.sdkFields().forEach(field -> fields.put(field.locationName(), field));
        members.forEach((name, member) -> {
            SdkField<?> field = fields.get(name);
            if (field == null) {
                throw new IllegalArgumentException(
                        builder.getClass().getName() + " has no member " + name + ", only " + fields.keySet());
            }
            field.set(builder, value(field, member));
        });
        return ((Buildable) builder).build();
    }

    @SuppressWarnings("unchecked")
    private static Object value(SdkField<?> field, Object json) {
        MarshallingType<?> type = field.marshallingType();
        if (type == MarshallingType.SDK_POJO) {
            return build(field.constructor().get(), (Map<String, Object>) json);
        }
        if (type == MarshallingType.LIST) {
            SdkField<?> element = field.getTrait(ListTrait.class).memberFieldInfo();
            List<Object> elements = new ArrayList<>();
            ((List<Object>) json).forEach(each -> elements.add(value(element, each)));
            return elements;
        }
        if (type == MarshallingType.MAP) {
            SdkField<?> member = field.getTrait(MapTrait.class).valueFieldInfo();
            Map<String, Object> members = new LinkedHashMap<>();
            ((Map<String, Object>) json).forEach((name, each) -> members.put(name, value(member, each)));
            return members;
        }
        if (type == MarshallingType.SDK_BYTES) {
            return SdkBytes.fromByteArray(Base64.getDecoder().decode((String) json));
        }
        if (type == MarshallingType.LONG) {
            return ((Number) json).longValue();
        }
        if (type == MarshallingType.DOUBLE) {
            return ((Number) json).doubleValue();
        }
        if (type == MarshallingType.INTEGER) {
            return ((Number) json).intValue();
        }
        return json;
    }

    /** What is set of an object. */
    public static Map<String, Object> of(SdkPojo pojo) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (SdkField<?> field : pojo.sdkFields()) {
            Object value = json(field.getValueOrDefault(pojo));
            if (value != null) {
                members.put(field.locationName(), value);
            }
        }
        return members;
    }

    static @Nullable Object json(@Nullable Object value) {
        if (value == null || value instanceof SdkAutoConstructList || value instanceof SdkAutoConstructMap) {
            return null;
        }
        if (value instanceof SdkPojo pojo) {
            return of(pojo);
        }
        if (value instanceof List<?> list) {
            List<Object> elements = new ArrayList<>();
            for (Object element : list) {
                Object json = json(element);
                if (json != null) {
                    elements.add(json);
                }
            }
            return elements;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> members = new LinkedHashMap<>();
            map.forEach((name, member) -> {
                Object json = json(member);
                if (json != null) {
                    members.put((String) name, json);
                }
            });
            return members;
        }
        if (value instanceof SdkBytes bytes) {
            return Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe());
        }
        if (value instanceof Instant instant) {
            return instant.toString();
        }
        return value;
    }
}

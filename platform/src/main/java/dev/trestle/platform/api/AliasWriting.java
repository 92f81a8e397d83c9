package dev.trestle.platform.api;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Repeats a record's component under its {@link Alias}es, right behind it. */
final class AliasWriting extends BeanSerializerModifier {
    private static final long serialVersionUID = 1;

    @Override
    public List<BeanPropertyWriter> changeProperties(
            SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> properties) {
        Map<String, Alias> aliases = aliasesOf(bean.getBeanClass());
        if (aliases.isEmpty()) {
            return properties;
        }
        List<BeanPropertyWriter> more = new ArrayList<>();
        for (BeanPropertyWriter property : properties) {
            more.add(property);
            Alias alias = aliases.get(property.getMember().getName());
            if (alias != null) {
                for (String name : alias.value()) {
                    more.add(property.rename(new Renaming(name)));
                }
            }
        }
        return more;
    }

    private static Map<String, Alias> aliasesOf(Class<?> type) {
        Map<String, Alias> aliases = new HashMap<>();
        if (type.isRecord()) {
            for (RecordComponent part : type.getRecordComponents()) {
                Alias alias = part.getAnnotation(Alias.class);
                if (alias != null) {
                    aliases.put(part.getName(), alias);
                }
            }
        }
        return aliases;
    }

    private static final class Renaming extends NameTransformer {
        private final String name;

        Renaming(String name) {
            this.name = name;
        }

        @Override
        public String transform(String any) {
            return name;
        }

        @Override
        public String reverse(String any) {
            return any;
        }
    }
}

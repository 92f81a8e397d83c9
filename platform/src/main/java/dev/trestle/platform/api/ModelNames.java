package dev.trestle.platform.api;

import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import dev.trestle.model.annotation.Name;
import dev.trestle.model.value.WireNames;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets attributes and constants have the names in JSON that the model gives them in items. */
final class ModelNames extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1;

    @Override
    public String[] findEnumValues(
            MapperConfig<?> config, AnnotatedClass enumeration, Enum<?>[] constants, String[] names) {
        String[] found = super.findEnumValues(config, enumeration, constants, names);
        WireNames known = WireNames.of(enumeration.getRawType());
        for (int i = 0; i < constants.length; i++) {
            if (found[i] == null) {
                found[i] = known.name(constants[i]);
            }
        }
        return found;
    }

    @Override
    public @Nullable PropertyName findNameForSerialization(Annotated member) {
        Name name = nameOf(member);
        return name == null ? super.findNameForSerialization(member) : PropertyName.construct(name.value());
    }

    @Override
    public @Nullable PropertyName findNameForDeserialization(Annotated member) {
        Name name = nameOf(member);
        return name == null ? super.findNameForDeserialization(member) : PropertyName.construct(name.value());
    }

    @Override
    public @Nullable List<PropertyName> findPropertyAliases(Annotated member) {
        Alias alias = annotation(member, Alias.class);
        return alias == null
                ? super.findPropertyAliases(member)
                : Arrays.stream(alias.value()).map(PropertyName::construct).toList();
    }

    private static @Nullable Name nameOf(Annotated member) {
        return annotation(member, Name.class);
    }

    /** A record is read by its constructor, whose parameters do not have the annotations of its components. */
    private static <A extends Annotation> @Nullable A annotation(Annotated member, Class<A> wanted) {
        if (member instanceof AnnotatedParameter parameter
                && parameter.getDeclaringClass().isRecord()) {
            RecordComponent[] components = parameter.getDeclaringClass().getRecordComponents();
            return parameter.getIndex() < components.length
                    ? components[parameter.getIndex()].getAnnotation(wanted)
                    : null;
        }
        return member.getAnnotation(wanted);
    }
}

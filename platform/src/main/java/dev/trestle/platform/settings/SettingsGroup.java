package dev.trestle.platform.settings;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A record of settings. Each component is a key: {@code notesMax} of the group {@code notebook} is {@code notebook.notes-max}. A component
 * that is a record itself is a group of keys. {@link About} documents a key and {@link Default} has its default, which is empty without it.
 * The record's constructor refuses what does not go together, by an {@link IllegalArgumentException}.
 *
 * <p>Immutable. The record is not looked at before the first use: a definition costs a start nothing.
 */
public final class SettingsGroup<R extends Record> {
    private static final int LINE_LENGTH = 116;

    private final String prefix;
    private final Class<R> type;
    private @Nullable List<Part> parts;

    /** A key or a group of keys, the one that is not null. */
    private record Part(
            @Nullable Key<Optional<Object>> key, @Nullable SettingsGroup<?> group) {}

    private SettingsGroup(String prefix, Class<R> type) {
        this.prefix = prefix;
        this.type = type;
    }

    /** {@code prefix} is what all keys begin with; empty for a record whose groups have keys of their own. */
    public static <R extends Record> SettingsGroup<R> of(String prefix, Class<R> type) {
        return new SettingsGroup<>(prefix, type);
    }

    /** Its keys, in the order of the components. */
    public List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>();
        for (Part part : parts()) {
            if (part.key() != null) {
                keys.add(part.key());
            } else if (part.group() != null) {
                keys.addAll(part.group().keys());
            }
        }
        return keys;
    }

    /** The record of the defaults. */
    public R defaults() {
        List<String> problems = new ArrayList<>();
        return read(key -> key.parser().apply(key.otherwise()), problems)
                .orElseThrow(() -> new IllegalStateException(type.getName() + " refuses its defaults: " + problems));
    }

    /**
     * The record of some values.
     *
     * @param values what the parser of each key returned; null for a value that was refused
     * @param problems gets what the record refuses
     * @return empty if a value is missing, or was refused
     */
    public Optional<R> read(Function<Key<?>, @Nullable Object> values, List<String> problems) {
        List<@Nullable Object> arguments = new ArrayList<>();
        boolean isComplete = true;
        for (Part part : parts()) {
            if (part.group() != null) {
                Optional<? extends Record> group = part.group().read(values, problems);
                isComplete &= group.isPresent();
                arguments.add(group.orElse(null));
            } else if (part.key() != null && values.apply(part.key()) instanceof Optional<?> parsed) {
                arguments.add(parsed.orElse(null));
            } else {
                isComplete = false;
            }
        }
        return isComplete ? made(arguments, problems) : Optional.empty();
    }

    private Optional<R> made(List<@Nullable Object> arguments, List<String> problems) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return Optional.of(constructor.newInstance(arguments.toArray()));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                problems.add((prefix.isEmpty() ? "" : prefix + ": ") + refused.getMessage());
                return Optional.empty();
            }
            throw new IllegalStateException(type.getName() + " cannot be made.", e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " cannot be made.", e);
        }
    }

    /** One set of keys, whichever thread asks first: values are found by them. */
    private synchronized List<Part> parts() {
        List<Part> known = parts;
        if (known == null) {
            known = Arrays.stream(type.getRecordComponents()).map(this::part).toList();
            parts = known;
        }
        return known;
    }

    private Part part(RecordComponent component) {
        String name = name(component);
        if (SettingTypes.isGroup(component.getType())) {
            return new Part(null, new SettingsGroup<>(name, component.getType().asSubclass(Record.class)));
        }
        About about = component.getAnnotation(About.class);
        if (about == null) {
            throw new IllegalStateException("The setting " + name + " has no @About.");
        }
        Default otherwise = component.getAnnotation(Default.class);
        String standard = otherwise == null ? "" : otherwise.value();
        Key<Optional<Object>> key = new Key<>(
                name,
                standard,
                component.getType() == Secret.class,
                lines(about.value()),
                SettingTypes.parser(component, standard.isEmpty()));
        return new Part(key, null);
    }

    private String name(RecordComponent component) {
        Named named = component.getAnnotation(Named.class);
        String own = named == null ? kebab(component.getName()) : named.value();
        if (prefix.isEmpty() || own.isEmpty()) {
            return prefix + own;
        }
        return prefix + "." + own;
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** A text as lines of the reference. */
    static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > LINE_LENGTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}

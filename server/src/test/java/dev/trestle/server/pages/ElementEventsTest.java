package dev.trestle.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The events that elements of pages have of their own. */
class ElementEventsTest {
    private static final Pattern MADE = Pattern.compile("new CustomEvent\\('([^']+)'");

    /** The browser's events that come out of fields, forms and whatever else an element holds, up to whoever listens to the element. */
    private static final Set<String> BUBBLING = Set.of(
            "abort",
            "beforeinput",
            "cancel",
            "change",
            "click",
            "contextmenu",
            "copy",
            "cut",
            "dblclick",
            "drag",
            "drop",
            "focusin",
            "focusout",
            "formdata",
            "input",
            "keydown",
            "keypress",
            "keyup",
            "paste",
            "reset",
            "scroll",
            "search",
            "select",
            "selectionchange",
            "slotchange",
            "submit",
            "toggle",
            "wheel");

    @Test
    void events_ofElements_areNotNamedAsWhatComesOutOfFieldsWithinThem() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        Set<String> names = new TreeSet<>();
        try (Stream<Path> modules =
                Stream.concat(Stream.of(root.resolve("server")), Files.list(root.resolve("systems")))) {
            for (Path module : modules.toList()) {
                Path resources = module.resolve("src/main/resources");
                if (Files.isDirectory(resources)) {
                    names.addAll(made(resources));
                }
            }
        }
        assertThat(names).contains("tab-select").doesNotContainAnyElementsOf(BUBBLING);
    }

    private static Set<String> made(Path resources) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(resources)) {
            for (Path script :
                    files.filter(path -> path.toString().endsWith(".js")).toList()) {
                MADE.matcher(Files.readString(script)).results().forEach(found -> names.add(found.group(1)));
            }
        }
        return names;
    }
}

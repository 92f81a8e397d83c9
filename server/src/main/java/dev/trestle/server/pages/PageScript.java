package dev.trestle.server.pages;

import dev.trestle.platform.api.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script of the pages as the body of a function that returns what the script exports. Its imports become constants, which hold since no
 * script changes what it exports: {@code export let} is refused, and so is everything else that is not known here.
 *
 * @param path that browsers ask for
 * @param needs the paths of what it imports, in their order
 * @param heads the constants that its imports become
 * @param body without imports and exports
 * @param exports what it exports, by name, as expressions
 * @param all the paths of what it exports all of
 * @param isAsync whether it awaits something before it is ready
 */
record PageScript(
        String path,
        Set<String> needs,
        String heads,
        String body,
        Map<String, String> exports,
        List<String> all,
        boolean isAsync) {
    private static final String BEGIN = "(?m)(?<=^|[;}])";
    private static final String FROM = "[ \\t]*from[ \\t]*([\"'])([^\"'\\n]+)\\2[ \\t]*;?";
    private static final Pattern BARE = Pattern.compile(BEGIN + "import[ \\t]*([\"'])([^\"'\\n]+)\\1[ \\t]*;?");
    private static final Pattern NAMED = Pattern.compile(BEGIN + "import\\s*\\{([^}]*)\\}" + FROM);
    private static final Pattern WHOLE = Pattern.compile(BEGIN + "import\\s*\\*\\s*as\\s+([\\w$]+)" + FROM);
    private static final Pattern FURTHER = Pattern.compile(BEGIN + "export\\s*\\{([^}]*)\\}" + FROM);
    private static final Pattern ALL = Pattern.compile(BEGIN + "export\\s*(\\*)" + FROM);
    private static final Pattern LIST = Pattern.compile(BEGIN + "export\\s*\\{([^}]*)\\}[ \\t]*;?");
    private static final Pattern DECLARED =
            Pattern.compile(BEGIN + "export\\s+((?:async\\s+)?function\\*?|class|const)\\s+([\\w$]+)");
    private static final Pattern LEFT = Pattern.compile("(?m)^(?:import\\b(?!\\s*[.(])|export\\b).*");
    private static final Pattern DYNAMIC = Pattern.compile("\\bimport\\(\\s*'(\\.[^']*)'\\s*\\)");
    private static final Pattern AWAITS = Pattern.compile("(?m)^(?:const [^=\\n]+= )?await\\b");

    /**
     * Reads a script.
     *
     * @param resolve a path, from the importer's and what it names
     * @param base below which the pages' own files are
     */
    static PageScript read(String path, String source, BinaryOperator<String> resolve, String base) {
        Reader reader = new Reader(path, resolve);
        String text = source;
        text = reader.take(text, FURTHER, found -> {
            String from = reader.needed(found.group(3));
            names(found.group(1)).forEach((name, as) -> reader.exports.put(as, member(from, name)));
        });
        text = reader.take(text, ALL, found -> reader.all.add(reader.needed(found.group(3))));
        text = reader.take(text, NAMED, found -> {
            String from = reader.needed(found.group(3));
            reader.heads.append("const {");
            names(found.group(1)).forEach((name, as) -> reader.heads.append(name + ": " + as + ", "));
            reader.heads.append("} = ").append(module(from)).append(";\n");
        });
        text = reader.take(
                text,
                WHOLE,
                found -> reader.heads.append(
                        "const " + found.group(1) + " = " + module(reader.needed(found.group(3))) + ";\n"));
        text = reader.take(text, BARE, found -> reader.needed(found.group(2)));
        text = reader.take(
                text, LIST, found -> names(found.group(1)).forEach((name, as) -> reader.exports.put(as, name)));
        text = DECLARED.matcher(text).replaceAll(found -> {
            reader.exports.put(found.group(2), found.group(2));
            return Matcher.quoteReplacement(found.group(1) + " " + found.group(2));
        });
        Matcher left = LEFT.matcher(text);
        if (left.find()) {
            throw new IllegalStateException(
                    path + " cannot be bundled: " + left.group().strip());
        }
        text = DYNAMIC.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement("import('"
                        + URI.create(path).resolve(found.group(1)).getPath().substring(base.length()) + "')"));
        text = text.replace("import.meta.url", "new URL(" + Json.text(path) + ", location.href).href");
        return new PageScript(
                path,
                reader.needs,
                reader.heads.toString(),
                text,
                reader.exports,
                reader.all,
                AWAITS.matcher(text).find());
    }

    /** What a script finds as it goes. */
    private static final class Reader {
        private final String path;
        private final BinaryOperator<String> resolve;
        private final Set<String> needs = new LinkedHashSet<>();
        private final StringBuilder heads = new StringBuilder();
        private final Map<String, String> exports = new LinkedHashMap<>();
        private final List<String> all = new ArrayList<>();

        Reader(String path, BinaryOperator<String> resolve) {
            this.path = path;
            this.resolve = resolve;
        }

        private String needed(String specifier) {
            String found = resolve.apply(path, specifier);
            needs.add(found);
            return found;
        }

        private String take(String text, Pattern pattern, Consumer<MatchResult> taken) {
            return pattern.matcher(text).replaceAll(found -> {
                taken.accept(found);
                return "";
            });
        }
    }

    /** {@code a, b as c}: names, and what each is called on the other side. */
    private static Map<String, String> names(String list) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String each : list.split(",")) {
            String[] parts = each.strip().split("\\s+as\\s+");
            if (!parts[0].isEmpty()) {
                names.put(parts[0], parts.length > 1 ? parts[1] : parts[0]);
            }
        }
        return names;
    }

    static String module(String path) {
        return "modules$.get(" + Json.text(path) + ")";
    }

    private static String member(String path, String name) {
        return module(path) + "." + name;
    }

    /** The statement that runs it, unless it has run. */
    String statement() {
        StringBuilder results = new StringBuilder();
        all.forEach(each -> results.append("...").append(module(each)).append(", "));
        exports.forEach(
                (name, value) -> results.append(name).append(": ").append(value).append(", "));
        String make = (isAsync ? "async " : "") + "() => {\n" + heads + body + "\nreturn {" + results + "};\n}";
        return (isAsync ? "await " : "") + "once$(" + Json.text(path) + ", " + make + ");\n";
    }
}

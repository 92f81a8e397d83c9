package dev.trestle.systems.formkiq.intake;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names from outside as names of documents: no character that hides, turns or ends a name, and no way out of a folder. */
final class SafeNames {
    private static final int NAME_MAX = 200;
    private static final int DEPTH_MAX = 20;
    private static final Pattern UNSAFE =
            Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}/\\\\]");
    private static final Pattern SPACES = Pattern.compile("[\\p{Zs}\\t]+");

    private SafeNames() {}

    /** One name; {@code otherwise} if nothing of it is left. */
    static String name(String given, String otherwise) {
        String plain = SPACES.matcher(UNSAFE.matcher(Normalizer.normalize(given, Normalizer.Form.NFC))
                        .replaceAll("_"))
                .replaceAll(" ")
                .strip();
        String shorter = plain.length() <= NAME_MAX ? plain : shortened(plain);
        boolean leadsAway = shorter.isEmpty() || shorter.chars().allMatch(each -> each == '.' || each == '_');
        return leadsAway ? otherwise : shorter;
    }

    /** The end of a long name stays: it says what kind of file it is. */
    private static String shortened(String name) {
        int dot = name.lastIndexOf('.');
        String end = dot > 0 && name.length() - dot <= 12 ? name.substring(dot) : "";
        int cut = NAME_MAX - end.length();
        boolean splits = Character.isHighSurrogate(name.charAt(cut - 1));
        return name.substring(0, splits ? cut - 1 : cut).strip() + end;
    }

    /** A path of such names. */
    static String path(String... given) {
        List<String> parts = Arrays.stream(given)
                .flatMap(each -> Arrays.stream(each.split("/")))
                .filter(each -> !each.isBlank())
                .map(each -> name(each, "_"))
                .toList();
        List<String> kept = parts.size() <= DEPTH_MAX ? parts : parts.subList(parts.size() - DEPTH_MAX, parts.size());
        return kept.stream().collect(Collectors.joining("/"));
    }
}

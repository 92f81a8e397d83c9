package dev.trestle.text;

import java.util.regex.Pattern;

/** File names, reduced to what is a name everywhere. */
public final class FileNames {
    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9-_.]");
    private static final Pattern SOMETHING = Pattern.compile("[A-Za-z0-9]");
    private static final int LENGTH_MAX = 200;

    private FileNames() {}

    /**
     * Without directories; each character that is none of {@code [A-Za-z0-9-_.]} is an underscore, and none hides the file.
     *
     * @param otherwise if nothing readable is left
     */
    public static String reduced(String name, String otherwise) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String clean = OTHER.matcher(last.strip()).replaceAll("_").replaceFirst("^\\.+", "");
        String shorter = clean.length() > LENGTH_MAX ? clean.substring(clean.length() - LENGTH_MAX) : clean;
        return SOMETHING.matcher(shorter).find() ? shorter : otherwise;
    }
}

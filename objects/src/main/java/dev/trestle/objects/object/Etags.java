package dev.trestle.objects.object;

/** Entity tags as headers name them: a star for any, or a list, with or without quotes. */
public final class Etags {
    private Etags() {}

    /** Whether one of the tags that the header lists is the given one. */
    public static boolean matches(String header, String etag) {
        if (header.strip().equals("*")) {
            return true;
        }
        for (String one : header.split(",", -1)) {
            if (bare(one).equals(etag)) {
                return true;
            }
        }
        return false;
    }

    /** The tag without quotes and without the mark of a weak one. */
    public static String bare(String text) {
        String tag = text.strip();
        if (tag.startsWith("W/")) {
            tag = tag.substring(2);
        }
        boolean quoted = tag.length() >= 2 && tag.startsWith("\"") && tag.endsWith("\"");
        return quoted ? tag.substring(1, tag.length() - 1) : tag;
    }
}

package dev.trestle.platform.uploads;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the first bytes of a file say about its type. */
public final class FirstBytes {
    /** As many as are looked at. */
    static final int COUNT = 512;

    private static final HexFormat HEX = HexFormat.of();

    /** What files of a type begin with; a dot stands for any half of a byte. */
    private static final Map<String, List<String>> SIGNATURES = Map.ofEntries(
            Map.entry("application/pdf", List.of("255044462d")),
            Map.entry("image/png", List.of("89504e470d0a1a0a")),
            Map.entry("image/jpeg", List.of("ffd8ff")),
            Map.entry("image/gif", List.of("474946383761", "474946383961")),
            Map.entry("image/webp", List.of("52494646........57454250")),
            Map.entry("image/heic", List.of("........66747970")),
            Map.entry("image/tiff", List.of("49492a00", "4d4d002a")),
            Map.entry("image/bmp", List.of("424d")),
            Map.entry("application/zip", List.of("504b0304", "504b0506")),
            Map.entry("application/gzip", List.of("1f8b08")),
            Map.entry("application/vnd.openxmlformats-officedocument.wordprocessingml.document", List.of("504b0304")),
            Map.entry("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", List.of("504b0304")),
            Map.entry("application/vnd.openxmlformats-officedocument.presentationml.presentation", List.of("504b0304")),
            Map.entry("video/mp4", List.of("........66747970")),
            Map.entry(
                    "video/quicktime",
                    List.of(
                            "........66747970",
                            "........6d6f6f76",
                            "........6d646174",
                            "........77696465",
                            "........66726565",
                            "........736b6970")),
            Map.entry("video/x-msvideo", List.of("52494646........41564920")),
            Map.entry("video/x-matroska", List.of("1a45dfa3")),
            Map.entry("video/webm", List.of("1a45dfa3")),
            Map.entry("audio/mpeg", List.of("494433", "fff.", "ffe.")),
            Map.entry("audio/mp4", List.of("........66747970")),
            Map.entry("audio/wav", List.of("52494646........57415645")),
            Map.entry("audio/ogg", List.of("4f676753")),
            Map.entry("audio/flac", List.of("664c6143")));

    private static final List<String> PAGES = List.of("<!doctype html", "<html", "<head", "<body", "<script", "<svg");

    private FirstBytes() {}

    /**
     * Whether a file that begins so can be of the type. Where nothing is known of how files of a type begin, anything can, but for a
     * page, which a browser might run.
     */
    public static boolean agree(String contentType, byte[] first) {
        List<String> signatures = SIGNATURES.get(contentType);
        if (signatures == null) {
            return isPageType(contentType) || !looksLikePage(first);
        }
        String hex = HEX.formatHex(first);
        return signatures.stream().anyMatch(signature -> begins(hex, signature));
    }

    private static boolean begins(String hex, String signature) {
        if (hex.length() < signature.length()) {
            return false;
        }
        for (int i = 0; i < signature.length(); i++) {
            if (signature.charAt(i) != '.' && signature.charAt(i) != hex.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPageType(String contentType) {
        return contentType.equals("text/html")
                || contentType.equals("image/svg+xml")
                || contentType.equals("application/xhtml+xml");
    }

    private static boolean looksLikePage(byte[] first) {
        String text =
                new String(first, StandardCharsets.ISO_8859_1).stripLeading().toLowerCase(Locale.ROOT);
        String unmarked =
                text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3).stripLeading() : text;
        return PAGES.stream().anyMatch(unmarked::startsWith);
    }
}

package dev.trestle.systems.holdthatthought.media;

import dev.trestle.platform.uploads.UploadLimits;
import dev.trestle.systems.holdthatthought.model.MediaCategory;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What may be in the gallery. */
final class MediaTypes {
    static final long BYTES_MAX = 500L << 20;
    static final int FILES_MAX = 50;
    static final int NAME_MAX = 200;

    private static final Map<String, MediaCategory> CATEGORIES = Map.ofEntries(
            Map.entry("image/jpeg", MediaCategory.PICTURES),
            Map.entry("image/png", MediaCategory.PICTURES),
            Map.entry("image/gif", MediaCategory.PICTURES),
            Map.entry("image/webp", MediaCategory.PICTURES),
            Map.entry("video/mp4", MediaCategory.VIDEOS),
            Map.entry("video/x-msvideo", MediaCategory.VIDEOS),
            Map.entry("video/avi", MediaCategory.VIDEOS),
            Map.entry("video/quicktime", MediaCategory.VIDEOS),
            Map.entry("audio/mpeg", MediaCategory.VIDEOS),
            Map.entry("audio/mp4", MediaCategory.VIDEOS),
            Map.entry("audio/x-m4a", MediaCategory.VIDEOS),
            Map.entry("audio/wav", MediaCategory.VIDEOS),
            Map.entry("audio/x-wav", MediaCategory.VIDEOS),
            Map.entry("application/pdf", MediaCategory.DOCUMENTS),
            Map.entry("application/msword", MediaCategory.DOCUMENTS),
            Map.entry(
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document", MediaCategory.DOCUMENTS),
            Map.entry("text/plain", MediaCategory.DOCUMENTS));
    private static final Map<String, String> EXTENSIONS = Map.ofEntries(
            Map.entry("jpg", "image/jpeg"),
            Map.entry("jpeg", "image/jpeg"),
            Map.entry("png", "image/png"),
            Map.entry("gif", "image/gif"),
            Map.entry("webp", "image/webp"),
            Map.entry("mp4", "video/mp4"),
            Map.entry("avi", "video/x-msvideo"),
            Map.entry("mov", "video/quicktime"),
            Map.entry("mp3", "audio/mpeg"),
            Map.entry("m4a", "audio/mp4"),
            Map.entry("wav", "audio/wav"),
            Map.entry("pdf", "application/pdf"),
            Map.entry("doc", "application/msword"),
            Map.entry("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            Map.entry("txt", "text/plain"));

    static final UploadLimits LIMITS = UploadLimits.of(
                    BYTES_MAX, CATEGORIES.keySet().toArray(new String[0]))
            .withOpen(10 * FILES_MAX);

    private MediaTypes() {}

    static Optional<MediaCategory> category(String contentType) {
        return Optional.ofNullable(CATEGORIES.get(contentType));
    }

    /** By the end of a name; empty if it says nothing. */
    static Optional<String> ofName(String name) {
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return Optional.ofNullable(EXTENSIONS.get(extension));
    }

    /** A name as it stands in keys: letters, digits, dots, hyphens and underscores, its end kept if it is too long. */
    static String inKey(String fileName) {
        String safe = fileName.replaceAll("[^A-Za-z0-9._-]+", "_")
                .replaceAll("\\.{2,}", ".")
                .replaceFirst("^\\.+", "");
        String cut = safe.length() <= NAME_MAX ? safe : safe.substring(safe.length() - NAME_MAX);
        return cut.isEmpty() || cut.equals(".") ? "file" : cut;
    }
}

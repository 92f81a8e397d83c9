package dev.trestle.systems.zentriqvision.videos;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The containers that are taken. */
public enum VideoType {
    MP4("mp4", "video/mp4", Set.of()),
    MOV("mov", "video/quicktime", Set.of()),
    AVI("avi", "video/x-msvideo", Set.of("video/avi", "video/msvideo", "video/vnd.avi")),
    MKV("mkv", "video/x-matroska", Set.of("video/matroska"));

    private final String extension;
    private final String contentType;
    private final Set<String> alsoCalled;

    VideoType(String extension, String contentType, Set<String> alsoCalled) {
        this.extension = extension;
        this.contentType = contentType;
        this.alsoCalled = alsoCalled;
    }

    public String extension() {
        return extension;
    }

    public boolean isCalled(String type) {
        String bare = type.strip().toLowerCase(Locale.ROOT);
        return contentType.equals(bare) || alsoCalled.contains(bare);
    }

    /** By the end of a file's name. */
    public static Optional<VideoType> ofName(String fileName) {
        String lower = fileName.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(type -> lower.endsWith("." + type.extension))
                .findFirst();
    }

    /** All types under all their names. */
    public static String[] contentTypes() {
        return Arrays.stream(values())
                .flatMap(type -> {
                    Set<String> names = type.alsoCalled.stream().collect(Collectors.toSet());
                    names.add(type.contentType);
                    return names.stream();
                })
                .toArray(String[]::new);
    }

    public static String extensions() {
        return Arrays.stream(values()).map(VideoType::extension).collect(Collectors.joining(", "));
    }
}

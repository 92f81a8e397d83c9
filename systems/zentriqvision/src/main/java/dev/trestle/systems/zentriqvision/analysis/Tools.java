package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.media.MediaLimits;
import dev.trestle.media.video.VideoLimits;
import dev.trestle.media.video.VideoTools;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.systems.zentriqvision.ZentriqVisionSettings.AnalyzerKind;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.vision.Vision;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What videos are looked at with: FFmpeg, the analyzers, and copies of videos on this machine. Each is made when it is first wanted. */
public final class Tools implements AutoCloseable {
    private final Parts parts;
    private final SourceFiles sources;
    private @Nullable VideoTools video;
    private @Nullable Analyzer builtIn;
    private @Nullable RekognitionAnalyzer rekognition;

    public Tools(Parts parts) {
        this.parts = parts;
        this.sources = new SourceFiles(parts.environment(), parts.contents());
    }

    public SourceFiles sources() {
        return sources;
    }

    public synchronized VideoTools video() {
        VideoTools known = video;
        if (known == null) {
            SharedSettings.Media media = parts.environment().shared().media();
            MediaLimits limits = MediaLimits.DEFAULT.withTime(media.timeMax()).withMemory(media.memoryMax());
            known = new VideoTools(directory(), limits, VideoLimits.DEFAULT, media.ffmpeg());
            video = known;
        }
        return known;
    }

    private Path directory() {
        return parts.environment().directory().resolve("vision");
    }

    /** The chosen one, else the server's. */
    public AnalyzerKind kind(@Nullable String chosen) {
        return chosen == null
                ? parts.settings().analysis().analyzer()
                : AnalyzerKind.valueOf(chosen.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** As settings have it. */
    public static String name(AnalyzerKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one that an organisation has chosen, else the server's; empty if other programs send what they find. */
    Optional<Analyzer> analyzer(@Nullable String chosen) {
        return switch (kind(chosen)) {
            case BUILT_IN -> Optional.of(builtIn());
            case REKOGNITION -> Optional.of(rekognition());
            case OUTSIDE -> Optional.empty();
        };
    }

    /** Why the analyzer of an organisation cannot be used, in words for an administrator; empty if it can. */
    public Optional<String> missing(@Nullable String chosen) {
        return analyzer(chosen).flatMap(Analyzer::missing);
    }

    private synchronized Analyzer builtIn() {
        Analyzer known = builtIn;
        if (known == null) {
            known = new BuiltInAnalyzer(
                    new Vision(directory(), parts.environment().shared().media().ffmpeg()));
            builtIn = known;
        }
        return known;
    }

    private synchronized Analyzer rekognition() {
        RekognitionAnalyzer known = rekognition;
        if (known == null) {
            known = new RekognitionAnalyzer(parts);
            rekognition = known;
        }
        return known;
    }

    @Override
    public synchronized void close() {
        RekognitionAnalyzer known = rekognition;
        if (known != null) {
            known.close();
        }
        sources.close();
    }
}

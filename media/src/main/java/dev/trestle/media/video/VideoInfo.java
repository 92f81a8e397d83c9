package dev.trestle.media.video;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a probe found in a video file. The container's and the codec's names are FFmpeg's ({@code matroska,webm}, {@code h264}).
 *
 * @param codec of the picture stream; null if there is none
 * @param width in pixels, as shown: turned by the rotation that the file asks for; 0 without a picture stream
 * @param duration zero if the file does not tell
 * @param frameRate in frames a second; 0 if the file does not tell
 * @param audioCodec null if there is no sound
 * @param isPlayable whether every current browser plays the file as it is; if not, it needs a {@linkplain VideoTools#rendition rendition}
 */
public record VideoInfo(
        String container,
        @Nullable String codec,
        int width,
        int height,
        Duration duration,
        double frameRate,
        @Nullable String audioCodec,
        boolean isPlayable) {
    public boolean hasPicture() {
        return codec != null;
    }
}

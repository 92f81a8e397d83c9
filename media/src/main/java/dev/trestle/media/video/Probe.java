package dev.trestle.media.video;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What ffprobe says of a file, as a {@link VideoInfo}. Every value comes from the file, and may be missing or nonsense. */
final class Probe {
    private static final Set<String> SOUND_IN_BROWSERS = Set.of("aac", "mp3");
    private static final Set<String> PIXELS_IN_BROWSERS = Set.of("yuv420p", "yuvj420p");
    private static final double FRAME_RATE_MAX = 1000;

    private final JsonNode told;

    Probe(JsonNode told) {
        this.told = told;
    }

    VideoInfo info() {
        JsonNode picture = first("video");
        JsonNode sound = first("audio");
        JsonNode format = told.path("format");
        boolean turned = picture != null && Math.abs(rotation(picture)) % 180 == 90;
        int width = picture == null ? 0 : Math.max(0, picture.path("width").asInt());
        int height = picture == null ? 0 : Math.max(0, picture.path("height").asInt());
        return new VideoInfo(
                format.path("format_name").asText(),
                picture == null ? null : picture.path("codec_name").asText("unknown"),
                turned ? height : width,
                turned ? width : height,
                duration(format, picture),
                picture == null ? 0 : frameRate(picture.path("avg_frame_rate").asText()),
                sound == null ? null : sound.path("codec_name").asText("unknown"),
                picture != null && isPlayable(format, picture, sound));
    }

    /** The first stream of a kind; a cover is no video. */
    private @Nullable JsonNode first(String kind) {
        for (JsonNode stream : told.path("streams")) {
            if (stream.path("codec_type").asText().equals(kind)
                    && stream.path("disposition").path("attached_pic").asInt() == 0) {
                return stream;
            }
        }
        return null;
    }

    private static int rotation(JsonNode picture) {
        for (JsonNode data : picture.path("side_data_list")) {
            if (data.has("rotation")) {
                return data.path("rotation").asInt();
            }
        }
        return 0;
    }

    private static Duration duration(JsonNode format, @Nullable JsonNode picture) {
        double seconds = format.path("duration").asDouble();
        if (seconds <= 0 && picture != null) {
            seconds = picture.path("duration").asDouble();
        }
        return seconds > 0 && seconds < Integer.MAX_VALUE
                ? Duration.ofMillis(Math.round(seconds * 1000))
                : Duration.ZERO;
    }

    /** FFmpeg gives a fraction. */
    private static double frameRate(String text) {
        String[] parts = text.split("/", 2);
        try {
            double rate = Double.parseDouble(parts[0]) / (parts.length == 2 ? Double.parseDouble(parts[1]) : 1);
            return rate > 0 && rate <= FRAME_RATE_MAX ? rate : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Eight-bit H.264 in MP4 is what all browsers play; files of the brand "qt" some do not. */
    private static boolean isPlayable(JsonNode format, JsonNode picture, @Nullable JsonNode sound) {
        return format.path("format_name").asText().contains("mp4")
                && !format.path("tags").path("major_brand").asText("qt").startsWith("qt")
                && picture.path("codec_name").asText().equals("h264")
                && PIXELS_IN_BROWSERS.contains(picture.path("pix_fmt").asText())
                && (sound == null
                        || SOUND_IN_BROWSERS.contains(sound.path("codec_name").asText()));
    }
}

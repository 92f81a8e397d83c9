package dev.trestle.vision.worker;

/**
 * What a worker is asked for: a segment.
 *
 * @param video the path of its file
 * @param ffmpeg the path of the program that decodes it
 * @param width of the frames that are looked at
 * @param durationMs of the whole video, as far as is known; 0 if not
 * @param state what the segment before has left
 */
public record Request(
        String video, String ffmpeg, int width, int height, long fromMs, long toMs, long durationMs, byte[] state) {}

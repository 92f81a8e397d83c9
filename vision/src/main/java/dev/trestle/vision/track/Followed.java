package dev.trestle.vision.track;

import dev.trestle.vision.Color;
import dev.trestle.vision.Observation;
import dev.trestle.vision.detect.Box;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A person while being followed: a track's part of the {@link TrackerState}. */
final class Followed {
    /** 0 until enough was seen to believe that somebody is there. */
    public int number;

    public Box box = new Box(0, 0, 1, 1);
    public float speedX;
    public float speedY;
    public long firstMs;
    public long lastMs;

    public int observations;

    /** The frames among the observations on which it was looked for. On the others nothing had moved. */
    public int looks;

    public int misses;
    public float confidence;
    public float cropScore;
    public int bagFrames;
    public int phoneFrames;
    public float[] upper = new float[Color.values().length];
    public float[] lower = new float[Color.values().length];
    public int[] upperVotes = new int[Color.values().length];
    public int[] lowerVotes = new int[Color.values().length];

    /** What was seen last; null if it is lost. */
    public @Nullable Observation last;

    /** What was seen before it was believed. */
    public List<Observation> pending = new ArrayList<>();

    private static final float LATEST = 0.25f;
    private static final float SPEED_LATEST = 0.5f;
    private static final float OUTSIDE = 0.4f;
    private static final double VOTES_LEAST = 0.4;
    private static final int OBJECT_FRAMES = 3;

    static Followed begin(Box box, long atMs) {
        Followed made = new Followed();
        made.box = box;
        made.firstMs = atMs;
        made.lastMs = atMs;
        return made;
    }

    boolean isBelieved() {
        return number > 0;
    }

    /** Where it should be by now, if it moves on as before. */
    Box expected(long atMs) {
        float seconds = (atMs - lastMs) / 1000f;
        return box.moved(speedX * seconds, speedY * seconds);
    }

    /** Whether it has most likely walked out of the picture. */
    boolean hasLeft(long atMs) {
        Box expected = expected(atMs);
        return misses > 0 && expected.clipped().area() < OUTSIDE * expected.area();
    }

    void seen(Box now, long atMs, Clothes clothes, float sure) {
        float seconds = (atMs - lastMs) / 1000f;
        if (seconds > 0) {
            speedX += SPEED_LATEST * ((now.centerX() - box.centerX()) / seconds - speedX);
            // Of a person who is partly hidden the lower edge comes and goes.
            speedY += SPEED_LATEST * ((now.centerY() - box.centerY()) / seconds - speedY);
        }
        box = now;
        lastMs = atMs;
        misses = 0;
        confidence = Math.max(confidence, sure);
        float share = looks == 0 ? 1 : LATEST;
        for (int i = 0; i < upper.length; i++) {
            upper[i] += share * (clothes.upper()[i] - upper[i]);
            lower[i] += share * (clothes.lower()[i] - lower[i]);
        }
        vote(upperVotes, Clothes.color(clothes.upper()));
        vote(lowerVotes, Clothes.color(clothes.lower()));
        observations++;
        looks++;
    }

    /** Nothing has moved since it was seen. */
    void stayed(long atMs) {
        lastMs = atMs;
        speedX = 0;
        speedY = 0;
        observations++;
    }

    private static void vote(int[] votes, @Nullable Color color) {
        if (color != null) {
            votes[color.ordinal()]++;
        }
    }

    /** The colour that at least 40 % of the observations voted for. */
    @Nullable
    Color voted(int[] votes) {
        for (int i = 0; i < votes.length; i++) {
            if (votes[i] >= VOTES_LEAST * looks && votes[i] == most(votes)) {
                return Color.values()[i];
            }
        }
        return null;
    }

    private static int most(int[] votes) {
        int most = 0;
        for (int each : votes) {
            most = Math.max(most, each);
        }
        return most;
    }

    List<String> objects() {
        List<String> objects = new ArrayList<>();
        if (bagFrames >= OBJECT_FRAMES) {
            objects.add("bag");
        }
        if (phoneFrames >= OBJECT_FRAMES) {
            objects.add("phone");
        }
        return objects;
    }
}

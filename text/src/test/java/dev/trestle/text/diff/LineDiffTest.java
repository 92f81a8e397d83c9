package dev.trestle.text.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineDiffTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static TextLines lines(String text) {
        return new TextLines(bytes(text));
    }

    private static String unified(String left, String right) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            TextDiff.of(bytes(left), bytes(right)).writeUnified("v1", "v2", out);
            return out.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void unified_changes_isAsDiffWritesIt() {
        assertThat(unified("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nD\ne\nf\ng\nh")).isEqualTo("""
                        --- v1
                        +++ v2
                        @@ -1,7 +1,8 @@
                         a
                         b
                         c
                        -d
                        +D
                         e
                         f
                         g
                        +h
                        \\ No newline at end of file
                        """);
        assertThat(unified("same\n", "same\n")).isEmpty();
        assertThat(unified("", "x\n")).isEqualTo("--- v1\n+++ v2\n@@ -0,0 +1 @@\n+x\n");
        assertThat(unified("x\n", "")).isEqualTo("--- v1\n+++ v2\n@@ -1 +0,0 @@\n-x\n");
    }

    @Test
    void of_randomEdits_turnOneIntoTheOther() {
        for (long seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            List<String> left = text(random, random.nextInt(60), 1 + random.nextInt(30));
            List<String> right = new ArrayList<>(left);
            for (int i = random.nextInt(20); i > 0; i--) {
                int place = random.nextInt(right.size() + 1);
                if (random.nextBoolean() && place < right.size()) {
                    right.remove(place);
                } else {
                    right.add(place, "line " + random.nextInt(30) + "\n");
                }
            }
            check("seed " + seed, String.join("", left), String.join("", right));
        }
    }

    private static List<String> text(Random random, int lines, int kinds) {
        List<String> text = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            text.add("line " + random.nextInt(kinds) + "\n");
        }
        return text;
    }

    /** Everything outside of the edits is the same, and the edits are in order. */
    private static List<Edit> check(String what, String left, String right) {
        TextLines a = lines(left);
        TextLines b = lines(right);
        List<Edit> edits = LineDiff.of(a, b);
        int x = 0;
        int y = 0;
        for (Edit edit : edits) {
            assertThat(edit.leftFrom() - x).as(what).isEqualTo(edit.rightFrom() - y);
            for (; x < edit.leftFrom(); x++, y++) {
                assertThat(a.isSame(x, b, y)).as(what).isTrue();
            }
            assertThat(edit.leftCount() + edit.rightCount()).as(what).isPositive();
            x = edit.leftTo();
            y = edit.rightTo();
        }
        assertThat(a.count() - x).as(what).isEqualTo(b.count() - y);
        for (; x < a.count(); x++, y++) {
            assertThat(a.isSame(x, b, y)).as(what).isTrue();
        }
        return edits;
    }

    @Test
    void of_fewChanges_isTheShortest() {
        StringBuilder left = new StringBuilder();
        StringBuilder right = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            left.append("row ").append(i % 100).append('\n');
            right.append(i % 5000 == 77 ? "changed\n" : "row " + i % 100 + "\n");
        }
        assertThat(check("few", left.toString(), right.toString()))
                .hasSize(10)
                .allSatisfy(
                        edit -> assertThat(edit.leftCount() + edit.rightCount()).isEqualTo(2));
    }

    @Test
    void of_tenMegabytesOfAnyKind_endsWithinItsBounds() {
        int size = 10 * 1024 * 1024;
        Random random = new Random(7);
        StringBuilder one = new StringBuilder(size);
        StringBuilder other = new StringBuilder(size);
        while (one.length() < size - 20) {
            one.append(random.nextInt(1000)).append('\n');
            other.append(random.nextInt(1000)).append('\n');
        }
        check("few kinds of lines", one.toString(), other.toString());
        check("line breaks only", "a" + "\n".repeat(size - 1), "b" + "\n".repeat(size - 1) + "c");
        check("one line", "x".repeat(size), "x".repeat(size - 1) + "y");
        StringBuilder shuffled = new StringBuilder(size);
        for (int i = 0; i < 300_000; i++) {
            shuffled.append("unique line number ").append((i * 7919L) % 300_000).append('\n');
        }
        StringBuilder ordered = new StringBuilder(size);
        for (int i = 0; i < 300_000; i++) {
            ordered.append("unique line number ").append(i).append('\n');
        }
        check("shuffled", ordered.toString(), shuffled.toString());
    }
}

package dev.trestle.text.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.text.diff.TextMerge.Kind;
import dev.trestle.text.diff.TextMerge.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TextMergeTest {
    private static String merged(String base, String theirs, String mine) {
        TextMerge merge = TextMerge.of(base, theirs, mine);
        assertThat(merge.conflicts()).as("%s", merge).isZero();
        return String.valueOf(merge.text());
    }

    @Test
    void of_changesOfDifferentPlaces_hasBoth() {
        assertThat(merged("one\ntwo\nthree\nfour", "ONE\ntwo\nthree\nfour", "one\ntwo\nthree\nfour\nfive"))
                .isEqualTo("ONE\ntwo\nthree\nfour\nfive");
        assertThat(merged("a\nb\n", "a\n", "a\nb\n")).isEqualTo("a\n");
        assertThat(merged("a\nb\n", "x\nb\n", "x\nb\n")).isEqualTo("x\nb\n");
        assertThat(merged("", "new", "")).isEqualTo("new");
        assertThat(merged("line one\nline two\n", "line 1\nline two\n", "line one\nline 2\n"))
                .as("lines that touch")
                .isEqualTo("line 1\nline 2\n");
    }

    @Test
    void of_changesOfDifferentWordsOfALine_hasBoth() {
        assertThat(merged(
                        "The slates are sound on two slopes of the roof.",
                        "The slates are loose on two slopes of the roof.",
                        "The slates are sound on two slopes of the old roof."))
                .isEqualTo("The slates are loose on two slopes of the old roof.");
        assertThat(merged("这面屋顶的石板很好", "这面屋顶的石板不好", "那面屋顶的石板很好")).isEqualTo("那面屋顶的石板不好");
    }

    @Test
    void of_changesOfTheSamePlace_isAConflictWithBothSidesWhole() {
        TextMerge merge = TextMerge.of("a\nlast\n", "a\nlast by Dora\n", "a\nlast by Cleo\n");

        assertThat(merge.conflicts()).isEqualTo(1);
        assertThat(merge.text()).isNull();
        assertThat(merge.pieces())
                .containsExactly(Piece.same("a\n"), Piece.conflict("last\n", "last by Dora\n", "last by Cleo\n"));
        assertThat(TextMerge.of("x", "x\nfirst", "x\nsecond").conflicts())
                .as("both added at the end")
                .isEqualTo(1);
        assertThat(TextMerge.of("one two three four five six", "1 2 3 4 five six", "one two three four five SIX")
                        .conflicts())
                .as("little is left of the line")
                .isEqualTo(1);
    }

    /** Lines of a base are changed by one side or the other, none by both, with a line between. */
    @Test
    void of_randomEditsThatDoNotOverlap_areAllThere() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            StringBuilder base = new StringBuilder();
            StringBuilder theirs = new StringBuilder();
            StringBuilder mine = new StringBuilder();
            StringBuilder both = new StringBuilder();
            int lines = random.nextInt(60);
            for (int i = 0; i < lines; i++) {
                String line = "line " + i + " of " + seed + "\n";
                int change = i % 2 == 0 ? random.nextInt(6) : 0;
                String changed = random.nextInt(3) == 0
                        ? ""
                        : random.nextBoolean() ? "new " + i + "\n" : line + "added " + i + "\n";
                base.append(line);
                theirs.append(change == 1 ? changed : line);
                mine.append(change == 2 ? changed : line);
                both.append(change == 1 || change == 2 ? changed : line);
            }
            assertThat(merged(base.toString(), theirs.toString(), mine.toString()))
                    .as("seed " + seed)
                    .isEqualTo(both.toString());
        }
    }

    /** Any edits: what one side alone did is the result, sides can be swapped, and each word that was typed is somewhere. */
    @Test
    void of_anyRandomEdits_haveAllThatWasTyped() {
        for (long seed = 1; seed <= 400; seed++) {
            Random random = new Random(seed);
            String what = "seed " + seed;
            List<String> words = new ArrayList<>();
            for (int i = random.nextInt(80); i > 0; i--) {
                words.add("w" + random.nextInt(20) + (random.nextInt(5) == 0 ? "\n" : " "));
            }
            String base = String.join("", words);
            String theirs = edited(words, random, "their");
            String mine = edited(words, random, "my");

            assertThat(merged(base, theirs, base)).as(what).isEqualTo(theirs);
            assertThat(merged(base, base, mine)).as(what).isEqualTo(mine);
            assertThat(merged(base, mine, mine)).as(what).isEqualTo(mine);
            TextMerge merge = TextMerge.of(base, theirs, mine);
            TextMerge swapped = TextMerge.of(base, mine, theirs);
            assertThat(swapped.text()).as(what).isEqualTo(merge.text());
            assertThat(swapped.conflicts()).as(what).isEqualTo(merge.conflicts());
            String all = merge.pieces().stream()
                    .map(piece -> piece.kind() == Kind.CONFLICT ? piece.theirs() + piece.mine() : piece.text())
                    .collect(Collectors.joining());
            String before = merge.pieces().stream()
                    .map(piece -> piece.kind() == Kind.THEIRS
                            ? piece.base()
                            : piece.kind() == Kind.CONFLICT ? piece.mine() : piece.text())
                    .collect(Collectors.joining());
            assertThat(before).as(what + ", without what they did").isEqualTo(mine);
            for (String typed : (theirs + " " + mine).split("\\s+")) {
                assertThat(typed.startsWith("w") || all.contains(typed))
                        .as(what + " " + typed)
                        .isTrue();
            }
        }
    }

    private static String edited(List<String> words, Random random, String by) {
        List<String> edited = new ArrayList<>(words);
        for (int i = random.nextInt(6); i > 0; i--) {
            int place = random.nextInt(edited.size() + 1);
            if (random.nextInt(3) == 0 && place < edited.size()) {
                edited.remove(place);
            } else {
                edited.add(place, by + i + "x" + random.nextInt(1000) + (random.nextInt(4) == 0 ? "\n" : " "));
            }
        }
        return String.join("", edited);
    }

    @Test
    @Timeout(60)
    void of_largeTextsWithLittleInCommon_endsWithinItsBounds() {
        StringBuilder base = new StringBuilder();
        StringBuilder theirs = new StringBuilder();
        StringBuilder mine = new StringBuilder();
        Random random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            base.append(random.nextInt(1000)).append(" some words\n");
            theirs.append(random.nextInt(1000)).append(" some words\n");
            mine.append(random.nextInt(1000)).append(" some words\n");
        }
        assertThat(TextMerge.of(base.toString(), theirs.toString(), mine.toString())
                        .conflicts())
                .isPositive();
    }
}

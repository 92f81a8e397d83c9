package dev.trestle.systems.formkiq.mappings;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A pattern of somebody's that is given up after a time: some never end on some texts. */
final class LimitedRegex {
    static final Duration TIME_MAX = Duration.ofSeconds(1);
    private static final int LOOK_EVERY = 4096;

    private LimitedRegex() {}

    private static final class GivenUpException extends RuntimeException {}

    /** A text that nobody reads any further once the time is over. */
    private static final class Limited implements CharSequence {
        private final CharSequence text;
        private final long endNanos;
        private int reads;

        Limited(CharSequence text, long endNanos) {
            this.text = text;
            this.endNanos = endNanos;
        }

        @Override
        public char charAt(int index) {
            if (++reads % LOOK_EVERY == 0 && System.nanoTime() - endNanos > 0) {
                throw new GivenUpException();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Limited(text.subSequence(start, end), endNanos);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    /** What a pattern finds first; its first group, if it has one. Empty if it finds nothing, or not in time. */
    static Optional<String> find(String regex, String text) {
        try {
            Matcher matcher = Pattern.compile(regex).matcher(new Limited(text, System.nanoTime() + TIME_MAX.toNanos()));
            if (!matcher.find()) {
                return Optional.empty();
            }
            int group = matcher.groupCount() > 0 && matcher.start(1) >= 0 ? 1 : 0;
            return Optional.of(text.substring(matcher.start(group), matcher.end(group))
                            .strip())
                    .filter(found -> !found.isEmpty());
        } catch (GivenUpException | PatternSyntaxException | StackOverflowError e) {
            return Optional.empty();
        }
    }
}

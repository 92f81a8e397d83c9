package dev.trestle.systems.formkiq.cases;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.cases.CaseViews.NumberPart;
import dev.trestle.systems.formkiq.model.CaseRows;
import dev.trestle.systems.formkiq.model.CaseRows.CaseCount;
import dev.trestle.systems.formkiq.model.Cases;
import dev.trestle.systems.formkiq.model.Cases.Case;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of cases, in the formats that requests name. A series counts for a site, a kind of number and a format, and
 * rises in the transaction that makes the case: no number is left out, and none is given twice. A series begins behind
 * the greatest number of its form that a case has, whichever program made it.
 */
final class CaseNumbers {
    private static final int PARTS_MAX = 10;
    private static final int STATIC_MAX = 100;
    private static final int PADDING_MAX = 18;
    private static final int CASES_MAX = 100_000;
    private static final int DIGITS_MAX = 18;

    private enum Type {
        AUTO_INCREMENT,
        STATIC,
        DATE_YYYYMMDD
    }

    private record Part(Type type, String text, int padding) {}

    /** What is numbered. */
    enum Kind {
        CASE("case", "caseNumberFormat", Case::caseNumber),
        DOCUMENT("document", "documentNumberFormat", Case::documentNumber);

        private final String key;
        private final String field;
        private final Function<Case, @Nullable String> number;

        Kind(String key, String field, Function<Case, @Nullable String> number) {
            this.key = key;
            this.field = field;
            this.number = number;
        }
    }

    private final Kind kind;
    private final List<Part> parts;

    private CaseNumbers(Kind kind, List<Part> parts) {
        this.kind = kind;
        this.parts = parts;
    }

    /** The numbers in a format; plain ones where none is given. Adds what is wrong with it. */
    static CaseNumbers of(Kind kind, @Nullable List<NumberPart> given, Refusals refusals) {
        if (given == null || given.isEmpty()) {
            return new CaseNumbers(kind, List.of(new Part(Type.AUTO_INCREMENT, "", 0)));
        }
        List<Part> parts = new ArrayList<>();
        refusals.addIf(given.size() > PARTS_MAX, kind.field, "maximum number is " + PARTS_MAX);
        for (int i = 0; i < Math.min(given.size(), PARTS_MAX); i++) {
            part(given.get(i), kind.field + "[" + i + "].", refusals).ifPresent(parts::add);
        }
        return new CaseNumbers(kind, parts);
    }

    private static Optional<Part> part(@Nullable NumberPart given, String key, Refusals refusals) {
        String name = given == null ? null : given.type();
        if (given == null || name == null || name.isEmpty()) {
            refusals.add(key + "type", "'type' is required");
            return Optional.empty();
        }
        Optional<Type> type = Arrays.stream(Type.values())
                .filter(each -> each.name().equals(name))
                .findFirst();
        String text = given.staticValue() == null ? "" : given.staticValue();
        int padding = given.padding() == null ? 0 : given.padding();
        boolean isStatic = type.isPresent() && type.get() == Type.STATIC;
        refusals.addIf(
                        type.isEmpty(),
                        key + "type",
                        "'type' unexpected value '" + name + "' must be one of "
                                + Arrays.stream(Type.values()).map(Enum::name).collect(Collectors.joining(", ")))
                .addIf(isStatic && text.isEmpty(), key + "staticValue", "'staticValue' is required")
                .addIf(
                        text.length() > STATIC_MAX || text.codePoints().anyMatch(Character::isISOControl),
                        key + "staticValue",
                        "must be at most " + STATIC_MAX + " characters without line breaks")
                .addIf(padding < 0 || padding > PADDING_MAX, key + "padding", "must be from 0 to " + PADDING_MAX);
        return type.map(found -> new Part(found, isStatic ? text : "", found == Type.AUTO_INCREMENT ? padding : 0));
    }

    /** The next number, which a decision takes from its series. */
    String take(Decision<?> decision, ItemStore store, ItemStore indexes, Instant at) {
        boolean counts = parts.stream().anyMatch(part -> part.type() == Type.AUTO_INCREMENT);
        return text(counts ? count(decision, store, indexes) : 0, at);
    }

    private long count(Decision<?> decision, ItemStore store, ItemStore indexes) {
        String series = series();
        Optional<Stored<CaseCount>> before = store.stored(CaseRows.COUNT_OF_SERIES.of(series));
        if (before.isPresent()) {
            CaseCount next = new CaseCount(series, before.get().record().last() + 1);
            decision.replace(CaseRows.CASE_COUNT, before.get(), next, "last");
            return next.last();
        }
        CaseCount first = new CaseCount(series, greatest(indexes) + 1);
        decision.put(CaseRows.CASE_COUNT, first, Expect.ABSENT);
        return first.last();
    }

    /** The greatest number of the series that cases have already; with several counts in it, none is read out of them. */
    private long greatest(ItemStore indexes) {
        if (parts.stream().filter(part -> part.type() == Type.AUTO_INCREMENT).count() != 1) {
            return 0;
        }
        StringBuilder form = new StringBuilder();
        for (Part part : parts) {
            form.append(
                    switch (part.type()) {
                        case AUTO_INCREMENT -> digits(part.padding());
                        case STATIC -> Pattern.quote(part.text());
                        case DATE_YYYYMMDD -> "\\d{8}";
                    });
        }
        Pattern pattern = Pattern.compile(form.toString());
        return indexes.stream(Cases.NEWEST_CASES.of(), CASES_MAX)
                .map(kind.number)
                .filter(number -> number != null)
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .max()
                .orElse(0);
    }

    /** Filled up to so many digits, or beyond them without a zero before. */
    private static String digits(int padding) {
        String beyond = "[1-9]\\d{" + padding + "," + Math.max(padding, DIGITS_MAX - 1) + "}";
        return padding == 0 ? "([1-9]\\d{0," + (DIGITS_MAX - 1) + "})" : "(\\d{" + padding + "}|" + beyond + ")";
    }

    private String text(long count, Instant at) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            String digits = Long.toString(count);
            text.append(
                    switch (part.type()) {
                        case AUTO_INCREMENT -> "0".repeat(Math.max(0, part.padding() - digits.length())) + digits;
                        case STATIC -> part.text();
                        case DATE_YYYYMMDD ->
                            DateTimeFormatter.BASIC_ISO_DATE.format(
                                    at.atOffset(ZoneOffset.UTC).toLocalDate());
                    });
        }
        return text.toString();
    }

    /** What tells one series from another: the kind, and the format as a whole. */
    private String series() {
        StringBuilder format = new StringBuilder();
        parts.forEach(part -> format.append(part.type())
                .append(' ')
                .append(part.padding())
                .append(' ')
                .append(part.text())
                .append('\n'));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(format.toString().getBytes(StandardCharsets.UTF_8));
            return kind.key + "-" + HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }
}

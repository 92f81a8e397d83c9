package dev.trestle.systems.formkiq.retention;

import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Documents.Document;
import dev.trestle.systems.formkiq.model.RetentionRows.Outcome;
import dev.trestle.systems.formkiq.model.RetentionRows.Schedule;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * From when on a document need not be kept, by the schedules of its classes. Of several the longest counts, and of two
 * that end on the same day the one that does less. A document that lacks the date of one of them has no end.
 */
record Due(LocalDate day, Schedule schedule) {
    private static final int DATE_LENGTH = 10;

    /** What was found of a document: its end, or that it lacks a date. */
    record Found(Optional<Due> due, boolean isUndated) {}

    static Found of(Document document, List<DocumentAttribute> values, Map<String, Schedule> schedules) {
        List<Schedule> own = values.stream()
                .filter(value -> value.valueType() == ValueType.CLASSIFICATION)
                .map(value -> schedules.get(value.value()))
                .filter(Objects::nonNull)
                .toList();
        List<Due> ends = own.stream()
                .flatMap(schedule ->
                        begin(document, values, schedule)
                                .map(day -> new Due(day.plusYears(schedule.years()), schedule))
                                .stream())
                .toList();
        boolean isUndated = ends.size() < own.size();
        return new Found(
                isUndated
                        ? Optional.empty()
                        : ends.stream()
                                .max(Comparator.comparing(Due::day)
                                        .thenComparing(
                                                due -> -due.schedule().outcome().ordinal())),
                isUndated);
    }

    /** The latest of the dates that the attribute has. */
    private static Optional<LocalDate> begin(Document document, List<DocumentAttribute> values, Schedule schedule) {
        String key = schedule.dateAttribute();
        if (key == null) {
            return Optional.of(document.inserteddate().atOffset(ZoneOffset.UTC).toLocalDate());
        }
        return values.stream()
                .filter(value -> value.key().equals(key))
                .map(DocumentAttribute::stringValue)
                .filter(Objects::nonNull)
                .flatMap(text -> date(text).stream())
                .max(Comparator.naturalOrder());
    }

    /** A date at the beginning of a text: {@code 2031-03-03}, with or without a time behind it. */
    static Optional<LocalDate> date(String text) {
        if (text.length() < DATE_LENGTH) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(text.substring(0, DATE_LENGTH)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    Outcome outcome() {
        return schedule.outcome();
    }
}

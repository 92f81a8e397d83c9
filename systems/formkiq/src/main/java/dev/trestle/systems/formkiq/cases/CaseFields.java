package dev.trestle.systems.formkiq.cases;

import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.cases.CaseViews.Fields;
import dev.trestle.systems.formkiq.model.Cases.CaseStatus;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What cases, tasks and nigos have in common.
 *
 * @param metadata empty if there is none
 */
record CaseFields(
        @Nullable String name,
        @Nullable String description,
        CaseStatus status,
        Map<String, AttributeValue> metadata,
        @Nullable String plannedStartDate,
        @Nullable String startDate,
        @Nullable String endDate,
        @Nullable String dueDate) {
    static final CaseFields NONE = new CaseFields(null, null, CaseStatus.NEW, Map.of(), null, null, null, null);

    private static final int NAME_MAX = 500;
    private static final int DESCRIPTION_MAX = 20_000;
    private static final int DOCUMENTS_MAX = 50;

    /**
     * These with what is given; an empty text takes a value away. Adds all that is wrong.
     *
     * @param required the fields that must not be empty
     */
    CaseFields with(Fields given, Refusals refusals, String... required) {
        CaseFields after = new CaseFields(
                text(given.name(), name),
                text(given.description(), description),
                given.status() == null || given.status().isEmpty()
                        ? status
                        : status(given.status(), refusals).orElse(status),
                CaseMetadata.merged(metadata, given.metadata(), refusals),
                date(given.plannedStartDate(), plannedStartDate, "plannedStartDate", refusals),
                date(given.startDate(), startDate, "startDate", refusals),
                date(given.endDate(), endDate, "endDate", refusals),
                date(given.dueDate(), dueDate, "dueDate", refusals));
        for (String field : required) {
            refusals.require(field.equals("name") ? after.name : after.description, field);
        }
        measure(given.name(), "name", NAME_MAX, refusals);
        measure(given.description(), "description", DESCRIPTION_MAX, refusals);
        Optional<CaseDate> start = dateOf(after.startDate);
        Optional<CaseDate> end = dateOf(after.endDate);
        refusals.addIf(
                start.isPresent() && end.isPresent() && end.get().isBefore(start.get()),
                "endDate",
                "cannot be before startDate");
        List<String> documents = given.documentIds();
        refusals.addIf(
                documents != null && documents.size() > DOCUMENTS_MAX,
                "documentIds",
                "maximum number is " + DOCUMENTS_MAX);
        return after;
    }

    /** The documents that are given, each once. */
    static List<String> documentIds(Fields given) {
        return given.documentIds() == null
                ? List.of()
                : new LinkedHashSet<>(given.documentIds())
                        .stream().map(String::valueOf).toList();
    }

    private static @Nullable String text(@Nullable String given, @Nullable String before) {
        return given == null ? before : given.isEmpty() ? null : given;
    }

    private static void measure(@Nullable String given, String field, int max, Refusals refusals) {
        refusals.addIf(given != null && given.length() > max, field, "value cannot exceed " + max);
    }

    /** A state by its name; another one adds what is wrong with it. */
    static Optional<CaseStatus> status(String given, Refusals refusals) {
        Optional<CaseStatus> found = Arrays.stream(CaseStatus.values())
                .filter(each -> each.name().equals(given))
                .findFirst();
        if (found.isEmpty()) {
            String all = Arrays.stream(CaseStatus.values()).map(Enum::name).collect(Collectors.joining(", "));
            refusals.add("status", "'status' unexpected value '" + given + "' must be one of " + all);
        }
        return found;
    }

    private static @Nullable String date(
            @Nullable String given, @Nullable String before, String field, Refusals refusals) {
        String after = text(given, before);
        refusals.addIf(given != null && after != null && dateOf(after).isEmpty(), field, "invalid date");
        return after;
    }

    private static Optional<CaseDate> dateOf(@Nullable String text) {
        return text == null ? Optional.empty() : CaseDate.of(text);
    }

    /** As they are stored. */
    @Nullable
    Map<String, AttributeValue> storedMetadata() {
        return metadata.isEmpty() ? null : metadata;
    }
}

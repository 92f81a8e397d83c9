package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.LegacyRead;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.table.IndexDef;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a Query or Scan gives back of each item: nothing but the count, all of it, a projection, or what the index carries. */
record Selection(boolean countOnly, @Nullable Projection projection, boolean fetchFromTable) {
    static final String[] SELECT = {"SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"};

    /** What Select says together with the other parameters, before the table is known. */
    static void checkParameters(
            @Nullable String select,
            @Nullable String projection,
            @Nullable LegacyRead legacy,
            @Nullable String indexName) {
        boolean attributesToGet = legacy != null && legacy.attributesToGet() != null;
        if ((projection != null || attributesToGet) && select != null && !select.equals("SPECIFIC_ATTRIBUTES")) {
            String parameter = attributesToGet ? "AttributesToGet" : "ProjectionExpression";
            throw EngineException.validation("Cannot specify the " + parameter + " when choosing to get "
                    + (select.equals("COUNT") ? "only the Count" : select));
        }
        if ("SPECIFIC_ATTRIBUTES".equals(select) && projection == null && !attributesToGet) {
            throw EngineException.validation(
                    "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
        }
        if ("ALL_PROJECTED_ATTRIBUTES".equals(select) && indexName == null) {
            throw EngineException.validation(
                    "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
        }
    }

    static Selection of(Source source, @Nullable String select, @Nullable Projection projection) {
        IndexDef index = source.index();
        if ("COUNT".equals(select)) {
            return new Selection(true, null, false);
        }
        if (index == null || index.projectsAll()) {
            return new Selection(false, projection, false);
        }
        if ("ALL_ATTRIBUTES".equals(select)) {
            if (!index.local()) {
                throw EngineException.validation(
                        "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global"
                                + " secondary index " + index.name() + " because its projection type is not ALL");
            }
            return new Selection(false, null, true);
        }
        if (projection != null && !source.carries(projection.attributes())) {
            if (!index.local()) {
                throw EngineException.validation("One or more parameter values were invalid: Global secondary index "
                        + index.name() + " does not project " + notCarried(source, projection.attributes()));
            }
            return new Selection(false, projection, true);
        }
        return new Selection(false, projection, false);
    }

    /** A Query's filter sees an index entry, never the table's item, whatever is selected. A Scan's filter may name anything. */
    static void checkFilter(Source source, Collection<String> attributes) {
        IndexDef index = source.index();
        List<String> missing = notCarried(source, attributes);
        if (index != null && !missing.isEmpty()) {
            throw EngineException.validation("One or more parameter values were invalid: Secondary index "
                    + index.name() + " does not project one or more filter attributes: " + missing);
        }
    }

    private static List<String> notCarried(Source source, Collection<String> attributes) {
        return attributes.stream()
                .filter(name -> !source.carries(List.of(name)))
                .toList();
    }
}

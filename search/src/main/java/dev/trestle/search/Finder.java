package dev.trestle.search;

import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.QueryTimeoutImpl;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TopFieldDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.search.uhighlight.DefaultPassageFormatter;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.Passage;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.util.BytesRef;

/** Searches one state of an index. What the caller may not read is left out before anything is counted. */
final class Finder {
    private static final int COUNTED_MAX = 10_000;
    private static final int PASSAGES_MAX = 2;
    private static final int PASSAGE_LENGTH = 160;

    /** What was found stands in the middle of its passage. */
    private static final float MIDDLE = 0.5f;

    private static final long PATIENCE_MS = 5_000;

    private final IndexDefinition definition;
    private final IndexSearcher searcher;

    Finder(IndexDefinition definition, IndexSearcher searcher) {
        this.definition = definition;
        this.searcher = searcher;
    }

    SearchPage find(SearchRequest request) throws IOException {
        Query words = new Words(definition.texts()).query(request.text());
        BooleanQuery.Builder query = new BooleanQuery.Builder().add(words, BooleanClause.Occur.MUST);
        filters(request).forEach(filter -> query.add(filter, BooleanClause.Occur.FILTER));
        searcher.setTimeout(new QueryTimeoutImpl(PATIENCE_MS));
        // One more than the page tells whether there is another page.
        TopFieldDocs found = searcher.search(
                query.build(),
                new TopFieldCollectorManager(
                        sort(request.order()), request.limit() + 1, PageEnd.read(request), COUNTED_MAX));
        if (searcher.timedOut()) {
            throw new SearchException("The search took too long. Use more specific words.");
        }
        return page(request, words, found);
    }

    private static List<Query> filters(SearchRequest request) {
        List<Query> filters = new ArrayList<>();
        filters.add(new TermQuery(new Term(Fields.TENANT, Fields.tenantTerm(request.tenant()))));
        filters.add(anyOf(Fields.READER, request.readers()));
        request.filters().forEach(each -> filters.add(anyOf(Fields.filter(each.field()), each.values())));
        if (request.from() != null || request.to() != null) {
            filters.add(LongPoint.newRangeQuery(
                    Fields.AT,
                    request.from() == null ? Long.MIN_VALUE : request.from(),
                    request.to() == null ? Long.MAX_VALUE : request.to()));
        }
        return filters;
    }

    private static Query anyOf(String field, Set<String> values) {
        return new TermInSetQuery(field, values.stream().map(BytesRef::new).toList());
    }

    private static Sort sort(SearchRequest.Order order) {
        SortField key = new SortField(Fields.KEY, SortField.Type.STRING);
        if (order == SearchRequest.Order.RELEVANCE) {
            return new Sort(SortField.FIELD_SCORE, key);
        }
        boolean isNewest = order == SearchRequest.Order.NEWEST;
        SortField at = new SortField(Fields.AT, SortField.Type.LONG, isNewest);
        at.setMissingValue(isNewest ? Long.MIN_VALUE : Long.MAX_VALUE);
        return new Sort(at, key);
    }

    private SearchPage page(SearchRequest request, Query words, TopFieldDocs found) throws IOException {
        boolean hasMore = found.scoreDocs.length > request.limit();
        ScoreDoc[] shown = Arrays.copyOf(found.scoreDocs, Math.min(request.limit(), found.scoreDocs.length));
        Map<String, String[]> excerpts = request.hasExcerpts() ? excerpts(words, shown) : Map.of();
        List<SearchPage.Hit> hits = new ArrayList<>();
        for (int i = 0; i < shown.length; i++) {
            Document document = searcher.storedFields().document(shown[i].doc);
            hits.add(new SearchPage.Hit(
                    Fields.id(document), Fields.stored(document), excerptsOf(excerpts, i), PageEnd.write((FieldDoc)
                            shown[i])));
        }
        return new SearchPage(
                hits,
                found.totalHits.value,
                found.totalHits.relation == TotalHits.Relation.EQUAL_TO,
                hasMore ? PageEnd.write((FieldDoc) shown[shown.length - 1]) : null);
    }

    private Map<String, String[]> excerpts(Query words, ScoreDoc[] shown) throws IOException {
        if (shown.length == 0) {
            return Map.of();
        }
        String[] fields = definition.texts().keySet().stream().map(Fields::text).toArray(String[]::new);
        int[] passages = new int[fields.length];
        Arrays.fill(passages, PASSAGES_MAX);
        int[] documents = Arrays.stream(shown).mapToInt(each -> each.doc).toArray();
        return UnifiedHighlighter.builder(searcher, Analyzers.OF_INDEX)
                .withMaxLength(Fields.TEXT_MAX)
                .withMaxNoHighlightPassages(0)
                .withFormatter(new Marked())
                .withBreakIterator(() -> LengthGoalBreakIterator.createClosestToLength(
                        BreakIterator.getSentenceInstance(Locale.ROOT), PASSAGE_LENGTH, MIDDLE))
                .build()
                .highlightFields(fields, words, documents, passages);
    }

    private Map<String, List<SearchPage.Part>> excerptsOf(Map<String, String[]> all, int hit) {
        Map<String, List<SearchPage.Part>> excerpts = new LinkedHashMap<>();
        for (String field : definition.texts().keySet()) {
            String[] ofHits = all.get(Fields.text(field));
            if (ofHits != null && ofHits[hit] != null) {
                excerpts.put(field, Fields.parts(ofHits[hit]));
            }
        }
        return excerpts;
    }

    /** Passages as text with marks. */
    private static final class Marked extends DefaultPassageFormatter {
        Marked() {
            super(String.valueOf(Fields.FOUND), String.valueOf(Fields.FOUND_END), " \u2026 ", false);
        }

        @Override
        public String format(Passage[] passages, String content) {
            return super.format(passages, content).strip();
        }
    }
}

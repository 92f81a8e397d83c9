package dev.trestle.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** Turns what somebody typed into a query. There is no syntax to get wrong: whatever is typed is looked for. */
final class Words {
    private static final int WORDS_MAX = 32;
    private static final int PREFIX_MIN = 2;
    private static final float OTHER_FIELDS = 0.1f;
    private static final float WHOLE_WORD = 2;

    private final Map<String, Float> fields;

    /** {@code fields} have their boosts. */
    Words(Map<String, Float> fields) {
        this.fields = fields;
    }

    /** A word or a phrase; of a word that is still being typed, its beginning. */
    private record Piece(String text, boolean mayGoOn) {}

    private record Token(String term, int position, boolean isPair) {}

    Query query(String text) {
        List<Piece> pieces = pieces(text);
        if (pieces.isEmpty()) {
            return new MatchAllDocsQuery();
        }
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        int words = 0;
        for (Piece piece : pieces) {
            List<Token> tokens = tokens(piece.text());
            words += tokens.size();
            if (words > WORDS_MAX) {
                throw new SearchException("A search has at most " + WORDS_MAX + " words. Use fewer.");
            }
            if (!tokens.isEmpty()) {
                all.add(inAnyField(tokens, piece.mayGoOn()), BooleanClause.Occur.MUST);
            }
        }
        // Only signs such as "?!" were typed, and those are in no index.
        return words == 0 ? new MatchNoDocsQuery("no words") : all.build();
    }

    private static List<Piece> pieces(String text) {
        List<Piece> pieces = new ArrayList<>();
        String[] quoted = text.split("[\"\u201c\u201d\u300c\u300d]", -1);
        for (int i = 0; i < quoted.length; i++) {
            boolean isPhrase = i % 2 == 1 && i < quoted.length - 1;
            if (isPhrase) {
                pieces.add(new Piece(quoted[i], false));
                continue;
            }
            boolean isLast = i == quoted.length - 1;
            String[] words = quoted[i].strip().split("\\s+");
            for (int j = 0; j < words.length; j++) {
                boolean mayGoOn = isLast && j == words.length - 1 && quoted[i].endsWith(words[j]);
                if (!words[j].isEmpty()) {
                    pieces.add(new Piece(words[j], mayGoOn));
                }
            }
        }
        return pieces;
    }

    private static List<Token> tokens(String text) {
        List<Token> tokens = new ArrayList<>();
        try (TokenStream stream = Analyzers.OF_SEARCH.tokenStream("", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            PositionIncrementAttribute step = stream.addAttribute(PositionIncrementAttribute.class);
            TypeAttribute type = stream.addAttribute(TypeAttribute.class);
            stream.reset();
            int position = -1;
            while (stream.incrementToken()) {
                position += step.getPositionIncrement();
                tokens.add(new Token(term.toString(), position, isOfCharacters(type.type())));
            }
            stream.end();
        } catch (IOException e) {
            throw new IllegalStateException("A text in memory cannot be read.", e);
        }
        return tokens;
    }

    private static boolean isOfCharacters(String type) {
        return type.equals(CJKBigramFilter.DOUBLE_TYPE)
                || type.equals(CJKBigramFilter.SINGLE_TYPE)
                || type.equals(StandardTokenizer.TOKEN_TYPES[StandardTokenizer.IDEOGRAPHIC]);
    }

    private Query inAnyField(List<Token> tokens, boolean mayGoOn) {
        List<Query> each = new ArrayList<>();
        fields.forEach((field, boost) -> each.add(new BoostQuery(inField(Fields.text(field), tokens, mayGoOn), boost)));
        return new DisjunctionMaxQuery(each, OTHER_FIELDS);
    }

    private static Query inField(String field, List<Token> tokens, boolean mayGoOn) {
        if (tokens.size() > 1) {
            PhraseQuery.Builder phrase = new PhraseQuery.Builder();
            tokens.forEach(token -> phrase.add(new Term(field, token.term()), token.position()));
            return phrase.build();
        }
        Token only = tokens.get(0);
        Query whole = new TermQuery(new Term(field, only.term()));
        if (!mayGoOn || only.isPair() || only.term().length() < PREFIX_MIN) {
            return whole;
        }
        return new BooleanQuery.Builder()
                .add(new BoostQuery(whole, WHOLE_WORD), BooleanClause.Occur.SHOULD)
                .add(new PrefixQuery(new Term(field, only.term())), BooleanClause.Occur.SHOULD)
                .build();
    }
}

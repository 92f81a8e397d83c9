package dev.trestle.search;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * How texts become words: without case and accents, full-width letters as usual ones, Chinese, Japanese and Korean as pairs of
 * characters. The index also has each such character by itself, so that a search for one finds it.
 */
final class Analyzers {
    static final Analyzer OF_INDEX = new Folding(true);
    static final Analyzer OF_SEARCH = new Folding(false);

    private static final int ALL_SCRIPTS =
            CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL;

    private Analyzers() {}

    private static final class Folding extends Analyzer {
        private final boolean hasSingles;

        Folding(boolean hasSingles) {
            this.hasSingles = hasSingles;
        }

        @Override
        protected TokenStreamComponents createComponents(String field) {
            Tokenizer words = new StandardTokenizer();
            TokenStream folded = new ASCIIFoldingFilter(new LowerCaseFilter(new CJKWidthFilter(words)));
            return new TokenStreamComponents(words, new CJKBigramFilter(folded, ALL_SCRIPTS, hasSingles));
        }
    }
}

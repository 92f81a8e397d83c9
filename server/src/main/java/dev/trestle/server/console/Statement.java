package dev.trestle.server.console;

import dev.trestle.platform.api.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a statement of PartiQL is about, read without understanding it: what it does, and the one table that it names. What cannot be told
 * for sure is refused, because the table decides whether the statement is let through.
 *
 * @param table as the statement has it, without quotes
 */
record Statement(boolean writes, String table) {
    private static final String FIELD = "statement";

    private enum Kind {
        WORD,
        NAME,
        OTHER
    }

    private record Token(Kind kind, String text) {
        boolean is(String word) {
            return kind == Kind.WORD && text.equalsIgnoreCase(word);
        }
    }

    static Statement read(String text) {
        List<Token> tokens = tokens(text);
        String verb = tokens.isEmpty() ? "" : tokens.get(0).text().toUpperCase(Locale.ROOT);
        return switch (verb) {
            case "SELECT" -> new Statement(false, after(tokens, "FROM"));
            case "DELETE" -> new Statement(true, after(tokens, "FROM"));
            case "INSERT" -> new Statement(true, after(tokens, "INTO"));
            case "UPDATE" -> new Statement(true, after(tokens, "UPDATE"));
            default ->
                throw ApiException.invalid(FIELD, "must begin with SELECT, INSERT, UPDATE or DELETE")
                        .withCode("statement-verb");
        };
    }

    private static String after(List<Token> tokens, String word) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is(word)) {
                places.add(i);
            } else if (i > 0 && tokens.get(i).is("SELECT")) {
                throw ApiException.invalid(FIELD, "must not have another SELECT inside")
                        .withCode("statement-nested");
            }
        }
        if (places.size() != 1 || places.get(0) + 1 >= tokens.size()) {
            throw ApiException.invalid(FIELD, "must have " + word + " once, with a table behind it")
                    .withCode("statement-clause", Map.of("word", word));
        }
        Token table = tokens.get(places.get(0) + 1);
        if (table.kind() == Kind.OTHER) {
            throw ApiException.invalid(FIELD, "must name a table behind " + word)
                    .withCode("statement-table", Map.of("word", word));
        }
        return table.text();
    }

    private static List<Token> tokens(String text) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end;
            if (Character.isWhitespace(c)) {
                end = at + 1;
            } else if (c == '"' || c == '\'') {
                end = endOfQuoted(text, at, c);
                String inside = text.substring(at + 1, end - 1).replace("" + c + c, "" + c);
                tokens.add(new Token(c == '"' ? Kind.NAME : Kind.OTHER, inside));
            } else if (isWordPart(c)) {
                end = at + 1;
                while (end < text.length() && isWordPart(text.charAt(end))) {
                    end++;
                }
                tokens.add(new Token(Kind.WORD, text.substring(at, end)));
            } else {
                end = at + 1;
                if (c == ';' || c == '`' || text.startsWith("--", at) || text.startsWith("/*", at)) {
                    throw ApiException.invalid(FIELD, "must be one statement without comments" + position(text, at, 1))
                            .withCode("statement-single");
                }
                tokens.add(new Token(Kind.OTHER, String.valueOf(c)));
            }
            at = end;
        }
        return tokens;
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    /** Behind the closing quote; one that is doubled is a quote inside. */
    private static int endOfQuoted(String text, int from, char quote) {
        int at = from + 1;
        while (at < text.length()) {
            if (text.charAt(at) != quote) {
                at++;
            } else if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                at += 2;
            } else {
                return at + 1;
            }
        }
        throw ApiException.invalid(FIELD, "has a quote that is not closed" + position(text, from, text.length() - from))
                .withCode("statement-quote");
    }

    /** As DynamoDB's own messages show a place: line, column and length. */
    private static String position(String text, int at, int length) {
        String before = text.substring(0, at);
        long line = before.chars().filter(c -> c == '\n').count() + 1;
        return " at " + line + ":" + (at - before.lastIndexOf('\n')) + ":" + length;
    }
}

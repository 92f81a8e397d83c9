package dev.trestle.conformance.format;

import dev.trestle.conformance.Literals;
import dev.trestle.conformance.TableShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/**
 * What the stores of one format hold, as a text written by hand. {@link FixtureWriter} makes the stores of it, and every later release
 * must find in them just what it says. One thing a line, of words and then items as {@link Literals} has them:
 *
 * <pre>
 * table NAME pk:S [sk:N]                     a table and its key
 * gsi TABLE NAME PROJECTION g:S [h:N]        an index it was made with; a projection is ALL, KEYS_ONLY or names: a,b
 * lsi TABLE NAME PROJECTION h:N
 * added TABLE NAME PROJECTION g:S            an index added when the table was full; being filled when the store was killed
 * item TABLE {…}                             an item, as it is to be read
 * given TABLE {…}                            the same item as the client wrote it, where that differs; stands before its item
 * many TABLE COUNT {…}                       so many items, # being their number
 * once TABLE TOKEN {…}                       a transaction with that token, which added 1 to "hits" of the item with this key
 * entry TABLE INDEX {…}                      what the index holds, line by line; an index without entries here is counted
 * entries TABLE INDEX COUNT
 * stream TABLE VIEW                          the table's stream and what its records carry
 * record TABLE EVENT {keys: {…}, new: {…}}   what the stream holds, oldest first; also "old"; of strings and numbers only
 * consumer TABLE NAME COUNT                  a consumer of the stream, which has seen the first so many records
 * expiry TABLE ATTRIBUTE                     the attribute that tells when items expire
 * tag TABLE KEY VALUE
 * backup TABLE NAME                          a backup of the table with the first half of the items
 * dropped TABLE                              a table that was full when it was deleted
 * dropped-index TABLE INDEX g:S              an index that was full when it was deleted
 * </pre>
 */
record Listing(List<Line> lines) {
    /** {@code item} is empty for lines that have none. */
    record Line(String kind, List<String> words, String item) {
        String table() {
            return words.get(0);
        }

        String word(int number) {
            return words.get(number);
        }

        int count() {
            return Integer.parseInt(words.get(words.size() - 1));
        }

        Map<String, AttributeValue> attributes() {
            return Literals.item(item);
        }

        List<Map<String, AttributeValue>> numbered() {
            return IntStream.range(0, count())
                    .mapToObj(number -> Literals.item(item.replace("#", Integer.toString(number))))
                    .toList();
        }

        /** The words from this one on are attributes with their types. */
        String[] keys(int from) {
            return words.subList(from, words.size()).stream()
                    .map(word -> word.replace(':', ' '))
                    .toArray(String[]::new);
        }

        Projection projection() {
            String projection = words.get(2);
            return switch (projection) {
                case "ALL" -> TableShape.all();
                case "KEYS_ONLY" -> TableShape.keysOnly();
                default -> TableShape.include(projection.split(","));
            };
        }
    }

    static Listing read(Path file) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String text : Files.readAllLines(file)) {
            if (!text.isBlank() && !text.startsWith("--")) {
                int brace = text.indexOf('{');
                String item = brace < 0 ? "" : text.substring(brace);
                List<String> words = List.of((brace < 0 ? text : text.substring(0, brace)).split(" +"));
                lines.add(new Line(words.get(0), words.subList(1, words.size()), item));
            }
        }
        return new Listing(lines);
    }

    List<Line> of(String kind) {
        return lines.stream().filter(line -> line.kind().equals(kind)).toList();
    }

    /** All items, by table. */
    Map<String, List<Map<String, AttributeValue>>> items() {
        Map<String, List<Map<String, AttributeValue>>> items = new LinkedHashMap<>();
        of("table").forEach(table -> items.put(table.table(), new ArrayList<>()));
        for (Line line : lines) {
            if (line.kind().equals("item")) {
                itemsOf(items, line).add(line.attributes());
            } else if (line.kind().equals("many")) {
                itemsOf(items, line).addAll(line.numbered());
            }
        }
        return items;
    }

    private static List<Map<String, AttributeValue>> itemsOf(
            Map<String, List<Map<String, AttributeValue>>> items, Line line) {
        List<Map<String, AttributeValue>> list = items.get(line.table());
        if (list == null) {
            throw new IllegalArgumentException("no line makes the table " + line.table());
        }
        return list;
    }
}

package dev.trestle.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * The documents that FormKiQ is measured with: 50 in an hour, each with eight attributes and a tag; one in ten in one large folder, the
 * others in small ones. All of it follows from a document's number.
 */
final class FormKiqLoad {
    static final Instant START = Instant.parse("2020-01-06T00:00:00Z");
    static final String LARGE = "large";
    static final List<String> COMPOSITE = List.of("left", "right");

    /** The keys of the attributes by their types. */
    static final Map<String, String> DEFINITIONS = Map.of(
            "twenty", "STRING",
            "tenth", "STRING",
            "other", "STRING",
            "left", "STRING",
            "right", "STRING",
            "code", "STRING",
            "city", "STRING",
            "amount", "NUMBER");

    static final int AN_HOUR = 50;
    private static final int HITS = 20;
    private static final int A_FOLDER = 100;
    private static final int CITIES = 1000;
    private static final long ID_HIGH = 0x0190_0000_0000_4000L;
    private static final long ID_LOW = 0x8000_0000_0000_0000L;

    private FormKiqLoad() {}

    static String id(int number) {
        return new UUID(ID_HIGH, ID_LOW | number).toString();
    }

    /** The hour in which a document is added. */
    static Instant addedAt(int number) {
        return START.plus(Duration.ofHours(number / AN_HOUR));
    }

    static String folder(int number) {
        return number % 10 == 0 ? LARGE : smallFolder(number / A_FOLDER);
    }

    static String smallFolder(int number) {
        return "small/" + String.format("%06d", number);
    }

    static Map<String, Object> text(String key, String value) {
        return Map.of("key", key, "stringValue", value);
    }

    private static String digit(int number) {
        return "v" + number % 10;
    }

    static String twenty(int number) {
        return "t" + number / HITS;
    }

    static String code(int number) {
        return "c" + String.format("%09d", number);
    }

    static List<Map<String, Object>> attributes(int number) {
        List<Map<String, Object>> all = new ArrayList<>(List.of(
                text("twenty", twenty(number)),
                text("tenth", digit(number)),
                text("other", digit(number / 10)),
                text("left", digit(number)),
                text("right", digit(number / 10)),
                text("code", code(number)),
                text("city", "city" + number % CITIES)));
        all.add(Map.of("key", "amount", "numberValue", number));
        return all;
    }

    /** The body of the request that makes a document. */
    static Map<String, Object> document(int number) {
        return Map.of(
                "documentId",
                id(number),
                "path",
                folder(number) + "/word" + number / HITS + " " + String.format("%08d", number) + ".txt",
                "content",
                "x",
                "contentType",
                "text/plain",
                "attributes",
                attributes(number),
                "tags",
                List.of(Map.of("key", "batch", "value", twenty(number))));
    }

    /** What people look for by attributes and tags: a query for one of so many documents. */
    enum Query {
        TWENTY_HITS {
            @Override
            Map<String, Object> about(Random random, int documents) {
                return attribute(Map.of("key", "twenty", "eq", twenty(random.nextInt(documents))));
            }
        },
        A_TENTH {
            @Override
            Map<String, Object> about(Random random, int documents) {
                return attribute(Map.of("key", "tenth", "eq", digit(random.nextInt(10))));
            }
        },
        RANGE {
            @Override
            Map<String, Object> about(Random random, int documents) {
                int from = random.nextInt(documents);
                Map<String, Object> range =
                        Map.of("start", Integer.toString(from), "end", Integer.toString(from + 50), "type", "NUMBER");
                return attribute(Map.of("key", "amount", "range", range));
            }
        },
        BEGINS_WITH {
            @Override
            Map<String, Object> about(Random random, int documents) {
                String code = code(random.nextInt(documents));
                return attribute(Map.of("key", "code", "beginsWith", code.substring(0, code.length() - 2)));
            }
        },
        TAG {
            @Override
            Map<String, Object> about(Random random, int documents) {
                return Map.of("tag", Map.of("key", "batch", "eq", twenty(random.nextInt(documents))));
            }
        },
        TWO_ATTRIBUTES {
            @Override
            Map<String, Object> about(Random random, int documents) {
                return pair(random, "tenth", "other");
            }
        },
        COMPOSITE_KEY {
            @Override
            Map<String, Object> about(Random random, int documents) {
                return pair(random, COMPOSITE.get(0), COMPOSITE.get(1));
            }
        },
        TEXT_AND_ATTRIBUTE {
            @Override
            Map<String, Object> about(Random random, int documents) {
                int number = random.nextInt(documents);
                return Map.of(
                        "text",
                        "word" + number / HITS,
                        "attributes",
                        List.of(Map.of("key", "tenth", "eq", digit(number))));
            }
        };

        abstract Map<String, Object> about(Random random, int documents);

        private static Map<String, Object> attribute(Map<String, Object> condition) {
            return Map.of("attribute", condition);
        }

        private static Map<String, Object> pair(Random random, String one, String other) {
            return Map.of(
                    "attributes",
                    List.of(
                            Map.of("key", one, "eq", digit(random.nextInt(10))),
                            Map.of("key", other, "eq", digit(random.nextInt(10)))));
        }
    }
}

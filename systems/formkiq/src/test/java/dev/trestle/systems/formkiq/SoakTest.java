package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random operations on documents, values, folders and the schema, each compared with what {@link PlainSite} says of it, and all
 * that is there compared at the end. A failure names its seed: {@code -Dtrestle.soak.seed=N} plays it again.
 */
@Tag("once")
class SoakTest {
    private static final List<String> FOLDERS = List.of("", "a", "a/b", "a/b/c", "d");
    private static final List<String> VALUES = List.of("red", "green", "blue");
    private static final List<String> KEYS = List.of(PlainSite.REQUIRED, PlainSite.LIMITED, "unknown");
    private static final int SHORT = 400;
    private static final int LONG = 4_000;
    private static final String STRICT =
            "{\"name\":\"s\",\"attributes\":{\"required\":[{\"attributeKey\":\"kind\"}],\"optional\":[{\"attributeKey\":\"colour\",\"allowedValues\":[\"red\",\"green\"]}]}}";
    private static final String LOOSE =
            "{\"name\":\"s\",\"attributes\":{\"optional\":[{\"attributeKey\":\"kind\"},{\"attributeKey\":\"colour\"}]}}";

    /** One run over a fresh site. */
    private static final class Run {
        private final long seed;
        private final Random random;
        private final Someone ada;
        private final PlainSite plain = new PlainSite();
        private final List<String> ids = new ArrayList<>();

        Run(long seed, World world) {
            this.seed = seed;
            this.random = new Random(seed);
            this.ada = world.admin();
        }

        private <T> T any(List<T> all) {
            return all.get(random.nextInt(all.size()));
        }

        private String anyPath() {
            String folder = any(FOLDERS);
            return (folder.isEmpty() ? "" : folder + "/") + "n" + random.nextInt(8) + ".txt";
        }

        private String anyId() {
            return ids.isEmpty() || random.nextInt(20) == 0
                    ? new UUID(random.nextLong(), random.nextLong()).toString()
                    : any(ids);
        }

        void steps(int count) {
            for (String key : PlainSite.DEFINED) {
                call("POST", "/attributes", "{\"attribute\":{\"key\":\"" + key + "\"}}", 201);
            }
            for (int i = 0; i < count; i++) {
                step();
            }
            compare();
        }

        private void step() {
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3 -> add();
                case 4, 5 -> {
                    String id = anyId();
                    String path = anyPath();
                    call("PATCH", "/documents/" + id, "{\"path\":\"" + path + "\"}", plain.move(id, path));
                }
                case 6, 7, 8 -> {
                    String id = anyId();
                    String key = any(KEYS);
                    String value = any(VALUES);
                    String body = "{\"attribute\":{\"stringValue\":\"" + value + "\"}}";
                    call("PUT", "/documents/" + id + "/attributes/" + key, body, plain.set(id, key, value));
                }
                case 9 -> {
                    String id = anyId();
                    String key = any(List.copyOf(new TreeSet<>(PlainSite.DEFINED)));
                    call("DELETE", "/documents/" + id + "/attributes/" + key, null, plain.drop(id, key));
                }
                case 10, 11 -> {
                    String id = anyId();
                    call("DELETE", "/documents/" + id + "?softDelete=true", null, plain.delete(id, true));
                }
                case 12 -> {
                    String id = anyId();
                    call("DELETE", "/documents/" + id, null, plain.delete(id, false));
                }
                case 13 -> {
                    String id = anyId();
                    call("PUT", "/documents/" + id + "/restore", null, plain.restore(id));
                }
                case 14 -> folder();
                default -> {
                    plain.isStrict = random.nextBoolean();
                    call("PUT", "/sites/default/schema/document", plain.isStrict ? STRICT : LOOSE, 200);
                }
            }
        }

        private void add() {
            String id = new UUID(random.nextLong(), random.nextLong()).toString();
            String path = anyPath();
            Map<String, String> values = new TreeMap<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                values.put(random.nextInt(10) == 0 ? "unknown" : any(KEYS.subList(0, 2)), any(VALUES));
            }
            StringBuilder attributes = new StringBuilder();
            values.forEach((key, value) -> attributes
                    .append(attributes.isEmpty() ? "" : ",")
                    .append("{\"key\":\"" + key + "\",\"stringValue\":\"" + value + "\"}"));
            String body = "{\"documentId\":\"" + id + "\",\"path\":\"" + path + "\",\"content\":\"x\",\"attributes\":["
                    + attributes + "]}";
            int expected = plain.add(id, path, values);
            call("POST", "/documents", body, expected);
            if (expected == 201) {
                ids.add(id);
            }
        }

        private void folder() {
            String folder = any(FOLDERS.subList(1, FOLDERS.size()));
            plain.makeFolders(folder);
            String key = call("POST", "/folders", "{\"path\":\"" + folder + "\"}", 201)
                    .path("indexKey")
                    .asText();
            if (random.nextBoolean()) {
                call("DELETE", "/folders/" + key, null, plain.deleteFolder(folder));
            }
        }

        private JsonNode call(String method, String path, String body, int expected) {
            HttpResponse<String> answer = ada.raw(method, path, body);
            assertThat(answer.statusCode())
                    .as("seed %d: %s %s %s answers %s", seed, method, path, body, answer.body())
                    .isEqualTo(expected);
            try {
                return Json.mapper().readTree(answer.body());
            } catch (JsonProcessingException e) {
                throw new AssertionError("seed " + seed + ": " + answer.body(), e);
            }
        }

        /** All that is there, by each way to it. */
        private void compare() {
            plain.live.forEach((id, document) -> {
                assertThat(call("GET", "/documents/" + id, null, 200)
                                .path("path")
                                .asText())
                        .as("seed %d: the path of %s", seed, id)
                        .isEqualTo(document.path);
                Map<String, String> values = new TreeMap<>();
                call("GET", "/documents/" + id + "/attributes?limit=1000", null, 200)
                        .path("attributes")
                        .forEach(each -> values.put(
                                each.path("key").asText(),
                                each.path("stringValue").asText()));
                assertThat(values).as("seed %d: the values of %s", seed, id).isEqualTo(document.values);
            });
            Set<String> folders = new TreeSet<>(plain.folders);
            folders.add("");
            for (String folder : folders) {
                Set<String> names = new TreeSet<>();
                String asked = URLEncoder.encode(folder, StandardCharsets.UTF_8);
                call("GET", "/folders?limit=1000&path=" + asked, null, 200)
                        .path("documents")
                        .forEach(each -> names.add(each.path("path").asText().replaceAll(".*/", "")));
                assertThat(names).as("seed %d: what is in '%s'", seed, folder).isEqualTo(plain.namesIn(folder));
            }
            for (String key : PlainSite.DEFINED) {
                for (String value : VALUES) {
                    Set<String> found = new TreeSet<>();
                    String query = "{\"query\":{\"attribute\":{\"key\":\"" + key + "\",\"eq\":\"" + value + "\"}}}";
                    call("POST", "/search?limit=1000", query, 200)
                            .path("documents")
                            .forEach(each -> found.add(each.path("documentId").asText()));
                    Set<String> expected = new TreeSet<>();
                    plain.live.forEach((id, document) -> {
                        if (value.equals(document.values.get(key))) {
                            expected.add(id);
                        }
                    });
                    assertThat(found).as("seed %d: %s = %s", seed, key, value).isEqualTo(expected);
                }
            }
            Set<String> deleted = new TreeSet<>();
            call("GET", "/documents?deleted=true&limit=1000", null, 200)
                    .path("documents")
                    .forEach(each -> deleted.add(each.path("documentId").asText()));
            assertThat(deleted).as("seed %d: what is deleted", seed).isEqualTo(plain.deleted.keySet());
        }
    }

    private static void run(long seed, int steps) {
        System.out.println("soak seed " + seed);
        try (World world = new World(Targets.all().findFirst().orElseThrow())) {
            new Run(seed, world).steps(steps);
        }
    }

    @Test
    void operations_atRandom_agreeWithThePlainRules() {
        run(Long.getLong("trestle.soak.seed", System.nanoTime()), SHORT);
    }

    @Test
    @Tag("slow")
    void operations_atRandomForAnHour_agreeWithThePlainRules() {
        long seed = Long.getLong("trestle.soak.seed", System.nanoTime());
        long ends = System.nanoTime() + Duration.ofHours(1).toNanos();
        while (System.nanoTime() < ends) {
            run(seed++, LONG);
        }
    }
}

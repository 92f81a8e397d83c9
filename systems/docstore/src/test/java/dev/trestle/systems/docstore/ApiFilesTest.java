package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.SerializationFeature;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.http.contract.Contract;
import dev.trestle.platform.operation.RightsPage;
import dev.trestle.testing.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The files under docs/api are what follows from the declared operations, but for what rights pages state by hand. {@code
 * -Dapi.renew=true} writes them anew.
 */
class ApiFilesTest {
    private static final Path DIRECTORY = Path.of("../../docs/api");

    private final World world = new World(Targets.all().findFirst().orElseThrow());
    private final Api api = world.docstore.api();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void document_ofTheDeclaredOperations_isTheStoredOne() throws IOException {
        compare(
                "docstore.json",
                Json.mapper()
                                .writer()
                                .with(
                                        SerializationFeature.INDENT_OUTPUT,
                                        SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                                .writeValueAsString(Contract.of(api).document())
                        + "\n");
    }

    @Test
    void rights_ofTheDeclaredOperations_areTheStoredOnes() throws IOException {
        compare("docstore-rights.md", RightsPage.of(api, stored("docstore-rights.md")));
    }

    private static String stored(String name) throws IOException {
        Path file = DIRECTORY.resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private static void compare(String name, String derived) throws IOException {
        Path file = DIRECTORY.resolve(name);
        if (Boolean.getBoolean("api.renew")) {
            Files.createDirectories(DIRECTORY);
            Files.writeString(file, derived);
        }
        assertThat(Files.readString(file))
                .as("%s is old: if the change is intended, run this test with -Dapi.renew=true", name)
                .isEqualTo(derived);
    }
}

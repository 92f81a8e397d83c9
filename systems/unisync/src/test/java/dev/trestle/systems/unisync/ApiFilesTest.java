package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.SerializationFeature;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.http.contract.Contract;
import dev.trestle.platform.operation.RightsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The files under docs/api are what follows from the declared operations, but for what rights pages state by hand. {@code
 * -Dapi.renew=true} writes them anew.
 */
class ApiFilesTest extends UniSyncTest {
    private static final Path DIRECTORY = Path.of("../../docs/api");

    @Test
    void files_ofTheDeclaredOperations_areTheStoredOnes() throws IOException {
        Api api = world.api();
        compare("unisync.json", pretty(Contract.of(api).document()));
        compare("unisync-rights.md", RightsPage.of(api, stored("unisync-rights.md")));
    }

    private static String pretty(Object document) throws IOException {
        return Json.mapper()
                        .writer()
                        .with(SerializationFeature.INDENT_OUTPUT)
                        .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                        .writeValueAsString(document)
                + "\n";
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
                .as("%s is old: renew it with ./trestle test -Dtest=ApiFilesTest -Dapi.renew=true", name)
                .isEqualTo(derived);
    }
}

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

/** The pages in docs/api say what the declared operations say. Run with {@code -Dtrestle.renew} to write them anew. */
class ApiPagesTest extends UniSyncTest {
    private static final Path PAGES = Path.of("../../docs/api");

    @Test
    void pages_declaredOperations_areUpToDate() throws IOException {
        Api api = world.api();
        compare("unisync.json", pretty(Contract.of(api).document()));
        compare("unisync-rights.md", RightsPage.of(api));
    }

    private static String pretty(Object document) throws IOException {
        return Json.mapper()
                        .writer()
                        .with(SerializationFeature.INDENT_OUTPUT)
                        .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                        .writeValueAsString(document)
                + "\n";
    }

    private static void compare(String name, String derived) throws IOException {
        Path page = PAGES.resolve(name);
        if (System.getProperty("trestle.renew") != null) {
            Files.createDirectories(PAGES);
            Files.writeString(page, derived);
        }
        assertThat(derived)
                .as("docs/api/%s; if the change is intended, run this test with -Dtrestle.renew=true", name)
                .isEqualTo(Files.exists(page) ? Files.readString(page) : "");
    }
}

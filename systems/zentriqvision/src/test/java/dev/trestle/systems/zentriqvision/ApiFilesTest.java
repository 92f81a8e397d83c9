package dev.trestle.systems.zentriqvision;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.http.contract.Contract;
import dev.trestle.platform.operation.RightsPage;
import dev.trestle.testing.DerivedFiles;
import dev.trestle.testing.Targets;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The files under docs/api are what follows from the declared operations, but for what rights pages state by hand. */
class ApiFilesTest {
    private final World world = new World(Targets.all().findFirst().orElseThrow());

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void files_ofTheDeclaredOperations_areTheStoredOnes() throws IOException {
        Api api = world.system.api();
        DerivedFiles.compare("zentriqvision.json", Contract.of(api).text());
        DerivedFiles.compare(
                "zentriqvision-rights.md", RightsPage.of(api, DerivedFiles.stored("zentriqvision-rights.md")));
    }
}

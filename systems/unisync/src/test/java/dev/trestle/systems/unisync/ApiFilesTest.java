package dev.trestle.systems.unisync;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.http.contract.Contract;
import dev.trestle.platform.operation.RightsPage;
import dev.trestle.testing.DerivedFiles;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The files under docs/api are what follows from the declared operations, but for what rights pages state by hand. */
class ApiFilesTest extends UniSyncTest {
    @Test
    void files_ofTheDeclaredOperations_areTheStoredOnes() throws IOException {
        Api api = world.api();
        DerivedFiles.compare("unisync.json", Contract.of(api).text());
        DerivedFiles.compare("unisync-rights.md", RightsPage.of(api, DerivedFiles.stored("unisync-rights.md")));
    }
}

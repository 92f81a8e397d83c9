package dev.trestle.systems.docstore.model;

import dev.trestle.testing.AskedPatterns;
import dev.trestle.testing.Verified;
import org.junit.jupiter.api.Test;

class VerifiedModelTest {
    @Test
    void model_whole_hasOnlyFindingsThatItAccepts() {
        Verified.assertSound(DocstoreModel.MODEL);
    }

    @Test
    void patterns_all_areAskedByTestsThatCountRequests() {
        AskedPatterns.assertComplete(DocstoreModel.MODEL, DocstoreModel.class);
    }
}

package dev.trestle.systems.formkiq.model;

import dev.trestle.testing.AskedPatterns;
import dev.trestle.testing.Verified;
import org.junit.jupiter.api.Test;

class VerifiedModelTest {
    @Test
    void model_whole_hasOnlyFindingsThatItAccepts() {
        Verified.assertSound(FormKiqModel.MODEL);
    }

    @Test
    void patterns_all_areAskedByTestsThatCountRequests() {
        AskedPatterns.assertComplete(FormKiqModel.MODEL, FormKiqModel.class);
    }
}

package dev.trestle.systems.holdthatthought.model;

import dev.trestle.testing.AskedPatterns;
import dev.trestle.testing.Verified;
import org.junit.jupiter.api.Test;

class VerifiedModelTest {
    @Test
    void model_whole_hasOnlyFindingsThatItAccepts() {
        Verified.assertSound(HoldThatThoughtModel.MODEL);
    }

    @Test
    void patterns_all_areAskedByTestsThatCountRequests() {
        AskedPatterns.assertComplete(HoldThatThoughtModel.MODEL, HoldThatThoughtModel.class);
    }
}

package dev.trestle.model.verify;

import dev.trestle.model.Model;

/** One thing, or a few that belong together, that a model is looked at for. */
@FunctionalInterface
interface Rule {
    void check(Model model, Findings findings);
}

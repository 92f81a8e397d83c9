package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Writes a sequence of requests. No request depends on an answer, so any part of a sequence can be left out. */
public final class Generator {
    private static final int MISTAKES_PERCENT = 15;

    private final Dice dice;
    private final Mistakes mistakes;
    private final List<Supplier<Step>> kinds = new ArrayList<>();

    public Generator(long seed) {
        this.dice = new Dice(seed);
        Values values = new Values(dice);
        Conditions conditions = new Conditions(dice, values);
        ItemRequests items = new ItemRequests(dice, values, conditions);
        ReadRequests reads = new ReadRequests(dice, values, conditions);
        GroupRequests groups = new GroupRequests(dice, values, conditions, items);
        this.mistakes = new Mistakes(dice, values);
        weigh(28, items::put);
        weigh(40, items::update);
        weigh(10, items::delete);
        weigh(14, items::get);
        weigh(34, reads::query);
        weigh(16, reads::scan);
        weigh(8, groups::batchWrite);
        weigh(8, groups::batchGet);
        weigh(18, groups::transactWrite);
        weigh(8, groups::transactGet);
        weigh(14, new LegacyRequests(dice, values)::any);
        weigh(14, new PartiqlRequests(dice, values)::any);
        weigh(1, new TableRequests(dice)::any);
    }

    private void weigh(int weight, Supplier<Step> kind) {
        for (int i = 0; i < weight; i++) {
            kinds.add(kind);
        }
    }

    /** The requests that make the tables come first in every sequence. */
    public static List<Step> setup() {
        return Universe.creation();
    }

    public List<Step> steps(int count) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Step step = dice.pick(kinds).get();
            steps.add(dice.chance(MISTAKES_PERCENT) ? mistakes.in(step) : step);
        }
        return steps;
    }
}

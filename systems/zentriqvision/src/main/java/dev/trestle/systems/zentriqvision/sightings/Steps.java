package dev.trestle.systems.zentriqvision.sightings;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Divides sightings into steps that fit into one transaction each. For one division. */
final class Steps {
    /** Of a transaction's hundred actions, with room for the checks of the video and of who writes. */
    private static final int ACTIONS_MAX = 95;

    /** The appearance, its rows by time and by person, and those of two colours, age and gender, which may be known of its person. */
    private static final int ACTIONS_OF_ONE = 7;

    /** A person changes once in a step: the item, and its move in the list of those who were seen last. */
    private static final int ACTIONS_OF_PERSON = 3;

    private final List<List<Sighting>> steps = new ArrayList<>();
    private final Set<String> persons = new HashSet<>();
    private List<Sighting> step = new ArrayList<>();
    private int actions;

    private Steps() {}

    static List<List<Sighting>> of(List<Sighting> sightings) {
        Steps division = new Steps();
        sightings.forEach(division::add);
        division.end();
        return division.steps;
    }

    private void add(Sighting sighting) {
        if (actions + actionsOf(sighting) > ACTIONS_MAX) {
            end();
        }
        actions += actionsOf(sighting);
        persons.add(sighting.personId());
        step.add(sighting);
    }

    private int actionsOf(Sighting sighting) {
        List<String> objects = sighting.objects();
        return ACTIONS_OF_ONE
                + (sighting.emotion() == null ? 0 : 1)
                + (sighting.mask() == null ? 0 : 1)
                + (objects == null ? 0 : objects.size())
                + (persons.contains(sighting.personId()) ? 0 : ACTIONS_OF_PERSON);
    }

    private void end() {
        if (!step.isEmpty()) {
            steps.add(step);
        }
        step = new ArrayList<>();
        persons.clear();
        actions = 0;
    }
}

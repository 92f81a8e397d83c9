package dev.trestle.systems.zentriqvision.sightings;

import java.util.ArrayList;
import java.util.List;

/** Divides sightings into steps that fit into one transaction each. */
final class Steps {
    /** Of a transaction's hundred actions, with room for the check of the video, and a mark for each of seven of merged persons. */
    private static final int ACTIONS_MAX = 92;

    /** The appearance, its rows by time and by person; its person, who moves in a list; two colours, age, gender, emotion and mask. */
    private static final int ACTIONS_OF_ONE = 12;

    private Steps() {}

    static List<List<Sighting>> of(List<Sighting> sightings) {
        List<List<Sighting>> steps = new ArrayList<>();
        List<Sighting> step = new ArrayList<>();
        int actions = 0;
        for (Sighting each : sightings) {
            List<String> objects = each.objects();
            int more = ACTIONS_OF_ONE + (objects == null ? 0 : objects.size());
            if (actions + more > ACTIONS_MAX && !step.isEmpty()) {
                steps.add(step);
                step = new ArrayList<>();
                actions = 0;
            }
            step.add(each);
            actions += more;
        }
        if (!step.isEmpty()) {
            steps.add(step);
        }
        return steps;
    }
}

package dev.trestle.oracle;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes a sequence that ends in a difference short: drops steps before it, then members of its requests, as long as the
 * last step still shows a difference of the same kind that is not explained. Stops when its time is over, with what it has.
 */
final class Shrinker {
    private static final Duration TIME_MAX = Duration.ofSeconds(60);

    private final Match match;
    private final KnownDifferences known;
    private List<Step> setup = List.of();
    private String kind = "";
    private long deadline;

    Shrinker(Match match, KnownDifferences known) {
        this.match = match;
        this.known = known;
    }

    /**
     * @param tables the steps that everything rests on
     * @param steps all that was played after them, the differing step last
     */
    List<Step> shrink(List<Step> tables, List<Step> steps, String kindOfDifference) {
        deadline = System.nanoTime() + TIME_MAX.toNanos();
        setup = tables;
        kind = kindOfDifference;
        List<Step> shortest = dropSteps(fewestAtTheEnd(steps));
        List<Step> simple = new ArrayList<>(shortest.subList(0, shortest.size() - 1));
        simple.add(simplest(shortest));
        List<Step> whole = whole(simple);
        setup = List.of();
        return dropSteps(whole);
    }

    private List<Step> whole(List<Step> steps) {
        List<Step> whole = new ArrayList<>(setup);
        whole.addAll(steps);
        return whole;
    }

    /** Most differences need nothing but their own step, or few before it. */
    private List<Step> fewestAtTheEnd(List<Step> steps) {
        for (int count = 1; count < steps.size(); count *= 4) {
            List<Step> end = steps.subList(steps.size() - count, steps.size());
            if (stillDiffers(end)) {
                return new ArrayList<>(end);
            }
        }
        return new ArrayList<>(steps);
    }

    private List<Step> dropSteps(List<Step> steps) {
        List<Step> kept = new ArrayList<>(steps);
        for (int size = Math.max(1, kept.size() / 2); size >= 1; size /= 2) {
            for (int from = 0; from + 1 < kept.size() && inTime(); ) {
                int to = Math.min(from + size, kept.size() - 1);
                List<Step> fewer = new ArrayList<>(kept.subList(0, from));
                fewer.addAll(kept.subList(to, kept.size()));
                if (stillDiffers(fewer)) {
                    kept = fewer;
                } else {
                    from = to;
                }
            }
        }
        return kept;
    }

    private Step simplest(List<Step> steps) {
        List<Step> before = steps.subList(0, steps.size() - 1);
        Step last = steps.get(steps.size() - 1);
        boolean simpler = true;
        while (simpler && inTime()) {
            simpler = false;
            for (Map<String, Object> candidate : simplerRequests(last.request())) {
                List<Step> tried = new ArrayList<>(before);
                tried.add(last.with(candidate));
                if (inTime() && stillDiffers(tried)) {
                    last = last.with(candidate);
                    simpler = true;
                    break;
                }
            }
        }
        return last;
    }

    /** The request with one member or element of it left out, the greatest parts first. */
    private static List<Map<String, Object>> simplerRequests(Map<String, Object> request) {
        List<Map<String, Object>> simpler = new ArrayList<>();
        leaveOut(request, simpler::add);
        return simpler;
    }

    private static void leaveOut(Map<String, Object> object, Consumer<Map<String, Object>> found) {
        for (String name : object.keySet()) {
            Map<String, Object> without = Json.copy(object);
            without.remove(name);
            found.accept(without);
        }
        object.forEach((name, member) -> leaveOutOf(member, changed -> {
            Map<String, Object> with = Json.copy(object);
            with.put(name, changed);
            found.accept(with);
        }));
    }

    @SuppressWarnings("unchecked")
    private static void leaveOutOf(Object value, Consumer<Object> found) {
        if (value instanceof Map<?, ?> map) {
            leaveOut((Map<String, Object>) map, found::accept);
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                List<Object> without = Json.copy((List<Object>) list);
                without.remove(i);
                found.accept(without);
                int at = i;
                leaveOutOf(list.get(i), changed -> {
                    List<Object> with = Json.copy((List<Object>) list);
                    with.set(at, changed);
                    found.accept(with);
                });
            }
        }
    }

    private boolean stillDiffers(List<Step> steps) {
        match.clear();
        Optional<Difference> last = Optional.empty();
        for (Step step : whole(steps)) {
            last = match.compare(step);
        }
        return last.isPresent()
                && last.get().kind().equals(kind)
                && known.explain(last.get()).isEmpty();
    }

    private boolean inTime() {
        return System.nanoTime() < deadline;
    }
}

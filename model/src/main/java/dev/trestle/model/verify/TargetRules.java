package dev.trestle.model.verify;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A model that needs what its target lacks is told so before it starts, never halfway through a write. */
final class TargetRules implements Rule {
    private final Target target;
    private final Set<Feature> needs;

    TargetRules(Target target, Set<Feature> needs) {
        this.target = target;
        this.needs = Set.copyOf(needs);
    }

    @Override
    public void check(Model model, Findings findings) {
        for (Feature feature : needs) {
            if (!target.has(feature)) {
                findings.at(model.tables().get(0))
                        .in("system " + model.system())
                        .error(Code.TARGET_LACKS, lacks(feature, "the system's rules use them"), remedy());
            }
        }
        if (target.has(Feature.TRANSACTIONS)) {
            return;
        }
        for (Table table : model.allTables()) {
            for (Entity<?> entity : table.entities()) {
                List<String> because = new ArrayList<>();
                entity.uniques().forEach(unique -> because.add("the guard of its unique " + unique.name()));
                entity.twins().forEach(twin -> because.add("its second item " + twin.entity()));
                if (!because.isEmpty()) {
                    String why = "each write of it takes " + String.join(" and ", because) + " along";
                    findings.at(entity).error(Code.TARGET_LACKS, lacks(Feature.TRANSACTIONS, why), remedy());
                }
            }
        }
    }

    private String lacks(Feature feature, String why) {
        return target + " has no " + feature + ", and " + why;
    }

    private String remedy() {
        return "run it on DynamoDB or on Trestle's engine, or do without unique attributes and second items";
    }
}

package dev.trestle.server.systems;

import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Evolution;
import dev.trestle.model.verify.LiveTables;
import dev.trestle.model.verify.Target;
import dev.trestle.model.verify.Verifier;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.systems.docstore.Docstore;
import dev.trestle.systems.formkiq.FormKiq;
import dev.trestle.systems.holdthatthought.HoldThatThought;
import dev.trestle.systems.unisync.UniSync;
import dev.trestle.systems.zentriqvision.ZentriqVision;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The systems that this process hosts: the one list of them. */
public final class Systems {
    private static final List<SystemDefinition<?>> ALL =
            List.of(UniSync.SYSTEM, Docstore.SYSTEM, ZentriqVision.SYSTEM, HoldThatThought.SYSTEM, FormKiq.SYSTEM);

    private Systems() {}

    public static List<SystemDefinition<?>> all() {
        return ALL;
    }

    /** Begins to make the models beside what else a process starts with; a thread that needs one waits for it. */
    public static void makeAhead() {
        Thread thread = new Thread(() -> ALL.forEach(SystemDefinition::model), "trestle-models");
        thread.setDaemon(true);
        thread.start();
    }

    /** The names that tables have here. */
    public static Function<Table, String> names(Configuration configuration) {
        Map<String, String> others = configuration.get(Keys.TABLES);
        return table -> others.getOrDefault(table.name(), table.name());
    }

    /**
     * Lets a system start on its tables, which are there: it is {@link #prove sound}, the tables are as the model has them, and stored
     * items fit. What fits is recorded.
     *
     * @throws dev.trestle.model.error.ModelException if one of these does not hold, with all that is wrong
     */
    public static void admit(SystemDefinition<?> system, Target target, Deployment deployment) {
        prove(system, target);
        admitProven(deployment);
    }

    /** What needs no tables: its model is sound, and the target has what it needs. */
    public static void prove(SystemDefinition<?> system, Target target) {
        Verifier.verify(system.model(), target, system.needs()).check();
    }

    /** What is left to do for one that is {@link #prove sound}. */
    public static void admitProven(Deployment deployment) {
        LiveTables.compare(deployment.model(), deployment.client(), deployment.names())
                .check();
        new Evolution(deployment).admit();
    }
}

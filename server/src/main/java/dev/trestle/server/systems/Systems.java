package dev.trestle.server.systems;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Evolution;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.verify.Feature;
import dev.trestle.model.verify.LiveTables;
import dev.trestle.model.verify.Target;
import dev.trestle.model.verify.Verifier;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.systems.docstore.Docstore;
import dev.trestle.systems.docstore.model.DocstoreModel;
import dev.trestle.systems.formkiq.model.FormKiqModel;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtModel;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.zentriqvision.model.ZentriqVisionModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** The systems that this process knows: the one list of them. */
public final class Systems {
    /**
     * A system.
     *
     * @param name of its model too
     * @param making gives its model, which takes a while the first time
     * @param needs what its rules need of the database, beyond what its model shows
     * @param opening lets it run on its tables, if it does more than to have them
     * @param demo its sample world, if it has one
     * @param buckets that hold its objects
     */
    public record Known(
            String name,
            Supplier<Model> making,
            Set<Feature> needs,
            Optional<Function<Resources, Running>> opening,
            Optional<Demo> demo,
            Function<Configuration, List<String>> buckets) {
        public Known(
                Model model, Set<Feature> needs, Optional<Function<Resources, Running>> opening, Optional<Demo> demo) {
            this(model.system(), () -> model, needs, opening, demo, configuration -> List.of());
        }

        /** One that has tables only. */
        public Known(Model model, Set<Feature> needs) {
            this(model, needs, Optional.empty(), Optional.empty());
        }

        private static Known tables(String name, Supplier<Model> making) {
            return new Known(name, making, TOGETHER, Optional.empty(), Optional.empty(), configuration -> List.of());
        }

        /** The same with buckets of its own. */
        public Known withBuckets(Function<Configuration, List<String>> given) {
            return new Known(name, making, needs, opening, demo, given);
        }

        public Model model() {
            return making.get();
        }
    }

    /** All of them change several items together. */
    private static final Set<Feature> TOGETHER = Set.of(Feature.TRANSACTIONS);

    /** Their models are made when they are asked for. */
    private static final List<Known> ALL = List.of(
            new Known(
                    "unisync",
                    () -> UniSyncModel.MODEL,
                    TOGETHER,
                    Optional.of(UniSyncOpening::open),
                    Optional.of(new UniSyncDemo()),
                    configuration -> List.of(configuration.get(Keys.UNISYNC_BUCKET))),
            new Known(
                    "docstore",
                    () -> DocstoreModel.MODEL,
                    TOGETHER,
                    Optional.of(Systems::docstore),
                    Optional.of(new DocstoreDemo()),
                    configuration -> List.of(Docstore.BUCKET)),
            Known.tables("zentriqvision", () -> ZentriqVisionModel.MODEL),
            Known.tables("holdthatthought", () -> HoldThatThoughtModel.MODEL),
            Known.tables("formkiq", () -> FormKiqModel.MODEL));

    private Systems() {}

    public static List<Known> all() {
        return ALL;
    }

    /** Begins to make the models beside what else a process starts with; whoever asks for one waits for it. */
    public static void makeAhead() {
        Thread thread = new Thread(() -> ALL.forEach(Known::model), "trestle-models");
        thread.setDaemon(true);
        thread.start();
    }

    static ItemStore store(Model model, Resources resources) {
        ItemStore.Builder builder = ItemStore.builder(resources.items(), model)
                .clock(resources.clock())
                .cursorKey(resources.cursorKey())
                .onUnreadable(resources.unreadable());
        Function<Table, String> names = names(resources.configuration());
        model.allTables().forEach(table -> builder.name(table, names.apply(table)));
        return builder.build();
    }

    /** The names that tables have here. */
    public static Function<Table, String> names(Configuration configuration) {
        Map<String, String> others = configuration.get(Keys.TABLES);
        return table -> others.getOrDefault(table.name(), table.name());
    }

    private static Running docstore(Resources resources) {
        Docstore docstore = new Docstore(new Docstore.Parts(
                store(DocstoreModel.MODEL, resources),
                new Deployment(
                        DocstoreModel.MODEL, resources.items(), names(resources.configuration()), resources.clock()),
                resources.streams(),
                resources.objects(),
                Docstore.BUCKET,
                resources.identity()));
        return Running.of(docstore.api(), docstore::close);
    }

    /**
     * Lets a system start on its tables, which are there: it is {@link #prove sound}, the tables are as the model has them, and stored
     * items fit. What fits is recorded.
     *
     * @throws dev.trestle.model.error.ModelException if one of these does not hold, with all that is wrong
     */
    public static void admit(Known system, Target target, Deployment deployment) {
        prove(system, target);
        admitProven(system, deployment);
    }

    /** What needs no tables: its model is sound, and the target has what it needs. */
    public static void prove(Known system, Target target) {
        Verifier.verify(system.model(), target, system.needs()).check();
    }

    /** What is left to do for one that is {@link #prove sound}. */
    public static void admitProven(Known system, Deployment deployment) {
        LiveTables.compare(system.model(), deployment.client(), deployment.names())
                .check();
        new Evolution(deployment).admit();
    }
}

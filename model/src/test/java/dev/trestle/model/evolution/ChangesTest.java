package dev.trestle.model.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Scope;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.evolution.Change.Effect;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangesTest {
    enum Few {
        A,
        B
    }

    enum More {
        A,
        B,
        C
    }

    static final class V1 {
        record Inner(String text) {}

        record Thing(String id, String name, @Nullable String maybe, Few kind, List<Inner> inners, Instant at) {}
    }

    static final class V2 {
        record Inner(String text, @Nullable String more) {}

        record Thing(String id, String name, String maybe, More kind, List<Inner> inners, Instant at, String added) {}
    }

    static final class V3 {
        record Inner(int text) {}

        record Thing(
                String id,
                @Nullable String maybe,
                Few kind,
                List<Inner> inners,
                @Time(TimeFormat.EPOCH_SECONDS) Instant at,
                @Nullable String name,
                @Nullable Inner added) {}
    }

    static final class V4 {
        record Inner(String text) {}

        record Thing(
                String id,
                String name,
                @Nullable String maybe,
                Few kind,
                List<Inner> inners,
                Instant at,
                @Nullable Inner inner) {}
    }

    private static <T extends Record> Model model(Class<T> type, Consumer<Entity<T>> more) {
        Table table = Table.named("things").key("PK", "SK").index("GSI1", "GSI1PK", "GSI1SK");
        Entity<T> entity = table.entity("Thing", type).key("T#{id}", "X");
        more.accept(entity);
        return Model.of("small", table).with(Support.table("small"));
    }

    private static List<String> changes(Model before, Model after) {
        Description parsed = Description.parse(Describe.model(before).text());
        return Changes.between(parsed, Describe.model(after)).stream()
                .map(change -> change.effect() + " "
                        + change.path().replace("table things", "").replace(" / entity Thing / ", ""))
                .toList();
    }

    @Test
    void between_sameModel_isNothing() {
        assertThat(changes(model(V1.Thing.class, entity -> {}), model(V1.Thing.class, entity -> {})))
                .isEmpty();
    }

    @Test
    void between_attributes_areJudgedByWhatIsStored() {
        assertThat(changes(model(V1.Thing.class, entity -> {}), model(V2.Thing.class, entity -> {})))
                .containsExactly(
                        "REFUSED attribute added",
                        "COMPATIBLE attribute inners[].more",
                        "COMPATIBLE attribute kind values",
                        "REFUSED attribute maybe");
        assertThat(changes(model(V1.Thing.class, entity -> {}), model(V4.Thing.class, entity -> {})))
                .containsExactly("COMPATIBLE attribute inner", "COMPATIBLE attribute inner.text");
        assertThat(changes(model(V2.Thing.class, entity -> {}), model(V3.Thing.class, entity -> {})))
                .containsExactly(
                        "REFUSED attribute added",
                        "REFUSED attribute added.text",
                        "REFUSED attribute at",
                        "COMPATIBLE attribute inners[].more",
                        "REFUSED attribute inners[].text",
                        "REFUSED attribute kind values",
                        "COMPATIBLE attribute maybe",
                        "COMPATIBLE attribute name");
    }

    @Test
    void between_keysAndConstants_askForMigration() {
        Model plain = model(V1.Thing.class, entity -> {});
        assertThat(changes(plain, model(V1.Thing.class, entity -> entity.index("GSI1", "N#{name}", "{at}"))))
                .containsExactly("MIGRATE index GSI1 1");
        assertThat(changes(model(V1.Thing.class, entity -> entity.index("GSI1", "N#{name}", "{at}")), plain))
                .containsExactly("MIGRATE index GSI1 1");
        assertThat(changes(plain, model(V1.Thing.class, entity -> entity.constant("type", "Thing"))))
                .containsExactly("MIGRATE constant type");
        assertThat(changes(plain, model(V1.Thing.class, entity -> entity.refuse("#", "id"))))
                .containsExactly("MIGRATE key 1 refuses id");
    }

    @Test
    void between_whatStandsBeside_asksForRepairWhenItComes() {
        Model plain = model(V1.Thing.class, entity -> {});
        Model unique = model(V1.Thing.class, entity -> entity.unique("name"));
        assertThat(changes(plain, unique)).containsExactly("REPAIR unique name");
        assertThat(changes(unique, plain)).containsExactly("COMPATIBLE unique name");
        Model twin = model(
                V1.Thing.class,
                entity -> entity.also(
                        entity.table().entity("Second", V1.Thing.class).key("S#{id}", "X"), thing -> thing));
        assertThat(changes(plain, twin)).containsExactly("COMPATIBLE  / entity Second", "REPAIR second things/Second");
    }

    @Test
    void between_wholeTablesAndEntities_areToldOnce() {
        Model plain = model(V1.Thing.class, entity -> {});
        Model two = model(
                V1.Thing.class,
                entity -> entity.table().entity("Second", V1.Thing.class).key("S#{id}", "X"));
        assertThat(changes(plain, two)).containsExactly("COMPATIBLE  / entity Second");
        assertThat(changes(two, plain)).containsExactly("REFUSED  / entity Second");
        Table renamed = Table.named("others").key("PK", "SK");
        renamed.entity("Thing", V1.Thing.class).key("T#{id}", "X");
        assertThat(changes(plain, Model.of("small", renamed).with(Support.table("small"))))
                .containsExactly("COMPATIBLE table others", "REFUSED ");
    }

    @Test
    void between_scopeAndIndexes_areJudged() {
        Model plain = model(V1.Thing.class, entity -> {});
        assertThat(changes(plain, model(V1.Thing.class, entity -> entity.table().scope(Scope.prefix("site", "/")))))
                .contains("REFUSED  / scope");
        assertThat(changes(plain, model(V1.Thing.class, entity -> entity.table().index("GSI2", "P2", "S2"))))
                .containsExactly("COMPATIBLE  / index GSI2");
        assertThat(changes(plain, model(V1.Thing.class, entity -> entity.table().expiry("ttl"))))
                .containsExactly("COMPATIBLE  / expiry");
    }

    @Test
    void change_shown_saysWhatItMeans() {
        Model before = model(V1.Thing.class, entity -> {});
        Model after = model(V1.Thing.class, entity -> entity.index("GSI1", "N#{name}", "{at}"));
        assertThat(Changes.between(Describe.model(before), Describe.model(after)))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.effect()).isEqualTo(Effect.MIGRATE);
                    assertThat(change.toString()).contains("new: `N#{name} | {at}`", "are not found by it");
                });
    }
}

package dev.trestle.platform.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who gets an item, and what everybody else is told. */
class ItemTest {
    private record Leaf(String owner, String reader) {}

    private enum Role {
        READER,
        OWNER
    }

    private static final Item<String, Leaf> ITEM = Item.<String, Leaf>of("There is no such leaf.")
            .unreadableShownTo("admin"::equals)
            .atLeast(Role.OWNER, ItemTest::roleOf);

    private static @Nullable Role roleOf(String who, Leaf leaf) {
        return who.equals(leaf.owner()) ? Role.OWNER : who.equals(leaf.reader()) ? Role.READER : null;
    }

    private static Leaf read(String who, Supplier<Optional<Leaf>> found) {
        return ITEM.read(who, found, leaf -> leaf);
    }

    private static void assertRefused(String who, Supplier<Optional<Leaf>> found, Kind kind) {
        assertThatThrownBy(() -> read(who, found))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.problem().kind()).isEqualTo(kind));
    }

    @Test
    void read_byRole_givesItRefusesItOrHidesIt() {
        Leaf leaf = new Leaf("ann", "ben");

        assertThat(read("ann", () -> Optional.of(leaf))).isEqualTo(leaf);
        assertRefused("ben", () -> Optional.of(leaf), Kind.FORBIDDEN);
        assertRefused("cleo", () -> Optional.of(leaf), Kind.NOT_FOUND);
        assertRefused("ann", Optional::empty, Kind.NOT_FOUND);
    }

    @Test
    void read_itemThatCannotBeRead_isShownToThoseAloneWhoAreToldOfIt() {
        Supplier<Optional<Leaf>> damaged = () -> {
            throw new UnreadableItemException("a stored attribute is missing", "Leaf", "owner", "nothing");
        };

        assertRefused("ann", damaged, Kind.NOT_FOUND);
        assertThatThrownBy(() -> read("admin", damaged)).isInstanceOf(UnreadableItemException.class);
    }
}

package dev.trestle.systems.unisync.showsets;

import static dev.trestle.systems.unisync.people.Right.READ;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Item;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.systems.unisync.model.SavedView;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.people.Rights;
import java.time.Instant;
import java.util.List;

/** Views of the board that users keep for themselves. A view has its name as its id, so that saving it twice changes it. */
public final class SavedViews {
    private static final int VIEWS_MAX = 30;
    private static final String NO_CONTROLS = "[^\\u0000-\\u001f\\u007f]+";

    private static final Item<User, SavedView> VIEW = Item.of("There is no such view.");

    private final ItemStore store;

    public SavedViews(ItemStore store) {
        this.store = store.consistent();
    }

    record ByView(
            @Length(min = 1, max = 60) @Matches(NO_CONTROLS) String viewName) {}

    record ViewContent(
            @About("The query of the board's address: filters, order, columns") @Length(max = 2000) @Matches("[!-~]*")
            String query) {}

    record SaveView(
            @Length(min = 1, max = 60) @Matches(NO_CONTROLS) String viewName, ViewContent body) {}

    /** A view as its owner sees it. */
    record View(String viewName, String query, Instant updatedAt) {
        static View of(SavedView view) {
            return new View(view.viewName(), view.query(), view.updatedAt());
        }
    }

    public void declare(Operations<User> operations) {
        operations
                .get("listViews", "/me/views")
                .about("The caller's own saved views of the board")
                .right(Rights.of(READ))
                .givesPage(
                        View.class,
                        given ->
                                new Page<>(of(given.by()).stream().map(View::of).toList(), null));
        operations
                .put("saveView", "/me/views/{viewName}", SaveView.class)
                .about("Saves a view of the board under a name, or changes the one of that name")
                .right(Rights.of(READ))
                .refuses(Kind.CONFLICT)
                .changes(View.class, this::save);
        operations
                .delete("deleteView", "/me/views/{viewName}", ByView.class)
                .about("Deletes a saved view")
                .right(Rights.of(READ))
                .on(
                        VIEW,
                        given -> SupportTable.VIEW_BY_NAME.of(
                                given.by().userId(), given.asked().viewName()))
                .changes((given, read) -> Decision.done().delete(SupportTable.SAVED_VIEW, read))
                .givesNothing();
    }

    private List<SavedView> of(User who) {
        return store.first(SupportTable.VIEWS_OF_USER.of(who.userId()), VIEWS_MAX);
    }

    private Decision<View> save(Given<User, SaveView> given) {
        String name = given.asked().viewName();
        List<SavedView> others = of(given.by()).stream()
                .filter(view -> !view.viewName().equals(name))
                .toList();
        if (others.size() >= VIEWS_MAX) {
            throw ApiException.conflict("Nobody keeps more than " + VIEWS_MAX + " views. Delete one first.", null)
                    .withCode("views-full");
        }
        SavedView view =
                new SavedView(given.by().userId(), name, given.asked().body().query(), given.at());
        return Decision.of(View.of(view)).put(SupportTable.SAVED_VIEW, view);
    }
}

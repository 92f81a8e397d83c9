package dev.trestle.systems.formkiq.mappings;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Answers.Message;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.mappings.MappingViews.AddMapping;
import dev.trestle.systems.formkiq.mappings.MappingViews.ByMapping;
import dev.trestle.systems.formkiq.mappings.MappingViews.ListMappings;
import dev.trestle.systems.formkiq.mappings.MappingViews.MadeMapping;
import dev.trestle.systems.formkiq.mappings.MappingViews.MappingView;
import dev.trestle.systems.formkiq.mappings.MappingViews.MappingsView;
import dev.trestle.systems.formkiq.mappings.MappingViews.OneMapping;
import dev.trestle.systems.formkiq.mappings.MappingViews.SetMapping;
import dev.trestle.systems.formkiq.model.Mappings;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import java.util.List;
import java.util.UUID;

/** The operations on mappings: how attributes are filled from what a document says. */
public final class MappingOperations {
    private final ItemStore items;
    private final Pages pages;

    public MappingOperations(ItemStore items, Pages pages) {
        this.items = items;
        this.pages = pages;
    }

    public void declare(Operations<Caller> api) {
        api.get("GetMappings", "/mappings", ListMappings.class)
                .about("The mappings of a site by name")
                .right(Rights.READ)
                .gives(MappingsView.class, this::list);
        api.post("AddMapping", "/mappings", AddMapping.class)
                .about("Adds a mapping")
                .right(Rights.WRITE)
                .created()
                .refuses(Kind.INVALID)
                .changes(MadeMapping.class, this::add);
        String one = "/mappings/{mappingId}";
        api.get("GetMapping", one, ByMapping.class)
                .about("A mapping")
                .right(Rights.READ)
                .refuses(Kind.NOT_FOUND)
                .gives(
                        OneMapping.class,
                        given -> new OneMapping(MappingView.of(
                                require(given.by(), given.asked().mappingId()).record())));
        api.put("SetMapping", one, SetMapping.class)
                .about("Replaces a mapping")
                .right(Rights.WRITE)
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .changes(Message.class, this::set);
        api.delete("DeleteMapping", one, ByMapping.class)
                .about("Deletes a mapping")
                .right(Rights.DELETE)
                .refuses(Kind.NOT_FOUND)
                .changes(Message.class, this::delete);
    }

    private ItemStore store(Caller caller) {
        return items.within(caller.site()).consistent();
    }

    private Stored<Mapping> require(Caller caller, String id) {
        return store(caller)
                .stored(Mappings.MAPPING_BY_ID.of(id))
                .orElseThrow(() -> Refusals.notFound("Mapping '" + id + "' not found"));
    }

    private MappingsView list(Given<Caller, ListMappings> given) {
        ListMappings asked = given.asked();
        ItemStore indexes = items.within(given.by().site());
        Pages.Listing<MappingView> page = pages.collect(
                pages.asked(given.by(), "GetMappings", List.of(), asked.limit(), asked.next(), null),
                (after, count) -> indexes.placed(Mappings.ALL_MAPPINGS.of(), count, after),
                Pages.each(MappingView::of));
        return new MappingsView(page.items(), page.next());
    }

    private Decision<MadeMapping> add(Given<Caller, AddMapping> given) {
        String id = UUID.randomUUID().toString();
        Mapping made =
                MappingRules.checked(store(given.by()), id, given.asked().body().mapping());
        return Decision.of(new MadeMapping(id)).create(Mappings.MAPPING, made);
    }

    private Decision<Message> set(Given<Caller, SetMapping> given) {
        Stored<Mapping> before = require(given.by(), given.asked().mappingId());
        Mapping after = MappingRules.checked(
                store(given.by()),
                before.record().documentId(),
                given.asked().body().mapping());
        return Decision.of(new Message("Mapping set")).replace(Mappings.MAPPING, before, after);
    }

    private Decision<Message> delete(Given<Caller, ByMapping> given) {
        Stored<Mapping> before = require(given.by(), given.asked().mappingId());
        return Decision.of(new Message("Mapping '" + before.record().documentId() + "' deleted"))
                .delete(Mappings.MAPPING, before);
    }
}

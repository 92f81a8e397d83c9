package dev.trestle.systems.docstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.table.Person;
import dev.trestle.systems.docstore.World.Answer;
import dev.trestle.systems.docstore.World.Someone;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.testing.Targets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents are given to groups and to members of the tenant, and to nobody else. */
class AccessMembersTest {
    @SuppressWarnings("NullAway.Init")
    private World world;

    @SuppressWarnings("NullAway.Init")
    private Someone ann;

    private String bob = "";
    private String carl = "";

    @BeforeEach
    void open() {
        world = new World(Targets.all().findFirst().orElseThrow());
        ann = world.member(join("Ann", "acme"), "acme");
        bob = join("Bob", "acme");
        carl = join("Carl Foreign", "globex");
        ann.create("doc", "text").is(201);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private String join(String name, String tenant) {
        People people = world.identity.people();
        String email = name.toLowerCase(java.util.Locale.ROOT).replace(' ', '.') + "@example.org";
        String id = people.add(email, name, List.of()).person().personId();
        people.join(id, tenant, List.of());
        return id;
    }

    private Answer give(Someone who, String owner, List<String> editors, List<String> viewers) {
        return who.json(
                "changeAccess",
                "PUT",
                "/documents/doc/access",
                Map.of("owner", owner, "editors", editors, "viewers", viewers),
                "if-match",
                who.get("getAccess", "/documents/doc/access").tag());
    }

    @Test
    void access_toNobodyOrToSomebodyOfAnotherTenant_isRefusedInTheSameWords() {
        for (String stranger : List.of("nobody", carl)) {
            for (Answer refused : List.of(
                    give(ann, stranger, List.of(), List.of()),
                    give(ann, ann.name, List.of(bob, stranger), List.of()),
                    give(ann, ann.name, List.of(), List.of(stranger)))) {
                refused.is(400);
                assertThat(refused.body().at("/errors/0/message").asText())
                        .isEqualTo("has " + stranger
                                + ", who is no member of this tenant. Look people up by their address");
                assertThat(refused.text()).doesNotContain("Foreign", "globex");
            }
        }
        assertThat(give(ann, ann.name, List.of(), List.of(carl))
                        .body()
                        .at("/errors/0/field")
                        .asText())
                .isEqualTo("viewers");
        assertThat(ann.get("getAccess", "/documents/doc/access").ok().path("editors"))
                .isEmpty();

        give(ann, ann.name, List.of("group:any"), List.of(bob)).is(200);
        give(ann, bob, List.of(), List.of(ann.name)).is(200);
    }

    @Test
    void access_toSomebodyDisabledOrWhoLeft_isRefusedButTheyMayStayListed() {
        String dora = join("Dora", "acme");
        give(ann, ann.name, List.of(), List.of(bob, dora)).is(200);
        world.identity.people().leave(bob, "acme");
        world.identity.people().change(dora, person -> person.withStatus(Person.Status.DISABLED));

        give(ann, ann.name, List.of(bob), List.of(dora)).is(400);
        give(ann, ann.name, List.of(dora), List.of()).is(400);
        give(ann, dora, List.of(), List.of()).is(400);
        give(ann, ann.name, List.of("group:any"), List.of(bob, dora)).is(200);
        give(ann, ann.name, List.of(), List.of()).is(200);
        give(ann, ann.name, List.of(), List.of(bob)).is(400);
    }

    @Test
    void findPeople_byAPartOfTheName_areTheTenantsOwn() {
        assertThat(ann.get("findPeople", "/members?text=o").ok().path("items").findValuesAsText("name"))
                .as("everybody has an address with an o in it")
                .containsExactly("Ann", "Bob");
        assertThat(ann.get("findPeople", "/members?text=BO").ok().path("items").findValuesAsText("principal"))
                .containsExactly(bob);
        assertThat(ann.get("findPeople", "/members?limit=1").ok().path("items")).hasSize(1);
        assertThat(ann.get("findPeople", "/members?text=carl").ok().path("items"))
                .isEmpty();
        ann.get("findPeople", "/members?limit=51").is(400);
    }

    /** A row of another program may name anybody: what they are called is their own tenant's. */
    @Test
    void names_ofPeopleOfOtherTenants_areNotShown() {
        Document now = world.tables
                .store()
                .within("acme")
                .get(DocumentsTable.LATEST.of("doc"))
                .orElseThrow();
        world.tables
                .store()
                .within("acme")
                .change(DocumentsTable.LATEST.of("doc"))
                .set("viewers", List.of(carl, bob))
                .commit();

        assertThat(now.viewers()).isEmpty();
        Answer shown = ann.get("getAccess", "/documents/doc/access").is(200);
        assertThat(shown.ok().path("names").path(bob).asText()).isEqualTo("Bob");
        assertThat(shown.text()).contains(carl).doesNotContain("Foreign");
    }

    /** Their ids are all that is known of them here. */
    @Test
    void access_byAndToPeopleOfAnotherIssuer_isTakenAsTheyNameThem() {
        Someone outside = world.someone("olga", "acme");
        outside.create("doc2", "text").is(201);
        outside.share("doc2", List.of("colleague"), List.of(bob)).is(200);
        outside.share("doc2", List.of("colleague"), List.of(bob, carl)).is(400);
    }

    @Test
    void readers_ofADocumentSharedWithAGroup_areItsMembersAndTheGroup() {
        world.identity.people().join(bob, "acme", List.of("roofers"));
        String zoe = join("Zoe", "acme");
        world.identity.people().join(zoe, "acme", List.of("roofers"));
        world.identity.people().join(carl, "globex", List.of("roofers"));
        give(ann, ann.name, List.of(), List.of("group:roofers")).is(200);

        JsonNode readers = ann.get("listReaders", "/documents/doc/readers").ok().path("items");
        assertThat(readers.findValuesAsText("personId")).containsExactly(ann.name, "group:roofers", bob, zoe);
        assertThat(readers.findValuesAsText("name")).containsExactly("Ann", "roofers", "Bob", "Zoe");
        Map<String, Object> comment = Map.of("text", "@roofers look", "mentions", List.of("group:roofers", zoe));
        assertThat(ann.json("addComment", "POST", "/documents/doc/comments", comment)
                        .is(201)
                        .body()
                        .path("mentions")
                        .findValuesAsText("name"))
                .containsExactly("roofers", "Zoe");
        ann.json(
                        "addComment",
                        "POST",
                        "/documents/doc/comments",
                        Map.of("text", "@slaters look", "mentions", List.of("group:slaters")))
                .is(400);
    }
}

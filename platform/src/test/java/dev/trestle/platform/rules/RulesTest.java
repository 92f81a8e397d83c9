package dev.trestle.platform.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A table of rules, row by row. */
class RulesTest {
    record Paper(String owner) {}

    private static final Rules<Paper> PAPERS = Rules.<Paper>of("paper")
            .role("owner", (who, paper) -> who.subject().equals(paper.owner()))
            .role("staff", Role.group("staff"))
            .role("administrator", Role.group("built-in", "administrators"))
            .role("anybody", Role.anybody())
            .allow("read", "anybody")
            .allow("edit", "owner", "staff")
            .allow("delete", "owner", "administrator");

    private static Principal who(String issuer, String subject, String... groups) {
        return new Principal(issuer, subject, Principal.Proof.TOKEN, null, Set.of(groups), Map.of());
    }

    @Test
    void permits_roleOfTheRow_isAllowed() {
        Paper paper = new Paper("ann");

        assertThat(PAPERS.permits(who("x", "bob"), "read", paper)).isTrue();
        assertThat(PAPERS.permits(who("x", "bob"), "edit", paper)).isFalse();
        assertThat(PAPERS.permits(who("x", "ann"), "edit", paper)).isTrue();
        assertThat(PAPERS.permits(who("x", "bob", "staff"), "edit", paper)).isTrue();
        assertThat(PAPERS.permits(who("x", "bob", "staff"), "delete", paper)).isFalse();
        assertThat(PAPERS.permits(who("built-in", "root", "administrators"), "delete", paper))
                .isTrue();
    }

    @Test
    void permits_groupOfTheSameNameByAnotherIssuer_isNotTheGroup() {
        assertThat(PAPERS.permits(who("other", "root", "administrators"), "delete", new Paper("ann")))
                .isFalse();
    }

    @Test
    void permits_actionWithoutARow_isDeniedToEverybody() {
        assertThat(PAPERS.permits(who("built-in", "ann", "administrators", "staff"), "burn", new Paper("ann")))
                .isFalse();
    }

    @Test
    void require_denied_saysWhyToTheLogAndLittleToTheCaller() {
        assertThatThrownBy(() -> PAPERS.require(who("x", "bob", "staff"), "delete", new Paper("ann")))
                .isInstanceOfSatisfying(ApiException.class, denied -> {
                    assertThat(denied.problem().kind()).isEqualTo(Kind.FORBIDDEN);
                    assertThat(denied.problem().message()).isEqualTo("You may not do this.");
                    assertThat(denied.problem().reason())
                            .isEqualTo("to delete a paper takes one of [owner, administrator],"
                                    + " the caller is [staff, anybody]");
                });
        PAPERS.require(who("x", "ann"), "delete", new Paper("ann"));
        assertThatThrownBy(() -> PAPERS.require(who("x", "ann"), "burn", new Paper("ann")))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        denied -> assertThat(denied.problem().reason()).isEqualTo("no rule lets anybody burn a paper"));
    }

    @Test
    void allow_unknownRoleOrSecondRow_isRefused() {
        assertThatThrownBy(() -> Rules.of("x").allow("read", "nobody")).hasMessageContaining("no role nobody");
        assertThatThrownBy(() -> Rules.of("x").allow("read").allow("read")).hasMessageContaining("two rows");
        assertThatThrownBy(() -> Rules.of("x").role("a", Role.anybody()).role("a", Role.anybody()))
                .hasMessageContaining("twice");
    }
}

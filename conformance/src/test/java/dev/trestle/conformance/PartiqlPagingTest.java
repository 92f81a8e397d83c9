package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;

/** SELECT page by page. */
class PartiqlPagingTest extends PartiqlTest {
    private static final int ROUNDS_MAX = 100;

    @BeforeEach
    void putItems() {
        for (String partition : List.of("a", "b", "c")) {
            for (int i = 0; i < 5; i++) {
                put(table, "{pk: '" + partition + "', sk: " + i + ", g: 'G', l: 'l" + i + "'}");
            }
        }
    }

    private List<String> everyPage(int limit, String statement, String... parameters) {
        List<String> all = new ArrayList<>();
        String token = null;
        for (int round = 0; round < ROUNDS_MAX; round++) {
            String from = token;
            ExecuteStatementResponse page = page(statement, r -> r.limit(limit).nextToken(from), parameters);
            assertThat(page.items().size()).isLessThanOrEqualTo(limit);
            all.addAll(shown(page));
            token = page.nextToken();
            if (token == null) {
                return all;
            }
        }
        throw new AssertionError("no end after " + ROUNDS_MAX + " pages of " + statement);
    }

    @Test
    void select_anyLimit_givesTheSameItemsOnce() {
        List<String> statements = List.of(
                "SELECT pk, sk FROM $T WHERE pk = 'b'",
                "SELECT pk, sk FROM $T WHERE pk = 'b' AND sk > 1",
                "SELECT pk, sk FROM $T WHERE pk = 'b' AND sk <> 1",
                "SELECT pk, sk FROM $T",
                "SELECT pk, sk FROM $T WHERE sk = 2",
                "SELECT pk, sk FROM $T.byGroup WHERE g = 'G'",
                "SELECT pk, sk FROM $T.byLabel WHERE pk = 'c'");
        for (String statement : statements) {
            List<String> whole = run(statement);
            for (int limit : new int[] {1, 2, 3, 7, 100}) {
                assertThat(everyPage(limit, statement)).as(statement).isEqualTo(whole);
            }
        }
    }

    @Test
    void select_severalPartitions_arePagedOneAfterTheOther() {
        String statement = "SELECT pk, sk FROM $T WHERE pk IN ['c', 'a', 'none', 'b'] ORDER BY pk";
        List<String> whole = run(statement);
        assertThat(whole).hasSize(15).startsWith("{pk: 'a', sk: 0}").endsWith("{pk: 'c', sk: 4}");
        for (int limit : new int[] {1, 4, 5, 6, 100}) {
            assertThat(everyPage(limit, statement)).as("limit %d", limit).isEqualTo(whole);
        }
    }

    @Test
    @DiffersFromDynamoDbLocal("it fails with an internal error on a descending order of one partition")
    void select_descending_isPagedBackwards() {
        assertThat(everyPage(2, "SELECT sk FROM $T WHERE pk = ? ORDER BY sk DESC", "'a'"))
                .containsExactly("{sk: 4}", "{sk: 3}", "{sk: 2}", "{sk: 1}", "{sk: 0}");
    }

    @Test
    void select_limit_countsWhatIsEvaluated() {
        ExecuteStatementResponse page = page("SELECT sk FROM $T WHERE pk = 'a' AND l = 'l4'", r -> r.limit(2));
        assertThat(page.items()).isEmpty();
        assertThat(page.nextToken()).isNotNull();
    }

    @Test
    @DiffersFromDynamoDbLocal("it leaves the key out")
    void select_page_tellsItsLastKey() {
        ExecuteStatementResponse page = page("SELECT l FROM $T WHERE pk = 'a'", r -> r.limit(2));
        assertThat(Literals.show(page.lastEvaluatedKey())).isEqualTo("{pk: 'a', sk: 1}");
        assertThat(page("SELECT l FROM $T WHERE pk = 'a'", r -> {}).hasLastEvaluatedKey())
                .isFalse();
    }

    @Test
    void select_megabyte_endsThePage() {
        String big = "'" + "x".repeat(300_000) + "'";
        for (int i = 10; i < 15; i++) {
            put(table, "{pk: 'big', sk: " + i + ", v: " + big + "}");
        }
        ExecuteStatementResponse page = page("SELECT sk FROM $T WHERE pk = 'big'", r -> {});
        assertThat(page.items().size()).isBetween(3, 4);
        String token = page.nextToken();
        assertThat(token).isNotNull();
        ExecuteStatementResponse rest = page("SELECT sk FROM $T WHERE pk = 'big'", r -> r.nextToken(token));
        assertThat(page.items().size() + rest.items().size()).isEqualTo(5);
        assertThat(rest.nextToken()).isNull();
    }

    @Test
    void select_wordAsToken_isRefused() {
        assertInvalid(() -> page("SELECT sk FROM $T WHERE pk = 'a'", r -> r.nextToken("foo")), "Invalid NextToken");
    }

    @Test
    @DiffersFromDynamoDbLocal("it fails with an internal error on some of them")
    void select_madeUpTokens_areRefused() {
        for (String token : new String[] {"!", "AAAA", "AQ==", "A".repeat(400), "\u00e9"}) {
            assertInvalid(() -> page("SELECT sk FROM $T WHERE pk = 'a'", r -> r.nextToken(token)), "Invalid NextToken");
        }
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes the token of one statement for another")
    void select_tokenOfAnotherStatement_isRefused() {
        String statement = "SELECT sk FROM $T WHERE pk = ?";
        String token = page(statement, r -> r.limit(2), "'a'").nextToken();
        assertThat(shown(page(statement, r -> r.limit(2).nextToken(token), "'a'")))
                .containsExactly("{sk: 2}", "{sk: 3}");

        assertInvalid(() -> page(statement, r -> r.nextToken(token), "'b'"), "Invalid NextToken");
        assertInvalid(
                () -> page("SELECT pk FROM $T WHERE pk = ?", r -> r.nextToken(token), "'a'"), "Invalid NextToken");
        assertInvalid(() -> page(statement, r -> r.nextToken(flipped(token)), "'a'"), "Invalid NextToken");
    }

    private static String flipped(String token) {
        int last = token.length() - 8;
        char other = token.charAt(last) == 'A' ? 'B' : 'A';
        return token.substring(0, last) + other + token.substring(last + 1);
    }
}

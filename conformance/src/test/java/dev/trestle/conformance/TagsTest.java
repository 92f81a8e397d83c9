package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/** TagResource, UntagResource, ListTagsOfResource, and Tags on CreateTable. */
class TagsTest extends ConformanceTest {
    private static final String LOCAL = "it has no tags";
    private static final String TOO_MANY = "Number of Tags exceed the current limit for the provided ResourceArn";

    private String arn = "";

    @BeforeEach
    void createTable() {
        arn = describe(create(TableShape.keys("pk S").gsi("global", TableShape.all(), "g S")))
                .tableArn();
    }

    private static Tag tag(@Nullable String key, @Nullable String value) {
        return Tag.builder().key(key).value(value).build();
    }

    private void tag(Tag... tags) {
        client.tagResource(r -> r.resourceArn(arn).tags(tags));
    }

    private Map<String, String> tags() {
        return tags(arn);
    }

    private Map<String, String> tags(String tableArn) {
        ListTagsOfResourceResponse listed = client.listTagsOfResource(r -> r.resourceArn(tableArn));
        assertThat(listed.nextToken()).isNull();
        Map<String, String> tags = new LinkedHashMap<>();
        listed.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
        return tags;
    }

    private static Tag[] many(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> tag("k" + i, "v" + i)).toArray(Tag[]::new);
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void tagResource_newAndKnownKeys_areAddedAndReplaced() {
        assertThat(tags()).isEmpty();

        tag(tag("env", "test"), tag("Größe @ +-=._:/", ""));
        tag(tag("env", "production"));
        assertThat(tags()).isEqualTo(Map.of("env", "production", "Größe @ +-=._:/", ""));

        client.untagResource(r -> r.resourceArn(arn).tagKeys("env", "never"));
        assertThat(tags()).isEqualTo(Map.of("Größe @ +-=._:/", ""));
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void tags_tableChangedOrMadeAnew_stayAndGoWithIt() {
        tag(tag("env", "test"));
        String name = arn.substring(arn.lastIndexOf('/') + 1);
        client.updateTable(r -> r.tableName(name).deletionProtectionEnabled(false));
        assertThat(tags()).isEqualTo(Map.of("env", "test"));

        client.deleteTable(r -> r.tableName(name));
        waitUntil("the table is gone", () -> !exists(name));
        client.createTable(TableShape.keys("pk S").request(name));
        waitUntilActive(name);
        assertThat(tags()).isEmpty();
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void restoreTableFromBackup_ofATaggedTable_hasNoTags() {
        tag(tag("env", "test"));
        String name = arn.substring(arn.lastIndexOf('/') + 1);
        String backup = client.createBackup(r -> r.tableName(name).backupName("tagged"))
                .backupDetails()
                .backupArn();
        waitUntil(
                "the backup is available",
                () -> client.describeBackup(r -> r.backupArn(backup))
                        .backupDescription()
                        .backupDetails()
                        .backupStatusAsString()
                        .equals("AVAILABLE"));
        String restored = newTableName();
        client.restoreTableFromBackup(r -> r.backupArn(backup).targetTableName(restored));
        waitUntilActive(restored);

        assertThat(tags(describe(restored).tableArn())).isEmpty();
        client.deleteBackup(r -> r.backupArn(backup)); // other tests list all that there are
        assertThat(tags()).isEqualTo(Map.of("env", "test"));
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void createTable_withTags_hasThem() {
        String name = newTableName();
        client.createTable(TableShape.keys("pk S").request(name).toBuilder()
                .tags(many(0, 50))
                .build());
        waitUntilActive(name);

        assertThat(tags(describe(name).tableArn())).hasSize(50).containsEntry("k49", "v49");
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void createTable_withBadTags_isRefusedAndMakesNothing() {
        String name = newTableName();
        assertInvalid(() -> createTagged(name, many(0, 51)), TOO_MANY);
        assertInvalid(() -> createTagged(name, tag("k", null)), "The Tag Value provided is invalid, Value: null");
        assertThat(exists(name)).isFalse();
    }

    private void createTagged(String name, Tag... tags) {
        client.createTable(
                TableShape.keys("pk S").request(name).toBuilder().tags(tags).build());
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void tagResource_moreThanFifty_isRefusedAndChangesNothing() {
        tag(many(0, 30));
        tag(many(20, 50));
        assertThat(tags()).hasSize(50);

        assertInvalid(() -> tag(tag("one more", "v")), TOO_MANY);
        tag(tag("k0", "changed"));
        assertThat(tags()).hasSize(50).containsEntry("k0", "changed");
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void tagResource_badTags_areRefusedTogetherWithGoodOnes() {
        String longKey = "k".repeat(129);
        String longValue = "v".repeat(257);
        tag(tag("k".repeat(128), "v".repeat(256)));

        assertInvalid(
                () -> tag(tag("good", "v"), tag(longKey, "v")), "The Tag Key provided is invalid, Key: " + longKey);
        assertInvalid(() -> tag(tag("", "v")), "The Tag Key provided is invalid, Key: ");
        assertInvalid(() -> tag(tag("k!", "v")), "The Tag Key provided is invalid, Key: k!");
        assertInvalid(() -> tag(tag("k", longValue)), "The Tag Value provided is invalid, Value: " + longValue);
        assertInvalid(() -> tag(tag("k", null)), "The Tag Value provided is invalid, Value: null");
        assertInvalid(() -> tag(tag("aws:k", "v")), "Tag Key cannot be prefixed with aws:, Key: aws:k");
        assertInvalid(
                () -> tag(tag("k", "v"), tag("k", "w")),
                "Duplicate Tag Keys provided as input: Duplicate Tag Key found k");
        assertInvalid(
                () -> client.tagResource(r -> r.resourceArn(arn).tags(List.of())),
                "Atleast one Tag needs to be provided as Input.");
        assertInvalid(
                () -> client.untagResource(r -> r.resourceArn(arn).tagKeys(List.of())),
                "Atleast one Tag Key needs to be provided as Input.");
        assertInvalid(
                () -> client.untagResource(r -> r.resourceArn(arn)
                        .tagKeys(Arrays.stream(many(0, 51)).map(Tag::key).toList())),
                TOO_MANY);
        assertThat(tags()).hasSize(1);
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void anyOperation_badResource_isRefused() {
        String invalid = "Invalid TableArn: Invalid ResourceArn provided as input ";
        for (String bad : List.of("a-table", arn + "/index/global", arn.substring(0, arn.lastIndexOf('/')) + "/ab")) {
            assertInvalid(() -> client.listTagsOfResource(r -> r.resourceArn(bad)), invalid + bad);
            assertInvalid(() -> client.tagResource(r -> r.resourceArn(bad).tags(tag("k", "v"))), invalid + bad);
        }
        String missing = arn + "-missing";
        String notFound = "Requested resource not found: ResourcArn: " + missing + " not found";
        assertRefused(() -> client.listTagsOfResource(r -> r.resourceArn(missing)), NOT_FOUND, notFound);
        assertRefused(() -> client.tagResource(r -> r.resourceArn(missing).tags(tag("k", "v"))), NOT_FOUND, notFound);
        assertRefused(() -> client.untagResource(r -> r.resourceArn(missing).tagKeys("k")), NOT_FOUND, notFound);
    }

    @Test
    @DiffersFromDynamoDbLocal(LOCAL)
    void anyOperation_missingParameters_areCollected() {
        String missing = "' failed to satisfy constraint: Member must not be null";
        assertInvalid(
                () -> client.tagResource(r -> {}),
                "2 validation errors detected: Value null at 'resourceArn" + missing + "; Value null at 'tags"
                        + missing);
        assertInvalid(
                () -> client.untagResource(r -> {}),
                "2 validation errors detected: Value null at 'resourceArn" + missing + "; Value null at 'tagKeys"
                        + missing);
        assertInvalid(
                () -> client.listTagsOfResource(r -> r.nextToken("made up")),
                "1 validation error detected: Value null at 'resourceArn" + missing);
        assertInvalid(
                () -> client.listTagsOfResource(r -> r.resourceArn(arn).nextToken("made up")), "Invalid NextToken");
    }
}

package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.ListTagsOfResource;
import dev.trestle.engine.api.Tag;
import dev.trestle.engine.api.TagResource;
import dev.trestle.engine.api.UntagResource;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** TagResource, UntagResource and ListTagsOfResource: names and values that mean nothing to the engine, kept with the table. */
public final class Tags {
    private static final int TAGS_MAX = 50;
    private static final int KEY_MAX = 128;
    private static final int VALUE_MAX = 256;
    private static final int ARN_MAX = 1283;
    private static final String RESERVED = "aws:";
    private static final Pattern TEXT = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");

    private final Catalog catalog;

    public Tags(Catalog catalog) {
        this.catalog = catalog;
    }

    public void tag(TagResource request) {
        arnConstraints(request.resourceArn()).required("tags", request.tags()).check();
        String arn = Required.of(request.resourceArn());
        String name = TableNames.ofArn(arn);
        List<Tag> tags = Required.of(request.tags());
        if (tags.isEmpty()) {
            throw EngineException.validation("Atleast one Tag needs to be provided as Input.");
        }
        Map<String, String> added = checked(tags);
        change(arn, name, before -> {
            Map<String, String> after = new LinkedHashMap<>(before);
            after.putAll(added);
            checkCount(after.size());
            return after;
        });
    }

    public void untag(UntagResource request) {
        arnConstraints(request.resourceArn())
                .required("tagKeys", request.tagKeys())
                .check();
        String arn = Required.of(request.resourceArn());
        String name = TableNames.ofArn(arn);
        List<@Nullable String> keys = Required.of(request.tagKeys());
        if (keys.isEmpty()) {
            throw EngineException.validation("Atleast one Tag Key needs to be provided as Input.");
        }
        checkCount(keys.size());
        keys.forEach(Tags::checkedKey);
        change(arn, name, before -> {
            Map<String, String> after = new LinkedHashMap<>(before);
            keys.forEach(after::remove);
            return after;
        });
    }

    public ListTagsOfResource.Result list(ListTagsOfResource request) {
        arnConstraints(request.resourceArn()).check();
        String arn = Required.of(request.resourceArn());
        String name = TableNames.ofArn(arn);
        if (request.nextToken() != null) {
            throw EngineException.validation("Invalid NextToken"); // all tags fit one page, so none was ever given out
        }
        List<Tag> tags = new ArrayList<>();
        require(arn, name).tags().forEach((key, value) -> tags.add(new Tag(key, value)));
        return new ListTagsOfResource.Result(tags);
    }

    private static Constraints arnConstraints(@Nullable String arn) {
        return new Constraints().required("resourceArn", arn).length("resourceArn", arn, 1, ARN_MAX);
    }

    private void change(String arn, String name, UnaryOperator<Map<String, String>> change) {
        catalog.change(() -> {
            require(arn, name);
            TableDef table = Tables.requireUsable(catalog, name);
            TableDef changed = table.withTags(change.apply(table.tags()));
            catalog.save(changed);
            return changed;
        });
    }

    private TableDef require(String arn, String name) {
        TableDef table = catalog.find(name);
        if (table == null) {
            throw EngineException.of(
                    ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found: ResourcArn: " + arn + " not found");
        }
        return table;
    }

    /** The tags of a request that makes a table; none if it has none. */
    static Map<String, String> onCreation(@Nullable List<Tag> given) {
        if (given == null) {
            return Map.of();
        }
        Map<String, String> tags = checked(given);
        checkCount(tags.size());
        return tags;
    }

    private static Map<String, String> checked(List<Tag> given) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (Tag tag : given) {
            String key = checkedKey(tag.key());
            String value = tag.value();
            if (value == null
                    || value.length() > VALUE_MAX
                    || !TEXT.matcher(value).matches()) {
                throw EngineException.validation("The Tag Value provided is invalid, Value: " + value);
            }
            if (tags.put(key, value) != null) {
                throw EngineException.validation(
                        "Duplicate Tag Keys provided as input: Duplicate Tag Key found " + key);
            }
        }
        return tags;
    }

    private static String checkedKey(@Nullable String key) {
        if (key == null
                || key.isEmpty()
                || key.length() > KEY_MAX
                || !TEXT.matcher(key).matches()) {
            throw EngineException.validation("The Tag Key provided is invalid, Key: " + key);
        }
        if (key.startsWith(RESERVED)) {
            throw EngineException.validation("Tag Key cannot be prefixed with aws:, Key: " + key);
        }
        return key;
    }

    private static void checkCount(int tags) {
        if (tags > TAGS_MAX) {
            throw EngineException.validation("Number of Tags exceed the current limit for the provided ResourceArn");
        }
    }
}

package dev.trestle.model.docs;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.TableDefinitions;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** A model's tables as a CloudFormation template, in YAML, from the definitions that create them elsewhere. */
public final class CloudFormation {
    private final StringBuilder out = new StringBuilder();

    private CloudFormation() {}

    /** The template of a model. Tables are kept when a stack is deleted, and carry a stream of old and new images. */
    public static String of(Model model) {
        CloudFormation template = new CloudFormation();
        template.line(0, "AWSTemplateFormatVersion: \"2010-09-09\"");
        template.line(0, "Description: " + quoted("Tables of " + model.system()));
        template.line(0, "Resources:");
        model.allTables().forEach(template::table);
        return template.out.toString();
    }

    private void table(Table table) {
        CreateTableRequest request = TableDefinitions.createTable(table, table.name());
        line(1, logicalName(table.name()) + ":");
        line(2, "Type: AWS::DynamoDB::Table");
        line(2, "DeletionPolicy: Retain");
        line(2, "UpdateReplacePolicy: Retain");
        line(2, "Properties:");
        line(3, "TableName: " + quoted(request.tableName()));
        line(3, "BillingMode: " + request.billingModeAsString());
        line(3, "AttributeDefinitions:");
        request.attributeDefinitions().forEach(attribute -> {
            line(4, "- AttributeName: " + quoted(attribute.attributeName()));
            line(4, "  AttributeType: " + attribute.attributeTypeAsString());
        });
        keySchema(3, request.keySchema());
        if (request.hasGlobalSecondaryIndexes()) {
            line(3, "GlobalSecondaryIndexes:");
            request.globalSecondaryIndexes()
                    .forEach(index -> index(
                            index.indexName(),
                            index.keySchema(),
                            index.projection().projectionTypeAsString()));
        }
        if (request.hasLocalSecondaryIndexes()) {
            line(3, "LocalSecondaryIndexes:");
            request.localSecondaryIndexes()
                    .forEach(index -> index(
                            index.indexName(),
                            index.keySchema(),
                            index.projection().projectionTypeAsString()));
        }
        line(3, "StreamSpecification:");
        line(4, "StreamViewType: NEW_AND_OLD_IMAGES");
        if (table.expiry() != null) {
            line(3, "TimeToLiveSpecification:");
            line(4, "AttributeName: " + quoted(table.expiry()));
            line(4, "Enabled: true");
        }
    }

    private void index(String name, List<KeySchemaElement> schema, String projection) {
        line(4, "- IndexName: " + quoted(name));
        keySchema(5, schema);
        line(5, "Projection:");
        line(6, "ProjectionType: " + projection);
    }

    private void keySchema(int depth, List<KeySchemaElement> schema) {
        line(depth, "KeySchema:");
        schema.forEach(key -> {
            line(depth + 1, "- AttributeName: " + quoted(key.attributeName()));
            line(depth + 1, "  KeyType: " + key.keyTypeAsString());
        });
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    /** Letters and digits only, each word with a capital: {@code unisync-users} is {@code UnisyncUsers}. */
    private static String logicalName(String name) {
        StringBuilder logical = new StringBuilder();
        boolean begins = true;
        for (char c : name.toCharArray()) {
            boolean usable = c < 128 && Character.isLetterOrDigit(c);
            if (usable) {
                logical.append(begins ? Character.toUpperCase(c) : c);
            }
            begins = !usable;
        }
        return logical.toString();
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}

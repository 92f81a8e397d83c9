package dev.trestle.engine.transfer;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.Scan;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Engines, tables and exports of the tests in this package. */
final class Fixtures {
    static final String TABLE = "Parts";
    private static final long MIB = 1024 * 1024;

    private Fixtures() {}

    static Engine onDisk(Path directory) {
        return Engine.open(EngineOptions.directory(directory)
                .withBlockCacheBytes(4 * MIB)
                .withItemCacheBytes(MIB)
                .withWriteBufferBytes(2 * MIB)
                .withFreeSpaceFloorBytes(0));
    }

    /** pk:S, sk:N, a global index over kind and sk, a local one over rank. */
    static CreateTable definition() {
        return new CreateTable(
                TABLE,
                List.of(
                        new AttributeDefinition("pk", "S"),
                        new AttributeDefinition("sk", "N"),
                        new AttributeDefinition("kind", "S"),
                        new AttributeDefinition("rank", "N")),
                schema("pk", "sk"),
                List.of(new IndexSpec(
                        "by-rank", schema("pk", "rank"), new ProjectionSpec("KEYS_ONLY", null), null, null)),
                List.of(new IndexSpec(
                        "by-kind", schema("kind", "sk"), new ProjectionSpec("INCLUDE", List.of("note")), null, null)),
                new TableSettings("PAY_PER_REQUEST", null, null, null, null),
                null);
    }

    static List<KeySchemaElement> schema(String partition, String sort) {
        return List.of(new KeySchemaElement(partition, "HASH"), new KeySchemaElement(sort, "RANGE"));
    }

    static void put(Engine engine, Map<String, Value> item) {
        engine.putItem(new PutItem(TABLE, item, null, ExpressionAttributes.NONE, null, null))
                .join();
    }

    static Map<String, Value> item(int number) {
        Map<String, Value> item = new LinkedHashMap<>();
        item.put("pk", new Value.S("part#" + number / 10));
        item.put("sk", new Value.N(Integer.toString(number % 10)));
        return item;
    }

    static Set<Bytes> all(Engine engine, String table) {
        Set<Bytes> found = new HashSet<>();
        Map<String, Value> after = null;
        do {
            Page page = engine.scan(new Scan(
                    table,
                    null,
                    null,
                    null,
                    ExpressionAttributes.NONE,
                    null,
                    null,
                    true,
                    null,
                    null,
                    after,
                    null,
                    null));
            for (StoredItem item : page.items()) {
                found.add(Bytes.of(item.bytes()));
            }
            after = page.lastEvaluatedKey() == null
                    ? null
                    : page.lastEvaluatedKey().toMap();
        } while (after != null);
        return found;
    }

    /** An export as AWS lays it out, without anything of ours. */
    static Path awsExport(Path bucket, List<String> lines, @Nullable Long itemCount) throws IOException {
        return awsExport(bucket, gzip(String.join("\n", lines) + "\n"), itemCount == null ? lines.size() : itemCount);
    }

    static Path awsExport(Path bucket, byte[] gzipped, long itemCount) throws IOException {
        String id = "01693685827463-2d8752fd";
        Path export = bucket.resolve("AWSDynamoDB").resolve(id);
        Path data = export.resolve("data").resolve("sxz3hjr3re2dzn2ymgd2gi4iku.json.gz");
        Files.createDirectories(data.getParent());
        Files.write(data, gzipped);
        Files.writeString(export.resolve("_started"), "");
        String md5 = Md5.ofFile(data);
        Files.writeString(
                export.resolve("manifest-files.json"),
                "{\"itemCount\":" + itemCount + ",\"md5Checksum\":\"" + md5 + "\",\"etag\":\"" + Md5.etag(md5)
                        + "\",\"dataFileS3Key\":\"2023-Sep/AWSDynamoDB/" + id + "/data/" + data.getFileName()
                        + "\"}\n");
        Files.writeString(
                export.resolve("manifest-summary.json"),
                "{\"version\":\"2020-06-30\",\"exportArn\":\"arn:aws:dynamodb:us-east-1:123456789012:table/ProductCatalog/export/"
                        + id
                        + "\",\"startTime\":\"2023-09-02T20:17:07.463Z\",\"endTime\":\"2023-09-02T20:22:38.109Z\","
                        + "\"tableArn\":\"arn:aws:dynamodb:us-east-1:123456789012:table/ProductCatalog\","
                        + "\"tableId\":\"12345a12-abcd-123a-ab12-1234abc12345\",\"exportTime\":\"2023-09-02T20:17:07.463Z\","
                        + "\"s3Bucket\":\"ddb-productcatalog-export\",\"s3Prefix\":\"2023-Sep\",\"s3SseAlgorithm\":\"AES256\","
                        + "\"s3SseKmsKeyId\":null,\"manifestFilesS3Key\":\"2023-Sep/AWSDynamoDB/" + id
                        + "/manifest-files.json\",\"billedSizeBytes\":0,\"itemCount\":" + itemCount
                        + ",\"outputFormat\":\"DYNAMODB_JSON\",\"exportType\":\"FULL_EXPORT\"}");
        for (String manifest : List.of("manifest-files", "manifest-summary")) {
            Files.writeString(export.resolve(manifest + ".md5"), Md5.ofFile(export.resolve(manifest + ".json")));
        }
        return export;
    }

    static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}

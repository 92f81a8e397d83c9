package dev.trestle.objects.care;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import dev.trestle.objects.api.VerifyResult;
import dev.trestle.objects.blob.BlobFiles;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.bucket.Buckets;
import dev.trestle.objects.index.Attribute;
import dev.trestle.objects.index.Content;
import dev.trestle.objects.index.Garbage;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.Manifest;
import dev.trestle.objects.index.Part;
import dev.trestle.objects.index.PendingUpload;
import dev.trestle.objects.index.Row;
import dev.trestle.objects.index.Table;
import dev.trestle.objects.index.Version;
import dev.trestle.objects.object.ObjectKeys;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The proof that rows and files agree: every object's bytes are there, whole; every blob belongs to something; every bucket that a row names
 * exists. What belongs together is compared by count and sum of hashes, so memory does not grow with the number of objects.
 *
 * <p>It reads beside running requests. Whatever was changed meanwhile is looked at again before it is called a problem, and whether blobs
 * belong to nothing is told only of a store in which nothing was changed.
 */
public final class Verifier {
    private final Index index;
    private final BlobFiles files;
    private final Buckets buckets;
    private final boolean contents;
    private final Problems problems = new Problems();
    private final Set<Bytes> bucketIds = new HashSet<>();
    private final Map<Bytes, Garbage.UploadedParts> endedUploads = new HashMap<>();
    private long objects;
    private long versions;
    private long uploads;
    private long blobs;
    private long blobBytes;
    private long garbageRows;
    private long strayFiles;
    private long blobHashes;
    private long references;
    private long referenceHashes;

    public Verifier(Index index, BlobFiles files, Buckets buckets, boolean contents) {
        this.index = index;
        this.files = files;
        this.buckets = buckets;
        this.contents = contents;
    }

    public VerifyResult verify() {
        problems.addAll(index.verify().problems());
        long before = index.commits();
        buckets.all().stream().map(Bucket::id).forEach(bucketIds::add);
        each(Table.GARBAGE, this::checkGarbage);
        each(Table.UPLOADS, this::checkUpload);
        each(Table.PARTS, this::checkPart);
        each(Table.LIVE, item -> checkVersion(item, true));
        each(Table.VERSIONS, item -> checkVersion(item, false));
        each(Table.BLOBS, this::checkBlob);
        files.directories().forEach(this::checkFiles);
        boolean still = index.commits() == before;
        if (still && (references != blobs || referenceHashes != blobHashes)) {
            problems.add("objects, uploads and garbage name " + references + " blobs, but there are " + blobs
                    + ", or others: some belong to nothing");
        }
        return new VerifyResult(
                buckets.all().size(),
                objects,
                versions,
                uploads,
                blobs,
                blobBytes,
                garbageRows,
                strayFiles,
                problems.count(),
                problems.kept());
    }

    private void each(Table table, Consumer<StoredItem> check) {
        Map<String, Value> behind = null;
        do {
            Index.Rows page = index.scan(table, behind);
            page.rows().forEach(check);
            behind = page.next();
        } while (behind != null);
    }

    private void checkGarbage(StoredItem item) {
        garbageRows++;
        Garbage garbage = Garbage.read(item);
        if (garbage instanceof Garbage.File file) {
            refer(file.blob());
        } else if (garbage instanceof Garbage.Manifest manifest) {
            Manifest.all(index, manifest.upload()).forEach(row -> row.parts().forEach(part -> refer(part.blob())));
        } else if (garbage instanceof Garbage.UploadedParts parts) {
            endedUploads.put(parts.upload(), parts);
        }
    }

    private void refer(Bytes blob) {
        references++;
        referenceHashes += hash(blob);
    }

    private static long hash(Bytes blob) {
        long hash = 0;
        for (byte one : blob.array()) {
            hash = (hash ^ one) * 0x9E3779B97F4A7C15L;
        }
        return hash;
    }

    private void checkUpload(StoredItem item) {
        uploads++;
        bucketIds.add(PendingUpload.read(item).bucket()); // an upload may outlive its bucket for a moment
    }

    /** A part of an ended upload belongs to the object, unless it was not chosen. */
    private void checkPart(StoredItem item) {
        Part part = Part.read(item);
        Bytes upload = Row.of(item).bytes(Attribute.UPLOAD);
        Garbage.UploadedParts ended = endedUploads.get(upload);
        if (ended != null && ended.kept().get(part.number())) {
            return;
        }
        refer(part.blob());
        if (ended == null) {
            check("part " + part.number() + " of an upload", part, item, Table.PARTS);
        }
    }

    private void checkVersion(StoredItem item, boolean live) {
        Row row = Row.of(item);
        Version version = Version.read(item);
        String name = "version " + version.idText() + " of " + ObjectKeys.text(row.bytes(Attribute.KEY));
        Table table = live ? Table.LIVE : Table.VERSIONS;
        objects += live ? 1 : 0;
        versions += live ? 0 : 1;
        if (!bucketIds.contains(row.bytes(Attribute.BUCKET)) && isStill(item, table)) {
            problems.add(name + " is in a bucket that does not exist");
        }
        if (version.content() instanceof Content.Parts parts) {
            checkManifest(name, version, parts, item, table);
        } else if (version.content() instanceof Content.Inline inline) {
            refer(inline.blob());
            Blob blob = new Blob(inline.blob(), true, version.size(), version.etag());
            check(name, blob, item, table);
        } else if (version.content() instanceof Content.File file) {
            refer(file.blob());
            Blob blob = new Blob(file.blob(), false, version.size(), version.etag());
            check(name, blob, item, table);
        } else if (version.size() != 0) {
            problems.add(name + " has " + version.size() + " bytes but no content");
        }
    }

    private void checkManifest(String name, Version version, Content.Parts parts, StoredItem item, Table table) {
        long size = 0;
        int count = 0;
        for (Manifest row : Manifest.all(index, parts.upload())) {
            if (row.offset() != size && isStill(item, table)) {
                problems.add(name + " has a gap before byte " + row.offset());
            }
            for (Part part : row.parts()) {
                refer(part.blob());
                check(name + ", part " + part.number(), part, item, table);
                size += part.size();
                count++;
            }
        }
        if ((size != version.size() || count != parts.count()) && isStill(item, table)) {
            problems.add(name + " has " + version.size() + " bytes in " + parts.count()
                    + " parts, but its manifest lists " + size + " in " + count);
        }
    }

    private void check(String name, Part part, StoredItem item, Table table) {
        String md5 = HexFormat.of().formatHex(part.md5().array());
        check(name, new Blob(part.blob(), part.inline(), part.size(), md5), item, table);
    }

    private void check(String name, Blob blob, StoredItem item, Table table) {
        String problem = blob.problem(index, files, contents);
        if (problem != null && isStill(item, table)) {
            problems.add(name + ": " + problem);
        }
    }

    /** Whether the row is what it was when it was read; else what was found wrong with it may have been right. */
    private boolean isStill(StoredItem item, Table table) {
        Map<String, Value> key = new HashMap<>();
        table.keyNames().forEach(attribute -> {
            Value value = item.attribute(attribute);
            if (value != null) {
                key.put(attribute, value);
            }
        });
        return Objects.equals(item, index.get(table, key));
    }

    private void checkFiles(Path directory) {
        try (DirectoryStream<Path> entries = files.files(directory)) {
            for (Path file : entries) {
                Bytes id = files.id(file);
                if (id == null) {
                    problems.add(file + " is no blob");
                } else if (!files.isUnderWay(id) && index.get(Table.BLOBS, Index.key(Table.BLOBS, id)) == null) {
                    strayFiles++;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            problems.add(directory + " cannot be read: " + e);
        }
    }

    private void checkBlob(StoredItem item) {
        Row row = Row.of(item);
        blobs++;
        blobHashes += hash(row.bytes(Attribute.BLOB));
        blobBytes += row.number(Attribute.SIZE);
    }
}

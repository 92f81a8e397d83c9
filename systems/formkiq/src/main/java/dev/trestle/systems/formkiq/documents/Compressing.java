package dev.trestle.systems.formkiq.documents;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.documents.DocumentViews.Compress;
import dev.trestle.systems.formkiq.documents.DocumentViews.Compressed;
import dev.trestle.systems.formkiq.documents.Watermarked.MarkedContent;
import dev.trestle.systems.formkiq.folders.PathIndex;
import dev.trestle.systems.formkiq.malware.MalwareGuard;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives of several documents. A job makes the archive; its address finds nothing until then. */
final class Compressing {
    static final String MAKE = "compress";
    static final String DROP = "drop-archive";

    private static final Duration LIFE = Duration.ofHours(48);
    private static final int DOCUMENTS_MAX = 1000;
    /** An archive is made in a file of the server. */
    private static final long BYTES_MAX = 10L << 30;

    private final Library library;
    private final Contents contents;
    private final Watermarked watermarked;

    Compressing(Library library, Contents contents, Watermarked watermarked) {
        this.library = library;
        this.contents = contents;
        this.watermarked = watermarked;
    }

    /** The payload of the job that makes an archive; {@code isUnblocked} if whoever asked for it also gets contents with malware. */
    record Make(String site, List<String> documentIds, String key, boolean isUnblocked) {}

    /** The payload of the job that removes one. */
    record Drop(String key) {}

    void declare(Operations<Caller> api) {
        api.post("CompressDocuments", "/documents/compress", Compress.class)
                .about("Makes an archive of documents, and gives the address that it will have")
                .right(Rights.READ)
                .created()
                .refuses(Kind.INVALID)
                .changes(Compressed.class, this::compress);
    }

    private Decision<Compressed> compress(Given<Caller, Compress> given) {
        List<String> ids = given.asked().body().documentIds();
        if (ids == null || ids.isEmpty()) {
            throw Refusals.of("documentIds", "is required");
        }
        Refusals refusals = new Refusals();
        refusals.addIf(ids.size() > DOCUMENTS_MAX, "documentIds", "maximum number is " + DOCUMENTS_MAX);
        refusals.check();
        Map<String, Document> found = library.readable(given.by(), ids);
        ids.stream()
                .filter(id -> !found.containsKey(id))
                .forEach(id -> refusals.add("documentId", "Document '" + id + "' does not exist"));
        refusals.check();
        long bytes = found.values().stream()
                .map(Document::contentLength)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
        refusals.addIf(bytes > BYTES_MAX, "documentIds", "contents exceed " + (BYTES_MAX >> 30) + " GB together");
        refusals.check();
        MalwareGuard.checkAll(library.store(given.by()), given.by(), found.values());
        found.values().forEach(document -> watermarked.check(given.by().site(), document));
        String key = "tempfiles/" + given.by().site() + "/" + UUID.randomUUID() + ".zip";
        String address =
                contents.address(key, null, LIFE, "application/zip", Contents.disposition(false, "documents.zip"));
        return Decision.of(new Compressed(address))
                .job(
                        MAKE,
                        given.by().site(),
                        new Make(
                                given.by().site(),
                                ids.stream().distinct().toList(),
                                key,
                                given.by().governs()))
                .job(DROP, given.by().site(), new Drop(key), LIFE.plusHours(1));
    }

    void make(JobContext job) throws IOException {
        Make asked = job.payload(Make.class);
        Path file = Files.createTempFile("formkiq-archive", ".zip");
        try {
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
                Set<String> names = new HashSet<>();
                for (String id : asked.documentIds()) {
                    if (job.isLost()) {
                        return;
                    }
                    add(zip, names, asked, id);
                }
            }
            contents.putFile(asked.key(), file, "application/zip");
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void add(ZipOutputStream zip, Set<String> names, Make asked, String documentId) throws IOException {
        String site = asked.site();
        Optional<Document> found = library.store(site).get(Documents.DOCUMENT_BY_ID.of(documentId));
        if (found.isEmpty() || found.get().contentLength() == null) {
            return;
        }
        Document document = found.get();
        String name = entryName(String.valueOf(document.path()), documentId);
        // Twice at most: another document may be called what this one would be. An id stands once in an archive.
        while (!names.add(name)) {
            int dot = name.lastIndexOf('.');
            String suffix = " (" + documentId + ")";
            name = dot <= name.lastIndexOf('/') + 1
                    ? name + suffix
                    : name.substring(0, dot) + suffix + name.substring(dot);
        }
        MarkedContent marked;
        try {
            // A scan may have ended since the archive was asked for.
            if (!asked.isUnblocked()) {
                MalwareGuard.check(library.store(site), document);
            }
            marked = watermarked.of(site, document);
        } catch (ApiException undrawn) {
            zip.putNextEntry(new ZipEntry(name + ".missing.txt"));
            zip.write((documentId + ": " + undrawn.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
            return;
        }
        zip.putNextEntry(new ZipEntry(name));
        if (marked == null) {
            contents.copyTo(Contents.key(site, documentId), document.s3version(), zip);
        } else {
            contents.copyTo(marked.key(), null, zip);
        }
        zip.closeEntry();
    }

    /** A path inside of the archive: no name leads out of it. */
    static String entryName(String path, String documentId) {
        StringBuilder name = new StringBuilder();
        for (String part : PathIndex.names(path.replace('\\', '/'))) {
            boolean leads = part.isBlank() || part.equals(".") || part.equals("..");
            if (!leads) {
                name.append(name.length() == 0 ? "" : "/").append(part.replace(':', '_'));
            }
        }
        return name.length() == 0 ? documentId : name.toString();
    }

    void drop(JobContext job) {
        boolean unused = contents.deleteAll(job.payload(Drop.class).key());
    }
}

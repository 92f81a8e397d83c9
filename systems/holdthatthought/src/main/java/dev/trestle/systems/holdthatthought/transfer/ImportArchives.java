package dev.trestle.systems.holdthatthought.transfer;

import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.work.WorkException;
import dev.trestle.platform.zip.ZipInput;
import dev.trestle.platform.zip.ZipLimits;
import dev.trestle.systems.holdthatthought.model.ImportFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Local copies of files that are imported: an archive is read at many places. A copy that is missing is fetched again. */
final class ImportArchives {
    static final long LENGTH_MAX = 1L << 30;

    private static final ZipLimits LIMITS = new ZipLimits(10_000, 512L << 20, 4L << 30, 200);

    private final ObjectBucket contents;
    private final Path directory;

    ImportArchives(ObjectBucket contents, Path directory) {
        this.contents = contents;
        this.directory = directory;
    }

    ImportArchive open(ImportFile file) throws IOException {
        Path path = local(file);
        if (!Files.exists(path)) {
            fetch(file, path);
        }
        boolean isZip = file.fileName().toLowerCase(Locale.ROOT).endsWith(".zip");
        return new ImportArchive(file.fileName(), path, isZip ? ZipInput.open(path, LIMITS) : null);
    }

    /** Named by the id, which the server has made. */
    private Path local(ImportFile file) {
        return directory.resolve(file.importId() + ".import");
    }

    private void fetch(ImportFile file, Path path) throws IOException {
        Files.createDirectories(directory);
        Path part = Files.createTempFile(directory, "fetch", ".part");
        try (InputStream in = contents.open(file.key())) {
            if (in == null) {
                throw new WorkException("FILE_GONE", "The file is kept no longer. Upload it again.");
            }
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    void forget(ImportFile file) throws IOException {
        Files.deleteIfExists(local(file));
    }
}

package dev.trestle.systems.formkiq.intake;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.systems.formkiq.IntakeSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory whose files become documents, one each.
 *
 * <p>A file that did not change for a while is moved to {@code .taken/<id>/} first, which one process alone succeeds in, and that id names its
 * document. What a crash leaves there is found at the next look: the document is made if it is not there, and the file is removed. What cannot
 * become a document goes to {@code .refused/<id>/}, with the reason beside it. Links are never followed; hidden files, and those that are being
 * written, are left alone. For one thread.
 */
public final class FolderIntake {
    private static final Logger LOG = LoggerFactory.getLogger(FolderIntake.class);
    private static final String TAKEN = ".taken";
    private static final String REFUSED = ".refused";
    private static final String REASON = "reason.txt";
    private static final int DEPTH_MAX = 20;
    private static final int KNOWN_MAX = 100_000;
    private static final Pattern PARTIAL =
            Pattern.compile("(?i).*(~|\\.(part|tmp|temp|crdownload|partial|swp|filepart))");

    /** Nobody else exchanges a file between being looked at and being read. */
    private static final FileAttribute<?> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path root;
    private final IntakeSettings.Folder settings;
    private final long bytesMax;
    private final Arriving arriving;
    /** Files that were seen, and since when they are as they are. */
    private Map<Path, Seen> known = new HashMap<>();

    private record Seen(long size, Instant changed, Instant since) {}

    public FolderIntake(IntakeSettings settings, Arriving arriving) {
        this.settings = settings.folder();
        this.root = Path.of(settings.folder().path());
        this.bytesMax = settings.bytesMax();
        this.arriving = arriving;
    }

    /** Looks once. Returns how many files became documents. */
    public int look() throws IOException {
        Path own = root.resolve(TAKEN);
        if (!Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(root);
            Files.createDirectory(own, OWN);
        }
        int filed = 0;
        try {
            filed += finishTaken();
            for (Path each : settled()) {
                if (filed >= settings.filesMax()) {
                    break;
                }
                Path taken = take(each);
                filed += taken != null && file(taken) ? 1 : 0;
            }
        } catch (ApiException unwilling) {
            // The site is closed, or takes no more: everything waits where it is.
            LOG.atWarn().addKeyValue("reason", unwilling.getMessage()).log("files of the watched folder wait");
        }
        return filed;
    }

    private List<Path> settled() throws IOException {
        Instant now = arriving.clock().instant();
        Map<Path, Seen> seen = new HashMap<>();
        List<Path> ready = new ArrayList<>();
        Files.walkFileTree(root, Set.of(), DEPTH_MAX, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return directory.equals(root) || !isHidden(directory)
                        ? FileVisitResult.CONTINUE
                        : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()
                        && !isHidden(file)
                        && !PARTIAL.matcher(String.valueOf(file.getFileName())).matches()) {
                    Instant changed = attributes.lastModifiedTime().toInstant();
                    Seen before = known.get(file);
                    Instant since = before != null
                                    && before.size() == attributes.size()
                                    && before.changed().equals(changed)
                            ? before.since()
                            : now;
                    seen.put(file, new Seen(attributes.size(), changed, since));
                    if (!since.plus(settings.settled()).isAfter(now)) {
                        ready.add(file);
                    }
                }
                return seen.size() < KNOWN_MAX ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE; // it went away, or may not be read
            }
        });
        known = seen;
        ready.sort(null);
        return ready.subList(0, Math.min(ready.size(), settings.filesMax()));
    }

    private static boolean isHidden(Path path) {
        return String.valueOf(path.getFileName()).startsWith(".");
    }

    /** Moves a file to a place of its own, from where nobody else takes it; null if somebody was faster. */
    private @Nullable Path take(Path file) throws IOException {
        Path target = root.resolve(TAKEN)
                .resolve(UUID.randomUUID().toString())
                .resolve(root.relativize(file).toString());
        Files.createDirectories(target.getParent());
        try {
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
            return target;
        } catch (NoSuchFileException gone) {
            removeEmpty(target.getParent());
            return null;
        }
    }

    /** What an earlier process took, and did not bring to an end. */
    private int finishTaken() throws IOException {
        List<Path> left = new ArrayList<>();
        Files.walkFileTree(root.resolve(TAKEN), Set.of(), DEPTH_MAX + 3, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                left.add(file);
                return left.size() < settings.filesMax() ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                // Whoever was about to take a file into it finds it gone, and takes the file at the next look.
                removeEmpty(directory);
                return FileVisitResult.CONTINUE;
            }
        });
        int filed = 0;
        for (Path each : left) {
            filed += file(each) ? 1 : 0;
        }
        return filed;
    }

    private boolean file(Path taken) throws IOException {
        Path inside = root.resolve(TAKEN).relativize(taken);
        if (inside.getNameCount() < 2) {
            return false; // no file that was taken here
        }
        String id = inside.getName(0).toString();
        String name = inside.subpath(1, inside.getNameCount()).toString();
        String reason = whyNot(taken);
        if (reason != null) {
            refuse(id, name, taken, reason);
            return false;
        }
        try {
            arriving.file("folder:" + id, SafeNames.path(name), taken, List.of());
        } catch (ApiException refused) {
            if (refused.problem().kind() != Kind.INVALID) {
                throw refused;
            }
            refuse(id, name, taken, String.valueOf(refused.getMessage()));
            return false;
        }
        Files.deleteIfExists(taken);
        removeEmpty(taken.getParent());
        return true;
    }

    private @Nullable String whyNot(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            return "it is no file, but a link or something else";
        }
        if (attributes.size() > bytesMax) {
            return "it has more than " + bytesMax + " bytes (formkiq.intake.bytes-max)";
        }
        Object links = Files.getFileStore(file).supportsFileAttributeView("unix")
                ? Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS)
                : 1;
        return links instanceof Integer count && count > 1 ? "it has other names elsewhere (hard links)" : null;
    }

    private void refuse(String id, String name, Path taken, String reason) throws IOException {
        Path target = root.resolve(REFUSED).resolve(id).resolve(name);
        Files.createDirectories(target.getParent());
        Files.move(taken, target, StandardCopyOption.ATOMIC_MOVE);
        Files.writeString(root.resolve(REFUSED).resolve(id).resolve(REASON), reason + "\n", StandardCharsets.UTF_8);
        removeEmpty(taken.getParent());
        LOG.atWarn().addKeyValue("reason", reason).log("a file of the watched folder was set aside");
    }

    /** Removes directories that are empty by now, up to where files are taken to. */
    private void removeEmpty(@Nullable Path from) throws IOException {
        Path top = root.resolve(TAKEN);
        for (Path each = from; each != null && each.startsWith(top) && !each.equals(top); each = each.getParent()) {
            try {
                Files.deleteIfExists(each);
            } catch (java.nio.file.DirectoryNotEmptyException e) {
                return;
            }
        }
    }
}

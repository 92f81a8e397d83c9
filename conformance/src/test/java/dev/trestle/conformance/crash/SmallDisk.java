package dev.trestle.conformance.crash;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A mounted file system of a few megabytes. Needs root; without it the test says loudly that it did not run. */
final class SmallDisk implements AutoCloseable {
    private final Path root;

    private SmallDisk(Path root) {
        this.root = root;
    }

    static SmallDisk inMemory(Path parent, int megabytes) throws IOException, InterruptedException {
        Path root = Files.createDirectory(parent.resolve("disk"));
        mount(List.of("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", root.toString()));
        return new SmallDisk(root);
    }

    /** An ext4 without a journal, which can be made read-only while files on it are open for writing. */
    static SmallDisk ext4(Path parent, int megabytes) throws IOException, InterruptedException {
        Path root = Files.createDirectory(parent.resolve("disk"));
        Path image = image(parent);
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(megabytes * 1024L * 1024);
        }
        mount(List.of("mkfs.ext4", "-q", "-O", "^has_journal", "-F", image.toString()));
        SmallDisk disk = new SmallDisk(root);
        disk.mountImage(image);
        return disk;
    }

    private void mountImage(Path image) throws IOException, InterruptedException {
        mount(List.of("mount", "-o", "loop,errors=remount-ro", image.toString(), root.toString()));
    }

    private static Path image(Path parent) {
        return parent.resolve("image");
    }

    private static void mount(List<String> command) throws IOException, InterruptedException {
        String said = run(command);
        if (!said.isEmpty()) {
            System.err.println("NOT RUN: \"" + String.join(" ", command) + "\" was refused: " + said);
            Assumptions.abort("no small disk to be had: " + said);
        }
    }

    /** Gives what a failed command said; nothing if it succeeded. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? "" : "exit code " + process.exitValue() + " " + said;
        } catch (IOException e) {
            return e.toString();
        }
    }

    Path root() {
        return root;
    }

    /** As the kernel does when the disk below gives errors: from now on every write fails. */
    void failReadOnly() throws IOException, InterruptedException {
        String device;
        Process process = new ProcessBuilder("findmnt", "-no", "SOURCE", root.toString()).start();
        device = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        Path trigger = Path.of("/sys/fs/ext4", Path.of(device).getFileName().toString(), "trigger_fs_error");
        if (!Files.isWritable(trigger)) {
            System.err.println("NOT RUN: this kernel has no " + trigger);
            Assumptions.abort("the disk cannot be made read-only");
        }
        Files.writeString(trigger, "1");
    }

    /**
     * Mounts a sound copy of what had reached the disk at the same place; files that are open stay on the old mount, which the kernel
     * does not make writable again.
     */
    void mountAgain(Path parent) throws IOException, InterruptedException {
        check(run(List.of("umount", "-l", root.toString())));
        Path copy = Files.copy(image(parent), parent.resolve("image-copy"));
        check(run(List.of("sh", "-c", "e2fsck -fy " + copy + " || test $? -lt 4")));
        mountImage(copy);
    }

    private static void check(String said) {
        if (!said.isEmpty()) {
            throw new IllegalStateException(said);
        }
    }

    /** Leaves {@code bytes} free. The file that takes the rest can be deleted. */
    Path fillUpTo(long bytes) throws IOException {
        Path file = root.resolve("filler");
        try (RandomAccessFile filler = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] block = new byte[16 * 1024];
            while (root.toFile().getUsableSpace() >= bytes + block.length) {
                filler.write(block);
            }
        }
        return file;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        check(run(List.of("umount", "-l", root.toString())));
    }
}

package dev.trestle.conformance.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.clients.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of other people's: boto3, the aws command line, rclone, against a server that checks signatures. */
class S3ProgramsTest {
    private static final Path SUITES =
            Path.of("src", "test", "resources", "clients").toAbsolutePath();
    private static final Pattern PASSED = Pattern.compile("Ran (\\d+) tests? in [0-9.]+s\\R+OK\\R");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void boto3_allOperations_behaveAsOnAws() throws Exception {
        Tools.require("python3", "-c", "import boto3");
        assertThat(passed("s3_boto3.py")).isGreaterThanOrEqualTo(15);
    }

    @Test
    void commandLine_filesAndApi_behaveAsOnAws() throws Exception {
        Tools.require("python3", "--version");
        Tools.require("aws", "--version");
        assertThat(passed("s3_cli.py")).isGreaterThanOrEqualTo(2);
    }

    /** How many tests a suite has, all of which passed. */
    private int passed(String suite) throws Exception {
        try (S3Server server = S3Server.in(directory.resolve("store"))) {
            String printed = Tools.run(
                    directory,
                    Map.of(
                            "TRESTLE_ENDPOINT",
                            server.uri().toString(),
                            "TRESTLE_KEY_ID",
                            S3Server.KEY_ID,
                            "TRESTLE_SECRET",
                            S3Server.SECRET),
                    List.of("python3", "-B", SUITES.resolve(suite).toString()));
            Matcher passed = PASSED.matcher(printed);
            assertThat(passed.find()).as(printed).isTrue();
            return Integer.parseInt(passed.group(1));
        }
    }

    @Test
    void rclone_aTreeThereAndBack_isTheSame() throws Exception {
        Tools.require("rclone", "version");
        Path tree = tree();
        Path back = directory.resolve("back");
        try (S3Server server = S3Server.in(directory.resolve("store"))) {
            rclone(server, "mkdir", "t:things");
            rclone(server, "sync", tree.toString(), "t:things/tree");
            rclone(server, "check", "--download", tree.toString(), "t:things/tree");
            rclone(server, "sync", "t:things/tree", back.toString());
            assertThat(contents(back)).isEqualTo(contents(tree));

            Files.delete(tree.resolve("one"));
            Files.writeString(tree.resolve("sub/two"), "changed");
            rclone(server, "sync", tree.toString(), "t:things/tree");
            rclone(server, "sync", "t:things/tree", back.toString());
            assertThat(contents(back)).isEqualTo(contents(tree));
            assertThat(server.store().verify(true).problems()).isEmpty();
            rclone(server, "purge", "t:things");
            assertThat(server.store()
                            .listBuckets(dev.trestle.objects.api.ListBuckets.ALL)
                            .buckets())
                    .isEmpty();
        }
    }

    private void rclone(S3Server server, String... arguments) throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(Map.of(
                "RCLONE_CONFIG_T_TYPE", "s3",
                "RCLONE_CONFIG_T_PROVIDER", "Other",
                "RCLONE_CONFIG_T_ENDPOINT", server.uri().toString(),
                "RCLONE_CONFIG_T_ACCESS_KEY_ID", S3Server.KEY_ID,
                "RCLONE_CONFIG_T_SECRET_ACCESS_KEY", S3Server.SECRET,
                "RCLONE_CONFIG_T_REGION", "us-east-1",
                "RCLONE_S3_UPLOAD_CUTOFF", "6M",
                "RCLONE_S3_CHUNK_SIZE", "5M",
                "RCLONE_RETRIES", "1",
                "RCLONE_CONFIG", directory.resolve("none").toString()));
        environment.put(
                "AWS_CA_BUNDLE", ""); // it would be for a proxy of this machine's, which rclone cannot have here
        List<String> command = new ArrayList<>(List.of("rclone"));
        command.addAll(List.of(arguments));
        Tools.run(directory, environment, command);
    }

    private Path tree() throws IOException {
        Path tree = directory.resolve("tree");
        Random random = new Random(9);
        for (String name : List.of("one", "a b+c", "sub/two", "sub/\u00e9\u4e2d", "sub/deep/%41&", "large")) {
            Path file = tree.resolve(name);
            Files.createDirectories(file.getParent());
            byte[] content = new byte[name.equals("large") ? 12_000_000 : random.nextInt(100_000)];
            random.nextBytes(content);
            Files.write(file, content);
        }
        for (int i = 0; i < 60; i++) {
            Files.write(tree.resolve("sub/" + i), ("file " + i).getBytes(UTF_8));
        }
        return tree;
    }

    /** The contents' hashes by the files' names. */
    private static Map<String, Integer> contents(Path root) throws IOException {
        Map<String, Integer> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(root.relativize(file).toString(), java.util.Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}

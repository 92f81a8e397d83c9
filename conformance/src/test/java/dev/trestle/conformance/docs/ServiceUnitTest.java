package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command of the systemd unit, from what {@code ./trestle install} makes, under the unit's restrictions as far as a test can make
 * them without systemd: another account without capabilities, homes hidden, its own /tmp, everything read-only but the state directory.
 * System call filters are systemd's alone.
 */
class ServiceUnitTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final long INSTALL_MINUTES = 9;
    private static final long START_SECONDS = 120;
    private static final long STOP_SECONDS = 60;
    private static final Pattern SERVER = Pattern.compile("Server: +(http://\\S+) .*");

    /** The directories of the unit are below /mnt there, which every Debian has and nothing here uses. */
    private static final String SANDBOX = """
            set -eu
            mount --bind "$1" /mnt
            mount --bind /mnt/state /mnt/state
            for hidden in /home /root /run/user; do
                [ ! -d $hidden ] || mount -t tmpfs -o mode=000 tmpfs $hidden
            done
            mount -t tmpfs -o mode=1777 tmpfs /tmp
            cut -d ' ' -f 2 /proc/self/mounts | while IFS= read -r mounted; do
                case $mounted in
                    /proc | /proc/* | /dev | /dev/* | /sys | /sys/* | /tmp | /mnt/state) ;;
                    *) mount -o remount,bind,ro "$mounted" 2>/dev/null || echo "still writable: $mounted" >&2 ;;
                esac
            done
            cd /mnt/state
            shift
            exec setpriv --reuid nobody --regid nogroup --clear-groups --no-new-privs --bounding-set -all --inh-caps -all \\
                env -i PATH=/usr/local/bin:/usr/bin:/bin "$@"
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path base;

    @Test
    void execStart_underTheUnitsRestrictions_servesAndStops() throws Exception {
        String unit = Files.readString(ROOT.resolve("packaging/trestle.service"));
        assertThat(unit.lines())
                .contains(
                        "ProtectHome=yes",
                        "ProtectSystem=strict",
                        "PrivateTmp=yes",
                        "NoNewPrivileges=yes",
                        "CapabilityBoundingSet=");
        requireNamespaces();
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path state = Files.createDirectory(base.resolve("state"));
        run(List.of("chown", "nobody:nogroup", state.toString()), STOP_SECONDS);
        Files.writeString(
                Files.createDirectory(base.resolve("etc")).resolve("trestle.conf"),
                "http.port = 0\ndynamodb.port = 0\ns3.port = 0\n");
        run(
                List.of(
                        ROOT.resolve("trestle").toString(),
                        "install",
                        base.resolve("opt").toString()),
                TimeUnit.MINUTES.toSeconds(INSTALL_MINUTES));

        Path output = base.resolve("output");
        Process server = new ProcessBuilder(command(unit))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            String url = address(server, output);
            HttpResponse<String> ready = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(url + "/health/ready"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
            assertThat(Files.readString(state.resolve("first-password"))).isNotBlank();
            assertThat(Files.getOwner(state.resolve("data")).getName()).isEqualTo("nobody");
        } finally {
            server.destroy();
            assertThat(server.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(server.exitValue()).isZero();
    }

    private List<String> command(String unit) {
        String moved = unit.replace("/opt/trestle/", "/mnt/opt/")
                .replace("/var/lib/trestle", "/mnt/state")
                .replace("/etc/trestle/", "/mnt/etc/");
        List<String> command =
                new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private", "sh", "-c", SANDBOX, "sh"));
        command.add(base.toString());
        moved.lines()
                .filter(line -> line.startsWith("Environment="))
                .map(line -> line.substring("Environment=".length()))
                .forEach(command::add);
        String start = moved.lines()
                .filter(line -> line.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow()
                .substring("ExecStart=".length());
        command.addAll(List.of(start.split(" ")));
        return command;
    }

    private static String address(Process server, Path output) {
        Awaitility.await("it says where it is")
                .atMost(Duration.ofSeconds(START_SECONDS))
                .until(() -> !server.isAlive()
                        || SERVER.matcher(Files.readString(output)).find());
        Matcher found = SERVER.matcher(read(output));
        assertThat(found.find()).as("the server started: %s", read(output)).isTrue();
        return found.group(1);
    }

    private static String read(Path output) {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void requireNamespaces() throws IOException, InterruptedException {
        Process tried = new ProcessBuilder(
                        "unshare", "--mount", "--propagation", "private", "mount", "-t", "tmpfs", "tmpfs", "/mnt")
                .redirectErrorStream(true)
                .start();
        String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (tried.waitFor() != 0) {
            System.err.println(
                    "NOT RUN: the systemd unit's command under its restrictions: mounts are refused: " + said);
            Assumptions.abort("mounts are refused: " + said);
        }
    }

    private static void run(List<String> command, long seconds) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }
}

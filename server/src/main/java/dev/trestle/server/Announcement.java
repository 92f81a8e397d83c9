package dev.trestle.server;

import dev.trestle.platform.identity.People;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.config.Keys;
import dev.trestle.server.installation.Installation;
import dev.trestle.server.installation.MadeKey;
import dev.trestle.server.installation.ObjectsDirectory;
import dev.trestle.server.installation.SecretFile;
import dev.trestle.server.installation.StorageServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a person who starts the server is told: where everything is, and how to get in. */
final class Announcement {
    private final PrintWriter out;
    private final Configuration configuration;

    Announcement(PrintWriter out, Configuration configuration) {
        this.out = out;
        this.configuration = configuration;
    }

    /** Of a store without a server. */
    void of(StorageServer storage) {
        ports(storage.dynamoDbUrl(), storage.s3Url());
        out.println("Storage only: there is no console, and nobody to sign in.");
        signers(storage.isOpen(), storage.madeKey());
        out.flush();
    }

    private void ports(Optional<String> dynamoDb, Optional<String> s3) {
        Path data = Path.of(configuration.get(Keys.DATA));
        dynamoDb.ifPresentOrElse(
                url -> out.printf("DynamoDB: %s (data in %s)%n", url, data),
                () -> out.printf("Items:    in %s%n", remote(configuration.get(Keys.STORAGE_ENDPOINT), "DynamoDB")));
        s3.ifPresentOrElse(
                url -> out.printf("S3:       %s (objects in %s)%n", url, ObjectsDirectory.of(data)),
                () -> out.printf("Objects:  in %s%n", remote(configuration.get(Keys.OBJECTS_ENDPOINT), "S3")));
    }

    /** Like the password, a key goes to the person who started the server, but not to where it would be kept in a log. */
    private void signers(boolean open, Optional<MadeKey> made) {
        if (open) {
            out.println("Open ports: DynamoDB and S3 take any well-formed signature, from this machine only.");
        }
        made.ifPresent(key -> {
            if (key.isNew() && configuration.get(Keys.ADMIN_PASSWORD_FILE).isEmpty()) {
                out.printf(
                        "Access key: %s with the secret %s, for DynamoDB and S3%n"
                                + "            It is shown this once, and kept in %s.%n",
                        key.id(), key.secret(), key.file());
            } else {
                out.printf("Access key: in %s, for DynamoDB and S3%n", key.file());
            }
        });
    }

    void of(Installation installation) throws IOException {
        ports(installation.dynamoDbUrl(), installation.s3Url());
        String url = installation.publicUrl();
        out.printf("Server:   %s (sign in there; APIs, their documentation, /health, /metrics)%n", url);
        if (installation.s3Url().isPresent()) {
            out.printf("          %s/s3 is S3 too, for who signs with an access key%n", url);
        }
        signers(installation.isOpen(), installation.madeKey());
        if (installation.isOpenWithoutTls()) {
            out.println(
                    "Others can reach the server, and without TLS they can be listened to: configure http.tls.certificate,"
                            + " or put a proxy before it and set http.public-url.");
        }
        accounts(installation);
        out.flush();
    }

    /** Of a demo, which is loaded after the server is ready. */
    void sampleData(String state) {
        out.println("Sample data: " + state);
        out.flush();
    }

    private static String remote(String endpoint, String service) {
        return endpoint.isEmpty() ? "AWS's " + service : endpoint;
    }

    private void accounts(Installation installation) throws IOException {
        if (installation.firstAdministrator().isPresent()) {
            first(installation.firstAdministrator().get());
        }
        if (!installation.demoAccounts().isEmpty()) {
            out.printf("Demonstration: sign in with the password %s as%n", Installation.DEMO_PASSWORD);
            installation
                    .demoAccounts()
                    .forEach(account -> out.printf(
                            "  %-28s %s%s%s%n",
                            account.email(),
                            account.name(),
                            account.groups().isEmpty() ? "" : ", of " + String.join(", ", account.groups()),
                            account.tenants().isEmpty()
                                    ? ""
                                    : ", in "
                                            + String.join(
                                                    ", ",
                                                    account.tenants().keySet().stream()
                                                            .sorted()
                                                            .toList())));
        }
    }

    /** The password goes to who started the server, or to a file for its owner; never into the log. */
    private void first(People.Added added) throws IOException {
        String file = configuration.get(Keys.ADMIN_PASSWORD_FILE);
        if (file.isEmpty()) {
            out.printf(
                    "First start: sign in as %s with the one-time password %s%n"
                            + "             It is shown this once, and holds for a week. You choose your own when you sign in.%n",
                    added.person().email(), added.oneTimePassword());
        } else {
            Files.deleteIfExists(Path.of(file));
            SecretFile.write(Path.of(file), (added.oneTimePassword() + "\n").getBytes(StandardCharsets.UTF_8));
            out.printf(
                    "First start: sign in as %s with the one-time password in %s%n",
                    added.person().email(), file);
        }
    }
}

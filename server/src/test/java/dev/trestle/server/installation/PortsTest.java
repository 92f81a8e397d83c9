package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.systems.Reserved;
import dev.trestle.server.systems.Systems;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;

/** Who reaches what on the ports of DynamoDB and S3, with the SDK's own clients. */
class PortsTest {
    private static final String FREE_PORTS = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private Configuration configuration(String data, String more) {
        String text = FREE_PORTS + "data = " + directory.resolve(data) + "\n" + more;
        return Configuration.parse("test", text, Map.of(), List.of());
    }

    private Installation open(String data, String more, boolean demo) {
        Installation installation = Installation.open(new Installation.Start(
                configuration(data, more), () -> List.of(Memos.SYSTEM), "trestle test", demo, QuickPasswords.COST));
        opened.add(installation);
        return installation;
    }

    private DynamoDbClient dynamoDb(String url, AwsCredentialsProvider key) {
        DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(URI.create(url))
                .region(Region.US_EAST_1)
                .credentialsProvider(key)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        opened.add(client);
        return client;
    }

    private S3Client s3(String url, AwsCredentialsProvider key) {
        S3Client client = S3Client.builder()
                .endpointOverride(URI.create(url))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(key)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        opened.add(client);
        return client;
    }

    private static AwsCredentialsProvider key(String id, String secret) {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(id, secret));
    }

    /** As a program reads it that is told AWS_SHARED_CREDENTIALS_FILE. */
    private AwsCredentialsProvider madeKey(String data) {
        return ProfileCredentialsProvider.builder()
                .profileFile(ProfileFile.builder()
                        .content(directory.resolve(data).resolve("access-key"))
                        .type(ProfileFile.Type.CREDENTIALS)
                        .build())
                .build();
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AwsServiceException.class,
                        e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code));
    }

    /** What makes its sender an administrator, if it is done. */
    private static void takeOver(DynamoDbClient client) {
        client.updateItem(u -> u.tableName("trestle-platform")
                .key(Map.of("PK", AttributeValue.fromS("PERSON#me"), "SK", AttributeValue.fromS("CREDENTIAL")))
                .updateExpression("SET #hash = :hash")
                .expressionAttributeNames(Map.of("#hash", "hash"))
                .expressionAttributeValues(Map.of(":hash", AttributeValue.fromS("$argon2id$mine"))));
    }

    private static void createTable(DynamoDbClient client, String name) {
        client.createTable(t -> t.tableName(name)
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(a -> a.attributeName("id").attributeType("S"))
                .keySchema(k -> k.attributeName("id").keyType("HASH")));
    }

    @Test
    void defaultInstall_inventedSignature_changesNothingAndAdministersNothing() throws Exception {
        Installation installation = open("data", "", false);
        DynamoDbClient nobody = dynamoDb(installation.dynamoDbUrl().orElseThrow(), key("nobody", "invented"));
        S3Client nobodys = s3(installation.s3Url().orElseThrow(), key("nobody", "invented"));

        assertRefused("UnrecognizedClientException", () -> takeOver(nobody));
        assertRefused("UnrecognizedClientException", nobody::listTables);
        assertRefused("InvalidAccessKeyId", nobodys::listBuckets);
        MadeKey made = installation.madeKey().orElseThrow();
        assertRefused(
                "InvalidSignatureException",
                () -> takeOver(dynamoDb(installation.dynamoDbUrl().orElseThrow(), key(made.id(), "invented"))));
        assertThat(new Client(installation.url())
                        .send("GET", "/admin/v1/people", null)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void madeKey_inAFileForItsOwner_servesAllButWhatIsReserved() throws Exception {
        Installation installation = open("data", "", false);
        Path file = directory.resolve("data/access-key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(installation.madeKey().orElseThrow().isNew()).isTrue();
        DynamoDbClient items = dynamoDb(installation.dynamoDbUrl().orElseThrow(), madeKey("data"));
        createTable(items, "music");
        assertThat(items.listTables().tableNames()).containsExactly("memos", "music");
        assertThat(items.scan(s -> s.tableName("memos")).items()).isEmpty();
        for (String table : List.of("trestle-platform", "trestle-platform-support", "trestle-audit", "memos-support")) {
            assertRefused("AccessDeniedException", () -> items.scan(s -> s.tableName(table)));
        }
        assertRefused("AccessDeniedException", () -> takeOver(items));
        Client client = new Client(installation.url());
        String oneTime = installation.firstAdministrator().orElseThrow().oneTimePassword();
        client.signIn(
                Map.of("email", "admin@localhost.local", "password", oneTime, "newPassword", "a long enough password"));
        client.get("/memos/v1/memos/a/attachment"); // has the bucket made
        for (String url : List.of(installation.s3Url().orElseThrow(), installation.url() + "/s3")) {
            S3Client objects = s3(url, madeKey("data"));
            assertThat(objects.listBuckets().buckets()).isEmpty();
            assertRefused("AccessDenied", () -> objects.listObjectsV2(l -> l.bucket("memos")));
            assertRefused(
                    "AccessDenied",
                    () -> objects.putObject(p -> p.bucket("memos").key("a"), RequestBody.fromString("mine")));
        }
        String before = Files.readString(file);
        installation.close();

        MadeKey again = open("data", "", false).madeKey().orElseThrow();
        assertThat(again.isNew()).isFalse();
        assertThat(before).contains(again.id(), again.secret());
    }

    @Test
    void openPorts_takeAnySignatureButServeNothingReserved() throws Exception {
        for (boolean demo : new boolean[] {false, true}) {
            Installation installation = open("open-" + demo, demo ? "" : "open-ports = yes", demo);
            assertThat(installation.isOpen()).isTrue();
            assertThat(directory.resolve("open-" + demo + "/access-key")).doesNotExist();
            assertThat(new Client(installation.url())
                            .get("/server/v1/about")
                            .path("openPorts")
                            .asBoolean())
                    .isTrue();
            DynamoDbClient anybody = dynamoDb(installation.dynamoDbUrl().orElseThrow(), key("any", "thing"));
            assertThat(anybody.listTables().tableNames()).containsExactly("memos");
            assertRefused("AccessDeniedException", () -> takeOver(anybody));
            S3Client anybodys = s3(installation.s3Url().orElseThrow(), key("any", "thing"));
            assertRefused("AccessDenied", () -> anybodys.createBucket(b -> b.bucket("memos")));
            assertRefused("InvalidAccessKeyId", s3(installation.url() + "/s3", key("any", "thing"))::listBuckets);
        }
    }

    @Test
    void accessLimits_nameTablesAndBuckets_andNothingElseIsReached() {
        Installation installation = open(
                "data",
                "access-keys = all:one, reports:two, backup:three\n"
                        + "access-limits = reports|read|table:mem*|bucket:media, backup|table:trestle-platform|bucket:*",
                false);
        String url = installation.dynamoDbUrl().orElseThrow();
        DynamoDbClient reports = dynamoDb(url, key("reports", "two"));
        DynamoDbClient backup = dynamoDb(url, key("backup", "three"));
        createTable(dynamoDb(url, key("all", "one")), "music");

        assertThat(reports.listTables().tableNames()).containsExactly("memos");
        assertRefused("AccessDeniedException", () -> reports.scan(s -> s.tableName("music")));
        assertRefused("AccessDeniedException", () -> reports.scan(s -> s.tableName("memos-support")));
        assertRefused("AccessDeniedException", () -> reports.deleteTable(t -> t.tableName("memos")));
        assertThat(backup.scan(s -> s.tableName("trestle-platform")).items())
                .as("the configuration names it")
                .isNotEmpty();
        S3Client objects = s3(installation.s3Url().orElseThrow(), key("backup", "three"));
        objects.createBucket(b -> b.bucket("media"));
        assertRefused("AccessDenied", () -> objects.createBucket(b -> b.bucket("memos")));
        S3Client pictures = s3(installation.s3Url().orElseThrow(), key("reports", "two"));
        assertThat(pictures.listObjectsV2(l -> l.bucket("media")).contents()).isEmpty();
        assertRefused(
                "AccessDenied",
                () -> pictures.putObject(p -> p.bucket("media").key("a"), RequestBody.fromString("mine")));
    }

    @Test
    void configuration_ofAccessThatCannotBe_saysWhy() {
        assertThatThrownBy(() -> open("data", "access-keys = a:b\nopen-ports = yes", false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("leave out one of them");
        assertThatThrownBy(() -> open("data", "bind = 0.0.0.0\nopen-ports = yes", false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("127.0.0.1");
        assertThatThrownBy(() -> open("data", "access-limits = a|read", false))
                .isInstanceOf(ConfigException.class)
                .hasMessage("access-limits: there is no a among access-keys.");
        assertThatThrownBy(() -> StorageServer.open(configuration("data", "storage = dynamodb\nobjects = s3")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("storage = embedded");
        assertThat(directory.resolve("data")).doesNotExist();
    }

    @Test
    void storageOnly_servesTwoPortsAndNoInstallationsData() {
        StorageServer storage = StorageServer.open(configuration("store", ""));
        opened.add(storage);
        DynamoDbClient items = dynamoDb(storage.dynamoDbUrl().orElseThrow(), madeKey("store"));
        assertThat(items.listTables().tableNames()).isEmpty();
        createTable(items, "trestle-platform");
        assertThat(items.listTables().tableNames()).containsExactly("trestle-platform");
        assertRefused(
                "UnrecognizedClientException",
                dynamoDb(storage.dynamoDbUrl().orElseThrow(), key("nobody", "invented"))::listTables);
        assertThat(s3(storage.s3Url().orElseThrow(), madeKey("store"))
                        .listBuckets()
                        .buckets())
                .isEmpty();

        open("whole", "", false).close();
        assertThatThrownBy(() -> StorageServer.open(configuration("whole", "")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("to every access key")
                .hasMessageContaining("identity.secret-file");
        String elsewhere = "identity.secret-file = " + directory.resolve("whole/secret");
        assertThatThrownBy(() -> StorageServer.open(configuration("another", elsewhere)))
                .hasMessageContaining("to every access key");
    }

    @Test
    void platformTable_underAnotherSecret_isRefused() throws Exception {
        StorageServer storage = StorageServer.open(configuration("store", "access-keys = far:away"));
        opened.add(storage);
        System.setProperty("aws.accessKeyId", "far");
        System.setProperty("aws.secretAccessKey", "away");
        String remote = "storage = dynamodb\nstorage.endpoint = "
                + storage.dynamoDbUrl().orElseThrow() + "\nobjects = s3\nobjects.endpoint = "
                + storage.s3Url().orElseThrow() + "\nidentity.secret-file = ";
        Installation first = open("first", remote + directory.resolve("one"), false);
        open("second", remote + directory.resolve("one"), false).close();

        assertThatThrownBy(() -> open("third", remote, false))
                .as("with the secret in a data directory that holds nothing else")
                .hasMessageContaining("belongs to an installation with another secret")
                .hasMessageContaining("identity.secret-file")
                .hasMessageContaining("--storage-only");
        // As a server before this one left it, which has signed tokens.
        String oneTime = first.firstAdministrator().orElseThrow().oneTimePassword();
        new Client(first.url())
                .signIn(Map.of(
                        "email", "admin@localhost.local",
                        "password", oneTime,
                        "newPassword", "a long enough password"));
        dynamoDb(storage.dynamoDbUrl().orElseThrow(), key("far", "away"))
                .deleteItem(d -> d.tableName(PlatformTable.TABLE.name())
                        .key(Map.of("PK", AttributeValue.fromS("MARK#secret"), "SK", AttributeValue.fromS("MARK"))));
        assertThatThrownBy(() -> open("third", remote + directory.resolve("two"), false))
                .hasMessageContaining("belongs to an installation with another secret");
        open("second", remote + directory.resolve("one"), false);
    }

    @Test
    void wholeServer_asAnothersStore_isRefusedWithWhatToDo() {
        Installation other = open("other", "access-keys = far:away", false);
        System.setProperty("aws.accessKeyId", "far");
        System.setProperty("aws.secretAccessKey", "away");
        assertThatThrownBy(() -> open(
                        "near",
                        "storage = dynamodb\nstorage.endpoint = "
                                + other.dynamoDbUrl().orElseThrow(),
                        false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("trestle-platform")
                .hasMessageContaining("--storage-only");
    }

    @Test
    void reserved_ofAllSystems_hasEverySupportTableByItsNameHere() {
        Configuration configuration = configuration("data", "tables = unisync-support=prod-support");
        Reserved reserved = Reserved.of(Systems.all(), configuration);
        for (SystemDefinition<?> system : Systems.all()) {
            assertThat(system.name()).isEqualTo(system.model().system());
            String support =
                    Systems.names(configuration).apply(system.model().support().orElseThrow());
            assertThat(reserved.tables()).contains(support);
        }
        PlatformTable.MODEL
                .allTables()
                .forEach(table -> assertThat(reserved.tables()).contains(table.name()));
        assertThat(reserved.tables())
                .contains("trestle-platform", "prod-support")
                .doesNotContain("unisync-support");
        assertThat(reserved.buckets())
                .containsExactlyInAnyOrder(
                        "unisync-attachments-000000000000-local",
                        "docstore",
                        "holdthatthought-archive",
                        "formkiq-documents",
                        "zentriqvision");
    }

    @Test
    void backup_ofTheDataDirectory_takesTheKeyAlong() throws Exception {
        TrestleDb.open(directory.resolve("data")).close();
        MadeKey made = MadeKey.readOrMake(directory.resolve("data"));
        Files.createDirectory(directory.resolve("copy"));
        SecretFile.copy(directory.resolve("data"), directory.resolve("copy"));
        MadeKey copied = MadeKey.readOrMake(directory.resolve("copy"));
        assertThat(copied.secret()).isEqualTo(made.secret());
        Files.writeString(directory.resolve("copy/access-key"), "nonsense");
        assertThatThrownBy(() -> MadeKey.readOrMake(directory.resolve("copy"))).hasMessageContaining("Delete the file");
    }
}

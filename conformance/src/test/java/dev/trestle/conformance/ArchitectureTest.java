package dev.trestle.conformance;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.trestle.engine.Engine;
import org.junit.jupiter.api.Test;

/** The arrows between the layers only point down. */
class ArchitectureTest {
    private static final String ENGINE = "dev.trestle.engine..";
    private static final String SDK = "dev.trestle.sdk..";
    private static final String JUNIT = "dev.trestle.junit..";
    private static final String OBJECTS = "dev.trestle.objects..";
    private static final String HTTP = "dev.trestle.http..";
    private static final String WIRE = "dev.trestle.wire..";
    private static final String MODEL = "dev.trestle.model..";
    private static final String SYSTEMS = "dev.trestle.systems..";
    private static final String PLATFORM = "dev.trestle.platform..";
    private static final String TEXT = "dev.trestle.text..";
    private static final String SEARCH = "dev.trestle.search..";
    private static final String MEDIA = "dev.trestle.media..";
    private static final String VISION = "dev.trestle.vision..";
    private static final String MAIL = "dev.trestle.mail..";
    private static final String SERVER = "dev.trestle.server..";
    private static final String BENCH = "dev.trestle.bench..";

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.trestle");

    @Test
    void engine_anyClass_dependsOnItsFiveLibrariesOnly() {
        classes()
                .that()
                .resideInAPackage(ENGINE)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        ENGINE,
                        "java..",
                        "org.rocksdb..",
                        "com.github.benmanes.caffeine..",
                        "com.fasterxml.jackson.core..",
                        "org.slf4j..",
                        "org.jspecify.."))
                .because("the engine knows neither HTTP nor the AWS SDK, and what it uses its users get")
                .check(MAIN);
    }

    @Test
    void engine_anyClass_opensNoConnections() {
        noClasses()
                .that()
                .resideInAPackage(ENGINE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "com.sun.net.httpserver..")
                .check(MAIN);
    }

    @Test
    void objects_anyClass_knowsTheEngineOnly() {
        classes()
                .that()
                .resideInAPackage(OBJECTS)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(OBJECTS, ENGINE, "java..", "org.slf4j..", "org.jspecify.."))
                .because("S3's semantics know neither HTTP nor the AWS SDK, and keep their rows in an engine's tables")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage(OBJECTS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.net..")
                .check(MAIN);
    }

    @Test
    void objectsPackages_amongEachOther_haveNoCycles() {
        slices().matching("dev.trestle.objects.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void wire_anyClass_knowsTheEnginesAndTheNetworkOnly() {
        classes()
                .that()
                .resideInAPackage(WIRE)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        WIRE,
                        HTTP,
                        ENGINE,
                        "dev.trestle.objects",
                        "dev.trestle.objects.api..",
                        "dev.trestle.objects.checksum..",
                        "java..",
                        "javax.crypto..",
                        "javax.xml.stream..",
                        "io.vertx.core..",
                        "io.netty.channel..",
                        "com.fasterxml.jackson.core..",
                        "org.slf4j..",
                        "org.jspecify.."))
                .because("a server needs neither the SDK nor the command line")
                .check(MAIN);
    }

    @Test
    void http_anyClass_knowsVertxOnly() {
        classes()
                .that()
                .resideInAPackage(HTTP)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(HTTP, "java..", "io.vertx.core..", "io.netty..", "org.jspecify.."))
                .because("ports of every kind share it")
                .check(MAIN);
    }

    @Test
    void wire_belowTheServer_doesNotKnowTheNetwork() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.trestle.wire.dynamodb..",
                        "dev.trestle.wire.json..",
                        "dev.trestle.wire.s3..",
                        "dev.trestle.wire.xml..",
                        "dev.trestle.wire.uri..",
                        "dev.trestle.wire.load..",
                        "dev.trestle.wire.signature..",
                        "dev.trestle.wire.access..",
                        "dev.trestle.wire.error..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(HTTP, "io.vertx..", "io.netty..", "java.net..")
                .because("another HTTP server could take the place of this one")
                .check(MAIN);
    }

    @Test
    void wirePackages_amongEachOther_haveNoCycles() {
        slices().matching("dev.trestle.wire.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void platform_anyClass_knowsStorageByTheSdksInterfacesOnly() {
        noClasses()
                .that()
                .resideInAPackage(PLATFORM)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ENGINE, SDK, JUNIT, WIRE, SERVER, BENCH)
                .because("below DynamoDbClient may stand AWS")
                .check(MAIN);
    }

    @Test
    void platform_outsideItsServer_doesNotKnowTheNetwork() {
        noClasses()
                .that()
                .resideInAPackage(PLATFORM)
                .and()
                .resideOutsideOfPackage("dev.trestle.platform.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "io.netty..")
                .because("another HTTP server could take the place of this one")
                .check(MAIN);
    }

    @Test
    void platformPackages_amongEachOther_haveNoCycles() {
        slices().matching("dev.trestle.platform.(*)..")
                .should()
                .beFreeOfCycles()
                .check(MAIN);
    }

    @Test
    void text_anyClass_knowsItsLibrariesOnly() {
        classes()
                .that()
                .resideInAPackage(TEXT)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        TEXT,
                        "java..",
                        "org.commonmark..",
                        "org.owasp.html..",
                        "com.fasterxml.jackson.annotation..",
                        "org.jspecify.."))
                .because("what is done with a text depends on the text alone")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage(PLATFORM)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(TEXT)
                .because("a system without texts needs none of their libraries")
                .check(MAIN);
    }

    @Test
    void search_anyClass_knowsThePlatformAndLuceneOnly() {
        classes()
                .that()
                .resideInAPackage(SEARCH)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        SEARCH,
                        "java..",
                        "dev.trestle.platform.events..",
                        MODEL,
                        "software.amazon.awssdk..",
                        "org.apache.lucene..",
                        "org.slf4j..",
                        "org.jspecify.."))
                .because("an index is of records, whatever system they belong to")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage(PLATFORM)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SEARCH)
                .because("a system without search needs no Lucene")
                .check(MAIN);
    }

    @Test
    void media_anyClass_knowsItsLibrariesOnly() {
        classes()
                .that()
                .resideInAPackage(MEDIA)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        MEDIA,
                        "java..",
                        "javax.imageio..",
                        "com.drew..",
                        "org.apache.pdfbox..",
                        "org.apache.fontbox..",
                        "org.apache.tika..",
                        "org.xml.sax..",
                        "com.fasterxml.jackson..",
                        "org.slf4j..",
                        "org.jspecify.."))
                .because("what is done with a file depends on the file alone")
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage(PLATFORM)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(MEDIA)
                .because("a system without files needs none of their libraries")
                .check(MAIN);
    }

    @Test
    void media_outsideOfItsWorker_looksInsideOfNoFile() {
        noClasses()
                .that()
                .resideInAPackage("dev.trestle.media")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javax.imageio..", "com.drew..", "org.apache.pdfbox..", "org.apache.fontbox..")
                .because("only the child process may fail over a hostile file")
                .check(MAIN);
    }

    @Test
    void vision_anyClass_knowsMediaAndItsLibrariesOnly() {
        classes()
                .that()
                .resideInAPackage(VISION)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        VISION,
                        MEDIA,
                        "java..",
                        "javax.imageio..",
                        "ai.onnxruntime..",
                        "com.fasterxml.jackson..",
                        "org.slf4j..",
                        "org.jspecify.."))
                .because("what is found in a video depends on the video alone")
                .check(MAIN);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.trestle.vision.detect")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("ai.onnxruntime..")
                .because("another runtime could take the place of this one")
                .check(MAIN);
    }

    @Test
    void vision_outsideOfItsWorker_looksAtNoFrame() {
        noClasses()
                .that()
                .resideInAPackage("dev.trestle.vision")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.trestle.vision.track..", "ai.onnxruntime..", "javax.imageio..")
                .because("only the worker process may fail over a hostile video")
                .check(MAIN);
    }

    @Test
    void mail_anyClass_knowsThePlatformsPortAndSmtpOnly() {
        classes()
                .that()
                .resideInAPackage(MAIL)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        MAIL,
                        "dev.trestle.platform.mail..",
                        "dev.trestle.platform.settings..",
                        "java..",
                        "javax.net.ssl..",
                        "jakarta.mail..",
                        "org.eclipse.angus.mail..",
                        "org.jspecify.."))
                .because("the platform says what a mail is, and this how it is sent")
                .check(MAIN);
        noClasses()
                .that()
                .resideOutsideOfPackages(MAIL, SERVER, "dev.trestle.systems.formkiq.intake..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(MAIL)
                .because("systems use the platform's outbox; only one takes mails in")
                .check(MAIN);
        noClasses()
                .that()
                .resideOutsideOfPackages(MAIL, SERVER)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.mail..", "org.eclipse.angus..")
                .because("how mails are sent and read is this module's")
                .check(MAIN);
    }

    @Test
    void textPackages_amongEachOther_haveNoCycles() {
        slices().matching("dev.trestle.text.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void sdk_anyClass_knowsNothingAboveIt() {
        noClasses()
                .that()
                .resideInAPackage(SDK)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(JUNIT, OBJECTS, WIRE, PLATFORM, SERVER, BENCH)
                .check(MAIN);
    }

    @Test
    void sdkObjectsAndWire_anyClass_doNotReachThroughTheEngine() {
        noClasses()
                .that()
                .resideInAnyPackage(SDK, OBJECTS, WIRE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.trestle.engine.store..",
                        "dev.trestle.engine.table..",
                        "dev.trestle.engine.capacity..",
                        "dev.trestle.engine.read..",
                        "dev.trestle.engine.write..",
                        "dev.trestle.engine.expression..",
                        "dev.trestle.engine.legacy..")
                .because("the rules live once, behind Engine")
                .check(MAIN);
    }

    @Test
    void model_anyClass_knowsTheSdkOnly() {
        classes()
                .that()
                .resideInAPackage(MODEL)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        MODEL, "java..", "javax.crypto..", "software.amazon.awssdk..", "org.jspecify.."))
                .because("a model runs on whatever speaks to DynamoDB, and what it uses its users get")
                .check(MAIN);
    }

    @Test
    void modelPackages_amongEachOther_haveNoCycles() {
        slices().matching("dev.trestle.model.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void modelCodecs_anyClass_knowNoDeclarations() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.trestle.model.value..",
                        "dev.trestle.model.template..",
                        "dev.trestle.model.mapping..",
                        "dev.trestle.model.error..",
                        "dev.trestle.model.annotation..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.trestle.model", "dev.trestle.model.operation..")
                .because("keys and items are functions of records and templates")
                .check(MAIN);
    }

    @Test
    void modelDeclarations_anyClass_knowNothingThatIsDoneWithThem() {
        noClasses()
                .that()
                .resideInAPackage("dev.trestle.model")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.trestle.model.operation..",
                        "dev.trestle.model.verify..",
                        "dev.trestle.model.docs..",
                        "dev.trestle.model.evolution..")
                .because("a declaration only describes")
                .check(MAIN);
    }

    @Test
    void systems_anyClass_knowNeitherTheEngineNorEachOther() {
        noClasses()
                .that()
                .resideInAPackage(SYSTEMS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ENGINE, SDK, WIRE, SERVER, BENCH)
                .check(MAIN);
        slices().matching("dev.trestle.systems.(*)..")
                .should()
                .notDependOnEachOther()
                .check(MAIN);
    }

    @Test
    void server_fromOutside_isUnused() {
        noClasses()
                .that()
                .resideOutsideOfPackage(SERVER)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SERVER)
                .check(MAIN);
    }

    @Test
    void bench_fromOutside_isUnused() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BENCH)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(BENCH)
                .check(MAIN);
    }

    @Test
    void pureEnginePackages_anyClass_knowNoStore() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.trestle.engine.value..",
                        "dev.trestle.engine.item..",
                        "dev.trestle.engine.expression..",
                        "dev.trestle.engine.legacy..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "dev.trestle.engine.store..",
                                "dev.trestle.engine.table..",
                                "dev.trestle.engine.read..",
                                "dev.trestle.engine.write..",
                                "dev.trestle.engine.verify..")
                        .or(describe("Engine", (JavaClass type) -> type.isEquivalentTo(Engine.class))))
                .because("values, items and expressions are functions of their arguments")
                .check(MAIN);
    }

    @Test
    void rocksDb_inMainCode_isUsedByTheStoreOnly() {
        noClasses()
                .that(resideInAPackage(ENGINE)
                        .and(describe(
                                "outside the store",
                                (JavaClass type) -> !type.getPackageName().startsWith("dev.trestle.engine.store"))))
                .or()
                .resideInAnyPackage(SDK, JUNIT, OBJECTS, WIRE, PLATFORM, SERVER)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rocksdb..")
                .because("one package owns the native handles")
                .check(MAIN);
    }

    @Test
    void enginePackages_amongEachOther_haveNoCycles() {
        slices().matching("dev.trestle.engine.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void libraries_anyClass_writeNothingToTheStandardStreams() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ENGINE, SDK, JUNIT, OBJECTS, HTTP, WIRE, MODEL, TEXT, SEARCH, MEDIA, VISION, MAIL, PLATFORM,
                        SYSTEMS)
                .should(ACCESS_STANDARD_STREAMS)
                .check(MAIN);
    }

    @Test
    void mainCode_anyClass_logsThroughSlf4j() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(MAIN);
    }
}

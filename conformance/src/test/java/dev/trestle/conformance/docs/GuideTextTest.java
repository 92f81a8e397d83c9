package dev.trestle.conformance.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every piece of Java in the documents is a piece of a test that ran: a block names its region and must equal it. */
class GuideTextTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SOURCES = ROOT.resolve("conformance/src/test/java/dev/trestle/conformance/docs");
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- (\\w+)#(\\w+) -->\\n)?```java\\n(.*?)\\n```", Pattern.DOTALL);

    static Stream<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        documents.add(ROOT.resolve("README.md"));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        return documents.stream();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void document_everyJavaBlock_isARegionOfATest(Path document) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(document));
        while (block.find()) {
            assertThat(block.group(1))
                    .as("a block of %s has no line <!-- Class#region --> before it:%n%s", document, block.group(3))
                    .isNotNull();
            assertThat(block.group(3))
                    .as("%s, region %s", document, block.group(2))
                    .isEqualTo(region(block.group(1), block.group(2)));
        }
    }

    private static String region(String testClass, String name) throws IOException {
        String source = Files.readString(SOURCES.resolve(testClass + ".java"));
        Matcher region = Pattern.compile(
                        "\\n *// tag::" + name + "\\[\\]\\n(.*?)\\n *// end::" + name + "\\[\\]", Pattern.DOTALL)
                .matcher(source);
        assertThat(region.find()).as("%s has a region %s", testClass, name).isTrue();
        return region.group(1).stripIndent();
    }
}

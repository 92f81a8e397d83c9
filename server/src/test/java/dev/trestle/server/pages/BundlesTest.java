package dev.trestle.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.systems.Systems;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every script of the pages can be bundled, and what a bundle exports is what its script does. That pages work with them, the suites of the browser show. */
class BundlesTest {
    private static final String BASE = "/assets/0";

    private static Assets assets() {
        Map<String, String> directories = new LinkedHashMap<>(Map.of("", Site.DIRECTORY));
        Systems.all().stream()
                .filter(system -> SystemPages.of(system).isPresent())
                .forEach(system -> directories.put("/" + system.name(), directory(system)));
        return Assets.of(directories);
    }

    private static String directory(SystemDefinition<?> system) {
        return SystemPages.of(system).orElseThrow().directory();
    }

    @Test
    void bundles_ofAllScripts_areComplete(@TempDir Path written) throws Exception {
        Assets assets = assets();
        Bundles bundles = new Bundles(Library.imports(), assets);
        int count = 0;
        for (Map.Entry<String, String> each : assets.directories().entrySet()) {
            for (String file : ClassPathFiles.list(each.getValue())) {
                if (file.endsWith(".js") && !file.equals("theme.js")) {
                    String bundle = bundles.of(assets.base() + each.getKey() + "/" + file);
                    Files.writeString(written.resolve(count++ + ".mjs"), bundle);
                }
            }
        }
        assertThat(count).isGreaterThan(100);
        checkSyntax(written, count);
        String first = bundles.of(assets.base() + "/app.js");
        assertThat(first)
                .contains("once$(\"" + assets.base() + "/ui/texts.js\"", "lit-html")
                .doesNotContain("\nimport ");
        assertThat(bundles.of(assets.base() + "/ui/router.js"))
                .as("what the first script has is not sent again")
                .doesNotContain("once$(\"")
                .contains("navigate");
    }

    /** Where there is Node, its parser says whether they are scripts. */
    private static void checkSyntax(Path written, int count) throws IOException, InterruptedException {
        Path node = Path.of("/usr/bin/node");
        if (!Files.isExecutable(node)) {
            return;
        }
        String all = "import('node:fs').then(async (fs) => { const vm = await import('node:vm');"
                + " for (let i = 0; i < " + count
                + "; i++) new vm.SourceTextModule(fs.readFileSync(`${process.argv[1]}/${i}.mjs`, 'utf8')); })"
                + ".catch((e) => { console.log(e); process.exit(1); })";
        Process checked = new ProcessBuilder(
                        node.toString(), "--experimental-vm-modules", "--no-warnings", "-e", all, written.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(checked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(checked.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(checked.exitValue()).as(said).isZero();
    }

    @Test
    void module_withEveryKindOfImportAndExport_isAFunction() {
        PageScript module = read("""
                import { a, b as c } from './other.js';
                import * as whole from '/ui/whole.js';
                import './bare.js';
                export { d as e } from './further.js';
                export * from './all.js';
                export const f = () => import('./later.js');
                export async function g() {}
                export class H {}
                const own = 1;
                export { own as k };
                """);

        assertThat(module.needs())
                .containsExactlyInAnyOrder(
                        BASE + "/ui/other.js",
                        BASE + "/ui/whole.js",
                        BASE + "/ui/bare.js",
                        BASE + "/ui/further.js",
                        BASE + "/ui/all.js");
        assertThat(module.exports()).containsOnlyKeys("e", "f", "g", "H", "k").containsEntry("k", "own");
        assertThat(module.body())
                .contains("const f = () => import('/ui/later.js')")
                .doesNotContain("export", "import {");
        assertThat(module.isAsync()).isFalse();
        assertThat(read("await ready();\n").isAsync()).isTrue();
    }

    @Test
    void module_thatChangesWhatItExports_isRefused() {
        assertThatThrownBy(() -> read("export let count = 0;\n"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("export let count");
        assertThatThrownBy(() -> read("export default 1;\n")).isInstanceOf(IllegalStateException.class);
    }

    private static PageScript read(String source) {
        return PageScript.read(
                BASE + "/ui/it.js",
                source,
                (importer, name) -> name.startsWith("/")
                        ? BASE + name
                        : URI.create(importer).resolve(name).getPath(),
                BASE);
    }
}

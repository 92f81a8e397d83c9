package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.installation.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A demonstration, and browsers that look at it, for as long as a suite runs. Whatever a page complains of fails the test. */
abstract class PagesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    private static final List<Browser> BROWSERS = new ArrayList<>();
    private static @Nullable Installation opened;

    /** To be called first, if there is a browser to look with. */
    static void demonstrate(SystemDefinition<?>... more) {
        Browser.require();
        opened = Demonstration.open(directory, more);
    }

    /** The same with the sample data of some systems only. */
    static void demonstrateOnly(Set<String> worlds, SystemDefinition<?>... more) {
        Browser.require();
        opened = Demonstration.open(directory, "", worlds, more);
    }

    /** The same with the sample data of some systems only, configured further. */
    static void demonstrateOnly(String configuration, Set<String> worlds) {
        Browser.require();
        opened = Demonstration.open(directory, configuration, worlds);
    }

    /** The same with documents and ShowSets, configured further. */
    static void demonstrateWith(String configuration, SystemDefinition<?>... more) {
        Browser.require();
        opened = Demonstration.open(directory, configuration, Demonstration.DOCUMENTS_AND_SHOWSETS, more);
    }

    static Installation installation() {
        Installation current = opened;
        if (current == null) {
            throw new IllegalStateException("the suite has not called demonstrate()");
        }
        return current;
    }

    /** A browser that this suite keeps. */
    static Browser browse(String url) {
        Browser browser = Browser.open(url);
        BROWSERS.add(browser);
        return browser;
    }

    @AfterAll
    static void close() {
        BROWSERS.forEach(Browser::close);
        BROWSERS.clear();
        if (opened != null) {
            opened.close();
            opened = null;
        }
    }

    @AfterEach
    void quiet() {
        assertThat(BROWSERS)
                .allSatisfy(browser -> assertThat(browser.complaints()).isEmpty());
    }
}

package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium with a fresh profile, on one server. Every look at the page waits for what it looks for. */
public final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path PICTURES = Path.of("target", "screenshots");

    /** Set to have pictures for the documents taken: {@code -Dtrestle.images=../docs/images}. */
    private static final @Nullable String IMAGES = System.getProperty("trestle.images");

    private final String url;
    private final ChromeDriver driver;

    private Browser(String url, ChromeDriver driver) {
        this.url = url;
        this.driver = driver;
    }

    /** Goes on only where there is a Chromium; elsewhere the test says loudly that it did not run. */
    public static void require() {
        if (!Files.isExecutable(CHROMIUM) || !Files.isExecutable(DRIVER)) {
            String why = "NOT RUN: the pages were not tried, because there is no " + CHROMIUM + " with its " + DRIVER;
            System.err.println(why);
            Assumptions.abort(why);
        }
    }

    /** A new browser, 1280 wide, that reads English. */
    public static Browser open(String url) {
        require();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toString());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--force-prefers-reduced-motion",
                "--lang=en-US",
                "--window-size=1280,900");
        options.setExperimentalOption("prefs", Map.of("intl.accept_languages", "en-US,en"));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(url, new ChromeDriver(service, options));
    }

    /** Opens an address of the server. */
    public Browser go(String path) {
        driver.get(url + path);
        return this;
    }

    /** Has a script run before those of each page that is loaded from now on; what is returned ends that. */
    Runnable atEveryStart(String script) {
        Object id = driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script))
                .get("identifier");
        return () -> driver.executeCdpCommand(
                "Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", Objects.requireNonNull(id)));
    }

    /** Goes to an address without loading the page anew, as a link would. */
    public Browser visit(String path) {
        script("return import('/ui/router.js').then((router) => router.navigate(arguments[0]))", path);
        return this;
    }

    /** Signs in on a page that is open, and waits for the frame. */
    public Browser signIn(String email, String password) {
        type("[name=email]", email);
        type("[name=password]", password);
        click("form [type=submit]");
        find("t-app #page[aria-busy=false]");
        return this;
    }

    /** Forgets who is signed in here, and what was chosen, without telling the server; shows the way in. */
    public Browser forget() {
        // Where no script runs that would just be about to keep something.
        go("/server/v1/docs/swagger-ui.css").script("sessionStorage.clear(); localStorage.clear()");
        return go("/");
    }

    /** An element that people can see. */
    public WebElement find(String css) {
        return await("an element " + css, () -> shown(css, ""));
    }

    /** All that are there now. */
    public List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** An element with this text in it. */
    public WebElement find(String css, String text) {
        return await("an element " + css + " with the text \"" + text + "\"", () -> shown(css, text));
    }

    /** The first that is shown and has the text in it. The page looks itself: to ask it about each element takes much longer. */
    private @Nullable WebElement shown(String css, String text) {
        return (WebElement) script("""
                return [...document.querySelectorAll(arguments[0])].find((each) =>
                    (each.matches('option') ? each.closest('select') : each)
                        .checkVisibility({opacityProperty: true, visibilityProperty: true})
                    && (each.innerText ?? each.textContent).replace(/[\\t\\u00a0]+/g, ' ').includes(arguments[1])) ?? null
                """, css, text);
    }

    public Browser click(String css) {
        until("a click on " + css, () -> {
            find(css).click();
            return true;
        });
        return this;
    }

    public Browser click(String css, String text) {
        until("a click on " + css + " " + text, () -> {
            find(css, text).click();
            return true;
        });
        return this;
    }

    /** Replaces what a field holds. */
    public Browser type(String css, String text) {
        WebElement field = control(css);
        field.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE);
        field.sendKeys(text);
        return this;
    }

    /** What a field holds. */
    public @Nullable String value(String css) {
        return control(css).getDomProperty("value");
    }

    /** The control itself, where the selector finds the field around it. */
    private WebElement control(String css) {
        return await("a control " + css, () -> {
            WebElement found = find(css);
            return found.getTagName().startsWith("t-")
                    ? found.findElement(By.cssSelector("input, select, textarea"))
                    : found;
        });
    }

    /** Chooses by value, as a person would by its text. */
    public Browser choose(String css, String value) {
        WebElement select = control(css);
        new org.openqa.selenium.support.ui.Select(select).selectByValue(value);
        return this;
    }

    /** Presses keys wherever the focus is. */
    public Browser press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
        return this;
    }

    /** Marks all of the text in the field that has the focus, and waits for the page to have heard of it. */
    public Browser selectAll() {
        script("window.marked = false; document.addEventListener('select', () => {"
                + " requestAnimationFrame(() => setTimeout(() => { window.marked = true; })); }, {once: true});");
        press(Keys.chord(Keys.CONTROL, "a"));
        until("the text to be marked", () -> Boolean.TRUE.equals(script("return window.marked")));
        return this;
    }

    /** Waits for what people read anywhere on the page. */
    public Browser see(String text) {
        until(
                "the text \"" + text + "\"",
                () -> Boolean.TRUE.equals(script(
                        "return document.body.innerText.replace(/[\\t\\u00a0]+/g, ' ').includes(arguments[0])", text)));
        return this;
    }

    /** Waits for a condition; fails with what was waited for, and what is shown instead. */
    public void until(String what, BooleanSupplier holds) {
        await(what, () -> holds.getAsBoolean() ? Boolean.TRUE : null);
    }

    private <T> T await(String what, Supplier<@Nullable T> found) {
        try {
            return Objects.requireNonNull(new WebDriverWait(driver, PATIENCE, Duration.ofMillis(50))
                    .ignoring(StaleElementReferenceException.class)
                    .ignoring(org.openqa.selenium.ElementNotInteractableException.class)
                    .ignoring(JavascriptException.class)
                    .until(any -> found.get()));
        } catch (org.openqa.selenium.TimeoutException e) {
            picture("failed");
            throw new AssertionError(
                    "There is not " + what + " at " + address() + ". The page says:\n"
                            + driver.findElement(By.tagName("body")).getText() + "\nThe console says:\n"
                            + console().collect(Collectors.joining("\n")),
                    e);
        }
    }

    public String address() {
        return Objects.requireNonNull(driver.getCurrentUrl()).substring(url.length());
    }

    public String title() {
        return Objects.requireNonNull(driver.getTitle());
    }

    public @Nullable Object script(String body, Object... arguments) {
        return driver.executeScript(body, arguments);
    }

    public Browser size(int width, int height) {
        // The window has a smallest width; what is shown in it has not.
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.manage().window().setSize(new Dimension(Math.max(width, 500), height));
        return this;
    }

    public Browser theme(String theme) {
        script(
                "localStorage.setItem('trestle.theme', arguments[0]); document.documentElement.dataset.theme = arguments[0]",
                theme);
        return this;
    }

    /** Another language; the page is loaded anew. */
    public Browser language(String code) {
        script("localStorage.setItem('trestle.language', arguments[0])", code);
        driver.navigate().refresh();
        return this;
    }

    public Browser reload() {
        driver.navigate().refresh();
        return this;
    }

    /** A picture for whoever looks at a test's run. */
    public Path picture(String name) {
        try {
            Files.createDirectories(PICTURES);
            return Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Pictures of the page in light and dark, also for the documents where those are wanted. */
    public Browser pictures(String name) {
        script("scrollTo(0, 0)");
        for (String theme : List.of("light", "dark")) {
            theme(theme);
            Path taken = picture(name + "-" + theme);
            if (IMAGES != null) {
                try {
                    Files.createDirectories(Path.of(IMAGES));
                    Files.write(
                            Path.of(IMAGES).resolve(name + "-" + theme + ".png"),
                            SmallPicture.of(Files.readAllBytes(taken)));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return theme("light");
    }

    /** Fails if axe-core finds something serious or critical on the page; contrast is looked at in either theme. */
    public Browser checkAccessible() {
        assertThat(serious("{resultTypes: ['violations']}"))
                .as("serious or critical findings of axe-core at %s", address())
                .isEmpty();
        theme("dark");
        assertThat(serious("{resultTypes: ['violations'], runOnly: ['color-contrast']}"))
                .as("contrast at %s in the dark", address())
                .isEmpty();
        return theme("light");
    }

    /** Asked again where the page changed under its eyes. The rows of a long table are alike: a dozen of them tell. */
    private List<?> serious(String options) {
        return await("a whole look of axe-core at the page", () -> {
            if (!Boolean.TRUE.equals(script("return typeof axe === 'object'"))) {
                script(AxeCore.SCRIPT);
            }
            return (List<?>) driver.executeAsyncScript("""
                    const done = arguments[arguments.length - 1];
                    axe.run({include: document, exclude: 'tbody tr:nth-child(n + 13), .list-body > :nth-child(n + 13)'}, %s).then((result) => done(result.violations
                        .filter((each) => each.impact === 'serious' || each.impact === 'critical')
                        .flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.target} ${node.html}`))), () => done(null));
                    """.formatted(options));
        });
    }

    /** What reaches beyond the right edge of the window, the first of them. */
    private static final String WIDE = """
            const wide = [];
            const look = (node) => {
              for (const each of node.querySelectorAll('*')) {
                if (each.getBoundingClientRect().right > innerWidth + 1) wide.push(each.cloneNode(false).outerHTML.slice(0, 120));
                if (each.shadowRoot) look(each.shadowRoot);
              }
            };
            look(document);
            return wide.slice(0, 12).join('\\n');
            """;

    /** Fails if the page is wider than the window, so that it would have to be moved sideways. */
    public Browser checkFits() {
        Object sizes = script("return [document.documentElement.scrollWidth, innerWidth]");
        List<?> both = (List<?>) Objects.requireNonNull(sizes);
        assertThat(((Number) both.get(0)).intValue())
                .as(() -> "the width of the page at " + address() + "; too wide: " + script(WIDE))
                .isLessThanOrEqualTo(((Number) both.get(1)).intValue());
        return this;
    }

    /** What the page complained of since it was last asked: failed scripts, what the policy refused. */
    public List<String> complaints() {
        return console()
                .filter(line -> line.contains("Content Security Policy")
                        || line.contains("Uncaught")
                        || line.contains("TypeError")
                        || line.contains("ReferenceError"))
                .toList();
    }

    private Stream<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream().map(entry -> entry.getMessage());
    }

    /** The driver itself, for what is needed once. */
    public ChromeDriver driver() {
        return driver;
    }

    @Override
    public void close() {
        driver.quit();
    }

    /** The script of axe-core, which is large. */
    private static final class AxeCore {
        static final String SCRIPT = read();

        private static String read() {
            try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
                return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

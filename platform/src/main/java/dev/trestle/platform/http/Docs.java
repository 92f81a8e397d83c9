package dev.trestle.platform.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A system's contract for people to read and try: its document, and Swagger UI around it. */
final class Docs {
    private static final String WEBJAR = "META-INF/maven/org.webjars/swagger-ui/pom.properties";

    /** Swagger UI sets styles of elements; it runs no script but its files. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
            + " img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private final StaticSite swagger;

    Docs() {
        Properties properties = new Properties();
        try (InputStream in = Docs.class.getClassLoader().getResourceAsStream(WEBJAR)) {
            if (in == null) {
                throw new IllegalStateException("Swagger UI is not on the class path.");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("Swagger UI cannot be read.", e);
        }
        swagger = new StaticSite(
                "", "META-INF/resources/webjars/swagger-ui/" + properties.getProperty("version"), POLICY);
    }

    /** What is under a base path beside its operations: openapi.json and docs; null for all else. */
    @Nullable
    Answer find(HostedApi api, List<String> below, StaticFiles files, StaticFile.Request request) throws IOException {
        if (below.equals(List.of("openapi.json"))) {
            return Answer.json(200, api.contract().document()).withHeader("cache-control", "no-cache");
        }
        if (below.isEmpty() || !below.get(0).equals("docs")) {
            return null;
        }
        if (below.size() == 1) {
            String docs = api.contract().basePath() + "/docs/";
            return new Answer(308, null, Map.of("location", docs), new byte[0]);
        }
        if (below.size() != 2) {
            return null;
        }
        String file = below.get(1);
        return switch (file) {
            case "" -> StaticSite.page(page(api), POLICY);
            case "start.js" ->
                new Answer(
                        200,
                        "text/javascript; charset=utf-8",
                        Map.of("cache-control", "no-cache"),
                        "SwaggerUIBundle({url: '../openapi.json', dom_id: '#docs', validatorUrl: null});"
                                .getBytes(StandardCharsets.UTF_8));
            case "swagger-ui.css", "swagger-ui-bundle.js" -> swagger.find(List.of(file), files, request);
            default -> null;
        };
    }

    private static String page(HostedApi api) {
        return """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <title>%s</title>
                <link rel="stylesheet" href="swagger-ui.css">
                <div id="docs"></div>
                <script src="swagger-ui-bundle.js"></script>
                <script src="start.js"></script>
                </html>
                """.formatted(escaped(api.title()));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

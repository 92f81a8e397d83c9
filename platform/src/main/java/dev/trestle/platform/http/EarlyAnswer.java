package dev.trestle.platform.http;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer to every request before anything is hosted: the process lives, and is starting. A browser gets a page that asks again by itself, in the first of its
 * languages that there is.
 */
final class EarlyAnswer {
    private static final String LIVE = "/health/live";

    private static final String POLICY =
            "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private EarlyAnswer() {}

    static void to(HttpServerRequest request) {
        boolean live = LIVE.equals(request.path());
        HttpServerResponse response = request.response()
                .setStatusCode(live ? 200 : 503)
                .putHeader("cache-control", "no-store")
                .putHeader("connection", "close");
        if (live) {
            response.putHeader("content-type", "application/json").end("{\"status\":\"live\"}");
            return;
        }
        response.putHeader("retry-after", "1");
        if (isPage(request)) {
            response.putHeader("content-type", "text/html; charset=utf-8")
                    .putHeader("content-security-policy", POLICY)
                    .end(page(language(request.getHeader("accept-language"))));
        } else {
            response.putHeader("content-type", "application/json").end("{\"status\":\"starting\"}");
        }
    }

    private static boolean isPage(HttpServerRequest request) {
        String accepted = request.getHeader("accept");
        return request.method().equals(HttpMethod.GET) && accepted != null && accepted.contains("text/html");
    }

    /** The first that is named and known: browsers name what they prefer first. */
    private static String language(@Nullable String accepted) {
        if (accepted == null) {
            return "en";
        }
        for (String each : accepted.toLowerCase(Locale.ROOT).split(",", 20)) {
            String tag = each.strip();
            if (tag.startsWith("zh-tw") || tag.startsWith("zh-hk") || tag.startsWith("zh-hant")) {
                return "zh-TW";
            }
            if (tag.startsWith("zh")) {
                return "zh";
            }
            if (tag.startsWith("en")) {
                return "en";
            }
        }
        return "en";
    }

    private static String page(String language) {
        String title = switch (language) {
            case "zh" -> "Trestle 正在启动";
            case "zh-TW" -> "Trestle 正在啟動";
            default -> "Trestle is starting";
        };
        String wait = switch (language) {
            case "zh" -> "启动完成后，此页面会自动打开。";
            case "zh-TW" -> "啟動完成後，此頁面會自動開啟。";
            default -> "This page opens by itself when it is ready.";
        };
        return """
                <!doctype html>
                <html lang="%s">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta http-equiv="refresh" content="2">
                <title>%s</title>
                </head>
                <body>
                <main role="status">
                <h1>%s</h1>
                <p>%s</p>
                </main>
                </body>
                </html>
                """.formatted(language, title, title, wait);
    }
}

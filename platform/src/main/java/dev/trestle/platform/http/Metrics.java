package dev.trestle.platform.http;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/** What a server counts, for Prometheus. */
final class Metrics {
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
    }

    PrometheusMeterRegistry registry() {
        return registry;
    }

    void gauge(String name, Supplier<Number> value) {
        // A strong reference: nothing else holds the supplier, and a collected one reads as NaN.
        Gauge.builder(name, value).strongReference(true).register(registry);
    }

    /** Names come from contracts only, so that nobody can fill the memory with names of their own. */
    void answered(String system, String operation, int status, Duration took) {
        Timer.builder("trestle.http.requests")
                .tag("system", system)
                .tag("operation", operation)
                .tag("status", Integer.toString(status))
                .publishPercentileHistogram(false)
                .register(registry)
                .record(took);
    }

    /** With further lines, such as a server counts by itself. */
    Answer scrape(String more) {
        return new Answer(
                200,
                TYPE,
                Map.of("cache-control", "no-store"),
                (registry.scrape() + more).getBytes(StandardCharsets.UTF_8));
    }
}

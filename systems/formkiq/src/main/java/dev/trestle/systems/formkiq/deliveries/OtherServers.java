package dev.trestle.systems.formkiq.deliveries;

import dev.trestle.platform.outgoing.OutgoingException;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.outgoing.OutgoingHttp.Answer;
import dev.trestle.platform.outgoing.OutgoingRequest;
import dev.trestle.systems.formkiq.actions.ActionEngine;
import dev.trestle.systems.formkiq.actions.ActionOutcome;
import dev.trestle.systems.formkiq.actions.ActionRun;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells other servers of documents: a webhook that an action names, or the bus that the configuration names. Whoever
 * gets the same action twice, after a crash, knows it by {@value #ACTION}.
 */
public final class OtherServers {
    static final String ACTION = "X-Trestle-Action";
    static final String BUS = "X-Trestle-Event-Bus";

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int ANSWER_MAX = 64 * 1024;
    private static final int REDIRECTS_MAX = 5;
    /** What another server answers that may answer otherwise soon. */
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 509);

    private final OutgoingHttp webhooks;
    private final OutgoingHttp events;
    private final @Nullable URI bus;

    /**
     * By what sends requests.
     *
     * @param allowed the {@code host:port} of servers that webhooks may reach though they are not public
     * @param bus where events go; null for nowhere
     */
    public OtherServers(OutgoingHttp outgoing, Set<String> allowed, @Nullable URI bus) {
        this.webhooks = outgoing.allowing(allowed);
        this.events = bus == null
                ? outgoing
                : outgoing.allowing(
                        Set.of(bus.getHost().toLowerCase(java.util.Locale.ROOT) + ":" + OutgoingHttp.portOf(bus)));
        this.bus = bus;
    }

    /** Does actions of the type WEBHOOK. */
    public ActionOutcome webhook(ActionRun run) throws IOException, InterruptedException {
        String url = run.parameter("url").orElse("").strip();
        URI address;
        try {
            address = URI.create(url);
        } catch (IllegalArgumentException e) {
            return ActionOutcome.failed("the webhook's url is no address such as https://hooks.example.org/documents");
        }
        return told(webhooks, address, run, Map.of());
    }

    /** Does actions of the type EVENTBRIDGE. */
    public ActionOutcome event(ActionRun run) throws IOException, InterruptedException {
        URI known = bus;
        if (known == null) {
            return ActionOutcome.failed(ActionEngine.notConfigured(run.action()));
        }
        String name = run.parameter("eventBusName").orElse("");
        if (!name.matches("[ -~]{1,256}")) {
            return ActionOutcome.failed("the event bus has no name that can be sent");
        }
        return told(events, known, run, Map.of(BUS, name));
    }

    private static ActionOutcome told(OutgoingHttp http, URI address, ActionRun run, Map<String, String> headers)
            throws IOException, InterruptedException {
        OutgoingRequest request = OutgoingRequest.post(address, "application/json", DocumentMessage.of(run))
                .withHeader("User-Agent", "Trestle")
                .withHeader(ACTION, run.key())
                .withLimits(TIMEOUT, ANSWER_MAX);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            request = request.withHeader(header.getKey(), header.getValue());
        }
        try {
            Answer answer = http.follow(request, REDIRECTS_MAX);
            int status = answer.status();
            if (status >= 200 && status < 300) {
                return ActionOutcome.done();
            }
            String message = "the server answered " + status;
            return PASSING.contains(status) ? ActionOutcome.passing(message) : ActionOutcome.failed(message);
        } catch (OutgoingException e) {
            String message = String.valueOf(e.getMessage());
            return e.isRefused() ? ActionOutcome.failed(message) : ActionOutcome.passing(message);
        }
    }
}

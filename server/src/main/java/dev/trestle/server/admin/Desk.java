package dev.trestle.server.admin;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Handler;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.identity.People;
import java.util.Locale;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets administrators of the server in and nobody else, and writes down what they do. */
final class Desk {
    /** A claim of whoever runs a command on the data directory itself, and is no person of the built-in issuer. */
    static final String OPERATOR = "operator";

    private static final Logger LOG = LoggerFactory.getLogger("dev.trestle.server.administration");

    private final Api api;
    private final String issuer;
    private final AuditTrail trail;

    Desk(Api api, String issuer, AuditTrail trail) {
        this.api = api;
        this.issuer = issuer;
        this.trail = trail;
    }

    Api api() {
        return api;
    }

    /** An operation that changes nothing. */
    <Q> Desk look(String operationId, Class<Q> request, Handler<Q> handler) {
        api.handle(operationId, request, (call, q) -> {
            check(call);
            return handler.handle(call, q);
        });
        return this;
    }

    /** An operation that changes something; {@code about} says what, without secrets. It is in the audit trail before it is answered. */
    <Q> Desk act(String operationId, Area area, Class<Q> request, Function<Q, String> about, Handler<Q> handler) {
        return change(operationId, request, about, (call, q) -> {
            Object answer = handler.handle(call, q);
            String target = about.apply(q);
            trail.record(Actor.of(call), Act.of(area, named(operationId), target, target));
            return answer;
        });
    }

    /** One about what is stored. */
    <Q> Desk act(String operationId, Class<Q> request, Function<Q, String> about, Handler<Q> handler) {
        return act(operationId, Area.BACKUP, request, about, handler);
    }

    /** {@code createBackup} as {@code create-backup}. */
    private static String named(String operationId) {
        return operationId.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** An operation that changes something and has its entry in the audit trail in the same transaction. */
    <Q> Desk change(String operationId, Class<Q> request, Function<Q, String> about, Handler<Q> handler) {
        api.handle(operationId, request, (call, q) -> {
            check(call);
            Object answer = handler.handle(call, q);
            LOG.atInfo()
                    .addKeyValue("requestId", call.requestId())
                    .addKeyValue("act", operationId)
                    .addKeyValue("about", about.apply(q))
                    .addKeyValue("by", by(call))
                    .addKeyValue("caller", call.principal().toString())
                    .log("administration");
            return answer;
        });
        return this;
    }

    private void check(Call call) {
        Principal caller = call.principal();
        if (!caller.issuer().equals(issuer) || !caller.isIn(People.ADMINISTRATORS)) {
            throw ApiException.forbidden("not an administrator of the server");
        }
    }

    static String by(Call call) {
        String email = call.principal().email();
        return email == null ? call.principal().subject() : email;
    }

    static boolean isOperator(Call call) {
        return Boolean.TRUE.equals(call.principal().claims().get(OPERATOR));
    }
}

package dev.trestle.platform.audit;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Who does something.
 *
 * @param id as the issuer knows them
 * @param name as people know them, at that time
 * @param address where the request came from; empty for the server itself
 * @param requestId as the log has it; empty for the server itself
 */
public record Actor(String id, String name, String address, String requestId) {
    /** Nobody asked: a start, or a job. */
    public static final Actor SERVER = new Actor("server", "Server", "", "");

    public static Actor of(Call call) {
        Principal caller = call.principal();
        @Nullable String name = caller.claim("name");
        @Nullable String email = caller.email();
        String known = name != null ? name : email != null ? email : caller.subject();
        return new Actor(caller.subject(), known, call.address(), call.requestId());
    }
}

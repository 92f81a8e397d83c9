package dev.trestle.systems.formkiq;

import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.MailException;
import dev.trestle.platform.mail.Mailer;
import dev.trestle.platform.mail.Outbox;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.outgoing.OutgoingHttp.Answer;
import dev.trestle.platform.outgoing.OutgoingRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What is outside of the system: servers with addresses of their own, which answer as they are told, and mail boxes. */
final class Outside {
    /** An address of the public internet. */
    static final String PUBLIC = "93.184.215.14";

    /** What was sent, in order. */
    final List<OutgoingRequest> requests = new CopyOnWriteArrayList<>();
    /** The addresses that were dialled, in order. */
    final List<String> dialled = new CopyOnWriteArrayList<>();

    final List<Sent> mails = new CopyOnWriteArrayList<>();
    private final Map<String, String> addresses = new ConcurrentHashMap<>();
    private volatile Server server = request -> status(200);
    private volatile Mailer mailer = (id, mail) -> {};

    /** A mail that was sent, by the name that all attempts at it have. */
    record Sent(String id, Mail mail) {}

    /** Answers requests. */
    @FunctionalInterface
    interface Server {
        Answer answer(OutgoingRequest request) throws IOException, InterruptedException;
    }

    static Answer status(int status) {
        return new Answer(status, Map.of(), new byte[0]);
    }

    static Answer redirect(int status, String location) {
        return new Answer(status, Map.of("location", List.of(location)), new byte[0]);
    }

    /** From now on, requests are answered so. */
    void answers(Server other) {
        server = other;
    }

    /** From now on, mails are taken or refused so. */
    void takesMail(Mailer other) {
        mailer = other;
    }

    /** From now on, a name has this address. */
    void name(String host, String address) {
        addresses.put(host, address);
    }

    /** What was sent to a path. */
    List<OutgoingRequest> to(String path) {
        return requests.stream()
                .filter(request -> path.equals(request.uri().getPath()))
                .toList();
    }

    static String bodyOf(OutgoingRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    OutgoingHttp http() {
        return new OutgoingHttp(this::resolve, this::send, Set.of());
    }

    Outbox mail() {
        return Outbox.none().with(this::send);
    }

    private List<InetAddress> resolve(String host) throws UnknownHostException {
        String address = addresses.getOrDefault(host, host.matches("[0-9.:]+") ? host : PUBLIC);
        if (address.isEmpty()) {
            throw new UnknownHostException(host);
        }
        return List.of(InetAddress.getByName(address));
    }

    private Answer send(InetAddress address, OutgoingRequest request) throws IOException, InterruptedException {
        dialled.add(address.getHostAddress());
        requests.add(request);
        return server.answer(request);
    }

    private void send(String id, Mail mail) throws MailException {
        mailer.send(id, mail);
        mails.add(new Sent(id, mail));
    }
}

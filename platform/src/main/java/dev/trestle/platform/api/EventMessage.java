package dev.trestle.platform.api;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A server-sent event, written out once for all who are told. */
public final class EventMessage {
    private final @Nullable String id;
    private final String type;
    private final Object data;
    private byte @Nullable [] bytes; // two threads may make them; either's are as good
    private @Nullable EventMessage labelled; // the same

    /** What a message of a connection with several streams holds. */
    record Labelled(String stream, @Nullable String id, Object data) {}

    /**
     * An event.
     *
     * @param id what the client sends as Last-Event-ID when it comes back; null to leave that as it is
     * @param data turned into JSON
     */
    public EventMessage(@Nullable String id, String type, Object data) {
        this.id = id;
        this.type = type;
        this.data = data;
    }

    public @Nullable String id() {
        return id;
    }

    public String type() {
        return type;
    }

    public Object data() {
        return data;
    }

    /** The same on a connection that carries several streams; a message belongs to one of them. */
    public EventMessage labelled(String stream) {
        EventMessage made = labelled;
        if (made == null) {
            made = new EventMessage(id == null ? null : stream + "=" + id, type, new Labelled(stream, id, data));
            labelled = made;
        }
        return made;
    }

    /** As it is sent. Not to be changed. */
    public byte[] bytes() {
        byte[] made = bytes;
        if (made == null) {
            made = written().getBytes(StandardCharsets.UTF_8);
            bytes = made;
        }
        return made;
    }

    private String written() {
        StringBuilder text = new StringBuilder();
        if (id != null) {
            text.append("id: ").append(line(id)).append('\n');
        }
        text.append("event: ").append(line(type)).append('\n');
        // JSON has no bare line breaks: they are escaped inside of its strings.
        return text.append("data: ").append(Json.text(data)).append("\n\n").toString();
    }

    /** A line break would begin a field of its own. */
    private static String line(String text) {
        return text.replaceAll("[\\r\\n\\x00]", " ");
    }
}

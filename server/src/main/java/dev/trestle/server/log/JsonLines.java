package dev.trestle.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import org.slf4j.event.KeyValuePair;

/** One object of JSON a line, with what the event carries beside its message as fields of its own: {@code requestId} among them. */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final Set<String> OWN = Set.of("time", "level", "logger", "thread", "message", "failure");
    private static final byte[] NOTHING = new byte[0];

    private final JsonFactory json = new JsonFactory();

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (JsonGenerator out = json.createGenerator(line)) {
            out.writeStartObject();
            out.writeStringField("time", event.getInstant().toString());
            out.writeStringField("level", event.getLevel().toString());
            out.writeStringField("logger", event.getLoggerName());
            out.writeStringField("thread", event.getThreadName());
            out.writeStringField("message", event.getFormattedMessage());
            List<KeyValuePair> pairs = event.getKeyValuePairs();
            if (pairs != null) {
                for (KeyValuePair pair : pairs) {
                    write(out, pair);
                }
            }
            IThrowableProxy failure = event.getThrowableProxy();
            if (failure != null) {
                out.writeStringField("failure", ThrowableProxyUtil.asString(failure));
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        line.write('\n');
        return line.toByteArray();
    }

    private static void write(JsonGenerator out, KeyValuePair pair) throws IOException {
        out.writeFieldName(OWN.contains(pair.key) ? pair.key + "_" : pair.key);
        if (pair.value instanceof Number number) {
            out.writeNumber(number.toString());
        } else {
            out.writeString(String.valueOf(pair.value));
        }
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}

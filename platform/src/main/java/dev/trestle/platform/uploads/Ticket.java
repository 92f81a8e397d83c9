package dev.trestle.platform.uploads;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client needs to send the bytes of an upload.
 *
 * @param parts how many pieces there are to send; 1 for a file that is sent whole
 * @param puts the first of them, or those that were asked for
 * @param until when the addresses end, and with them the upload
 */
public record Ticket(String uploadId, int parts, List<Put> puts, Instant until) {
    /**
     * One request to send.
     *
     * @param part its number, from 1
     * @param headers that have to be sent as they are
     * @param length of its body, if it was announced; another one is refused
     */
    public record Put(
            int part,
            String url,
            Map<String, String> headers,
            @Nullable Long length) {
        public Put {
            headers = Map.copyOf(headers);
        }

        /** Without the address, which is a permission. */
        @Override
        public String toString() {
            return "Put[part=" + part + ", length=" + length + "]";
        }
    }

    public Ticket {
        puts = List.copyOf(puts);
    }
}

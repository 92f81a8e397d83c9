package dev.trestle.platform.http.contract;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Reads contracts, those that are named in advance by a thread of its own before they are asked for: they are long, and whoever hosts
 * them has to wait for other things first. Each of these is read once, by who comes to it first.
 */
public final class Contracts {
    private final Map<String, FutureTask<Contract>> begun = new LinkedHashMap<>();

    private Contracts(List<URL> ahead) {
        ahead.forEach(url -> begun.put(url.toExternalForm(), task(url)));
    }

    /** Reads each when it is asked for. */
    public static Contracts whenAsked() {
        return new Contracts(List.of());
    }

    /** Begins with these, in this order. What is wrong with one is told to who asks for it. */
    public static Contracts readAhead(List<URL> contracts) {
        Contracts reading = new Contracts(contracts);
        Thread thread = new Thread(() -> reading.begun.values().forEach(FutureTask::run), "trestle-contracts");
        thread.setDaemon(true);
        thread.start();
        return reading;
    }

    /**
     * The contract at a place.
     *
     * @throws ContractException if it is wrong
     */
    public Contract read(URL url) throws IOException {
        FutureTask<Contract> ahead = begun.get(url.toExternalForm());
        FutureTask<Contract> task = ahead == null ? task(url) : ahead;
        task.run(); // does nothing if somebody else has begun with it
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException wrong) {
                throw wrong;
            }
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static FutureTask<Contract> task(URL url) {
        return new FutureTask<>(() -> {
            try (InputStream in = url.openStream()) {
                return Contract.read(in);
            }
        });
    }
}

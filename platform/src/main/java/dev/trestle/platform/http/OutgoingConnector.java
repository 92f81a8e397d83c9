package dev.trestle.platform.http;

import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.outgoing.OutgoingRequest;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Dials an address that was checked, whatever its name means by then; certificates are those of the name. An answer that is longer than
 * allowed, or takes too long, ends its connection. Any number of threads may call this; each waits for its answer.
 */
public final class OutgoingConnector implements OutgoingHttp.Connector, AutoCloseable {
    private static final int CONNECTIONS_MAX = 20;
    private static final int WAITING_MAX = 200;
    private static final int HEADER_BYTES_MAX = 32 * 1024;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient(
            new HttpClientOptions()
                    .setVerifyHost(true)
                    .setMaxHeaderSize(HEADER_BYTES_MAX)
                    .setDecompressionSupported(false)
                    .setKeepAlive(false),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS_MAX).setMaxWaitQueueSize(WAITING_MAX));

    @Override
    public OutgoingHttp.Answer send(InetAddress address, OutgoingRequest request)
            throws IOException, InterruptedException {
        CompletableFuture<OutgoingHttp.Answer> answer = new CompletableFuture<>();
        client.request(options(address, request))
                .onFailure(answer::completeExceptionally)
                .onSuccess(dialled -> exchange(dialled, request, answer));
        try {
            return answer.get(request.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException("The other server did not answer: " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new IOException(
                    "The other server took longer than " + request.timeout().toSeconds() + " s.", e);
        } finally {
            answer.cancel(false);
        }
    }

    private static RequestOptions options(InetAddress address, OutgoingRequest request) {
        URI uri = request.uri();
        int port = OutgoingHttp.portOf(uri);
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return new RequestOptions()
                .setMethod(HttpMethod.valueOf(request.method()))
                .setServer(SocketAddress.inetSocketAddress(port, address.getHostAddress()))
                .setHost(uri.getHost())
                .setPort(port)
                .setSsl("https".equalsIgnoreCase(uri.getScheme()))
                .setFollowRedirects(false)
                .setConnectTimeout(request.timeout().toMillis())
                .setTimeout(request.timeout().toMillis())
                .setURI(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
    }

    private static void exchange(
            HttpClientRequest dialled, OutgoingRequest request, CompletableFuture<OutgoingHttp.Answer> answer) {
        request.headers().forEach(dialled::putHeader);
        // Whoever waits has given up: so does the connection.
        CompletableFuture<OutgoingHttp.Answer> unused = answer.whenComplete((done, failure) -> {
            if (failure != null) {
                dialled.reset();
            }
        });
        dialled.send(Buffer.buffer(request.body()))
                .onFailure(answer::completeExceptionally)
                .onSuccess(response -> collect(response, request.answerBytesMax(), answer));
    }

    private static void collect(
            HttpClientResponse response, int bytesMax, CompletableFuture<OutgoingHttp.Answer> answer) {
        Buffer body = Buffer.buffer();
        response.exceptionHandler(answer::completeExceptionally);
        response.handler(chunk -> {
            if (body.length() + chunk.length() > bytesMax) {
                answer.completeExceptionally(new IOException("its answer is longer than " + bytesMax + " bytes"));
            } else {
                body.appendBuffer(chunk);
            }
        });
        response.endHandler(end -> {
            Map<String, List<String>> headers = new LinkedHashMap<>();
            response.headers()
                    .names()
                    .forEach(name -> headers.put(
                            name.toLowerCase(Locale.ROOT), response.headers().getAll(name)));
            answer.complete(new OutgoingHttp.Answer(response.statusCode(), headers, body.getBytes()));
        });
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

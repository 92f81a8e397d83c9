package dev.trestle.systems.unisync.translation;

import dev.trestle.systems.unisync.model.Language;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.translate.TranslateClient;
import software.amazon.awssdk.services.translate.TranslateClientBuilder;

/** Amazon Translate, through the AWS SDK. It knows both Chinese scripts by itself. */
public final class AmazonTranslator implements Translator {
    /** What Amazon Translate takes in one request. */
    static final int TEXT_BYTES_MAX = 10_000;

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final Service service;
    private @Nullable TranslateClient client;

    /**
     * Where the service is, and who asks it.
     *
     * @param endpoint null for AWS's own
     * @param credentials null for what the SDK finds by itself
     */
    public record Service(
            Region region, @Nullable URI endpoint, @Nullable AwsCredentialsProvider credentials) {}

    public AmazonTranslator(Service service) {
        this.service = service;
    }

    /** Made when it is first wanted: the SDK's client takes a while to be made. */
    private synchronized TranslateClient client() {
        if (client == null) {
            TranslateClientBuilder builder = TranslateClient.builder()
                    .region(service.region())
                    .httpClient(UrlConnectionHttpClient.builder()
                            .connectionTimeout(CONNECT)
                            .socketTimeout(ANSWER)
                            .build())
                    // Jobs try again, later each time.
                    .overrideConfiguration(o -> o.apiCallTimeout(ANSWER).retryStrategy(AwsRetryStrategy.doNotRetry()));
            if (service.endpoint() != null) {
                builder.endpointOverride(service.endpoint());
            }
            if (service.credentials() != null) {
                builder.credentialsProvider(service.credentials());
            }
            client = builder.build();
        }
        return Objects.requireNonNull(client);
    }

    @Override
    public boolean can(Language from, Language to) {
        return from != to;
    }

    @Override
    public String translate(String text, Language from, Language to) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String piece : Pieces.of(text, TEXT_BYTES_MAX)) {
            all.append(piece.isBlank() ? piece : translatePiece(piece, from, to));
        }
        return Said.checked(all.toString());
    }

    /** The blanks around a piece are what joins it to the others, and are not the service's to change. */
    private String translatePiece(String piece, Language from, Language to) throws IOException {
        String core = piece.strip();
        int start = piece.indexOf(core);
        String said = ask(core, from, to);
        return piece.substring(0, start) + said + piece.substring(start + core.length());
    }

    private String ask(String text, Language from, Language to) throws IOException {
        try {
            return client().translateText(request ->
                            request.text(text).sourceLanguageCode(code(from)).targetLanguageCode(code(to)))
                    .translatedText();
        } catch (SdkException e) {
            throw new IOException("Amazon Translate did not translate: " + e.getMessage(), e);
        }
    }

    private static String code(Language language) {
        return switch (language) {
            case EN -> "en";
            case ZH -> "zh";
            case ZH_TW -> "zh-TW";
        };
    }
}

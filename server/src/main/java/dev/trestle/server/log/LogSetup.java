package dev.trestle.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import org.slf4j.Logger;

/**
 * How the log is written unless a file says otherwise: lines for people, on standard error. It is said in code because to read the same
 * from XML takes a tenth of a second of every start.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {
    static final String APPENDER = "stderr";

    /** An event is one line, whatever somebody sends us. */
    private static final String LINE =
            "%d{HH:mm:ss.SSS} %-5level %logger{0}: %replace(%msg %kvp){'[\\r\\n]+', ' '}%n%rEx";

    private static final String FILE_PROPERTY = "logback.configurationFile";

    private static final List<String> TOLD = List.of(
            // Who was answered what; who was refused, and why.
            "dev.trestle.platform.requests",
            "dev.trestle.platform.http.Invocation",
            // Which administrator changed what.
            "dev.trestle.server.administration",
            "dev.trestle.server.console.audit");

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(FILE_PROPERTY) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(LINE);
        encoder.start();
        // Standard output belongs to the commands' answers.
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName(APPENDER);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        TOLD.forEach(name -> context.getLogger(name).setLevel(Level.INFO));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}

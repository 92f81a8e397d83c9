package dev.trestle.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Switches the log from what {@link LogSetup} makes it, lines for people, to lines for programs. */
public final class Logs {
    private Logs() {}

    /** Leaves out who was answered what: for a command that serves nobody but itself. */
    public static void warningsOnly() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLoggerList().stream()
                    .filter(logger -> logger.getLevel() == Level.INFO)
                    .forEach(logger -> logger.setLevel(Level.WARN));
        }
    }

    public static void writeJson() {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (factory instanceof LoggerContext context) {
            Appender<ILoggingEvent> appender =
                    context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(LogSetup.APPENDER);
            if (appender instanceof OutputStreamAppender<ILoggingEvent> lines) {
                JsonLines encoder = new JsonLines();
                encoder.setContext(context);
                encoder.start();
                lines.stop();
                lines.setEncoder(encoder);
                lines.start();
                return;
            }
        }
        throw new IllegalStateException("The log is configured otherwise: log.format has no effect on it.");
    }
}

package dev.trestle.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LogSetupTest {
    private static final String FILE = "logback.configurationFile";

    private final LoggerContext context = new LoggerContext();

    @Test
    void configure_withoutAFile_makesOneLineOfAnEventOnStandardError() {
        assertThat(new LogSetup().configure(context)).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        assertThat(root.getLevel()).isEqualTo(Level.WARN);
        assertThat(context.getLogger("dev.trestle.platform.requests").getEffectiveLevel())
                .isEqualTo(Level.INFO);
        var appender = (ConsoleAppender<ILoggingEvent>) root.getAppender(LogSetup.APPENDER);
        assertThat(appender.getTarget()).isEqualTo("System.err");
        LoggingEvent event = new LoggingEvent("", root, Level.WARN, "one\r\nline", null, new Object[0]);
        String line = new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8);
        assertThat(line).contains("WARN  ROOT: one line").endsWith("\n");
        assertThat(line.lines()).hasSize(1);
    }

    @Test
    void configure_withAFileNamed_leavesItToTheFile() {
        System.setProperty(FILE, "another.xml");
        try {
            assertThat(new LogSetup().configure(context)).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
        } finally {
            System.clearProperty(FILE);
        }
        assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(LogSetup.APPENDER))
                .isNull();
    }
}

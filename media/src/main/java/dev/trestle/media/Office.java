package dev.trestle.media;

import dev.trestle.media.MediaException.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Makes PDF files of office files, by LibreOffice in a child process with limits. Each run has a profile of its own, in which macros and
 * whatever else a file could have done are off, links to elsewhere are not followed, and every connection goes to a proxy that is not there.
 */
public final class Office {
    private static final Set<String> EXTENSIONS =
            Set.of("doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "ppt", "pptx", "odp");
    private static final String PROFILE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
            <item oor:path="/org.openoffice.Office.Common/Security/Scripting">
            <prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
            <item oor:path="/org.openoffice.Office.Common/Security/Scripting">
            <prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
            <item oor:path="/org.openoffice.Office.Common/Security/Scripting">
            <prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
            <item oor:path="/org.openoffice.Office.Common/Security/Scripting">
            <prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
            <item oor:path="/org.openoffice.Office.Writer/Content/Update">
            <prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
            <item oor:path="/org.openoffice.Office.Calc/Content/Update">
            <prop oor:name="Link" oor:op="fuse"><value>1</value></prop></item>
            <item oor:path="/org.openoffice.Inet/Settings">
            <prop oor:name="ooInetProxyType" oor:op="fuse"><value>2</value></prop></item>
            <item oor:path="/org.openoffice.Inet/Settings">
            <prop oor:name="ooInetHTTPProxyName" oor:op="fuse"><value>127.0.0.1</value></prop></item>
            <item oor:path="/org.openoffice.Inet/Settings">
            <prop oor:name="ooInetHTTPProxyPort" oor:op="fuse"><value>9</value></prop></item>
            <item oor:path="/org.openoffice.Inet/Settings">
            <prop oor:name="ooInetHTTPSProxyName" oor:op="fuse"><value>127.0.0.1</value></prop></item>
            <item oor:path="/org.openoffice.Inet/Settings">
            <prop oor:name="ooInetHTTPSProxyPort" oor:op="fuse"><value>9</value></prop></item>
            </oor:items>
            """;

    private final Path directory;
    private final MediaLimits limits;
    private final String program;
    /** It takes hundreds of megabytes. */
    private final Semaphore place = new Semaphore(1, true);

    /**
     * @param directory for temporary files
     * @param program its path, or its name on PATH; empty where there is none
     */
    public Office(Path directory, MediaLimits limits, String program) {
        this.directory = directory;
        this.limits = limits;
        this.program = program;
    }

    public boolean isConfigured() {
        return !program.isEmpty();
    }

    /** Whether files of an extension are taken. */
    public static boolean reads(String extension) {
        return EXTENSIONS.contains(extension.toLowerCase(Locale.ROOT));
    }

    public Workspace workspace() throws IOException {
        return Workspace.in(directory);
    }

    /**
     * A PDF file of an office file.
     *
     * @param extension what it is read as
     * @throws MediaException with {@link Problem#UNAVAILABLE} if the program is not there
     */
    public Path pdf(Workspace space, Path file, String extension) {
        if (!reads(extension)) {
            throw new MediaException(Problem.UNSUPPORTED, 0, "Files of the kind " + extension + " are not read.");
        }
        try {
            String stem = space.next("office").getFileName().toString();
            Path named = space.directory().resolve(stem + "." + extension.toLowerCase(Locale.ROOT));
            Files.move(file, named);
            Path made = Files.createDirectory(space.next("made"));
            run(space, named, made).check();
            Path pdf = made.resolve(stem + ".pdf");
            if (!Files.isRegularFile(pdf) || Files.size(pdf) == 0) {
                throw new MediaException(Problem.DAMAGED, 0, "The file cannot be read.");
            }
            return pdf;
        } catch (IOException e) {
            throw new UncheckedIOException("An office file could not be read.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("A child process was not waited for.", e));
        }
    }

    private ChildProcess.Result run(Workspace space, Path file, Path target) throws IOException, InterruptedException {
        Path profile = space.next("profile");
        Files.createDirectories(profile.resolve("user"));
        Files.writeString(profile.resolve("user/registrymodifications.xcu"), PROFILE, StandardCharsets.UTF_8);
        List<String> command = List.of(
                program,
                "-env:UserInstallation=" + profile.toUri(),
                "--headless",
                "--norestore",
                "--nologo",
                "--nodefault",
                "--nolockcheck",
                "--convert-to",
                "pdf",
                "--outdir",
                target.toString(),
                file.toString());
        Map<String, String> environment = Map.of(
                "PATH",
                "/usr/local/bin:/usr/bin:/bin",
                "HOME",
                profile.toString(),
                "TMPDIR",
                space.directory().toString(),
                "LC_ALL",
                "C.UTF-8",
                "SAL_USE_VCLPLUGIN",
                "svp");
        place.acquire();
        try {
            return new ChildProcess(space, limits).run(command, environment);
        } catch (IOException e) {
            throw new MediaException(
                    Problem.UNAVAILABLE, null, "The program " + program + " is not installed. Install LibreOffice.");
        } finally {
            place.release();
        }
    }
}

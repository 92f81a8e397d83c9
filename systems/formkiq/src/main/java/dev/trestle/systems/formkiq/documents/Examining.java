package dev.trestle.systems.formkiq.documents;

import dev.trestle.media.FormField;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Workspace;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells which fields the form of a PDF file has that is no document: it is sent to an address for an hour, looked into by
 * a process of its own, and dropped.
 */
final class Examining {
    /** The type of the jobs that drop what was sent. */
    static final String DROP = "drop-examined";

    private static final Duration LIFE = Duration.ofHours(1);
    private static final long BYTES_MAX = 50L << 20;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final Contents contents;
    private final MediaTools media;

    Examining(Contents contents, MediaTools media) {
        this.contents = contents;
        this.media = media;
    }

    record GetAddress(@Nullable String siteId) implements OnSite {}

    record Address(String id, String uploadUrl) {}

    record Examine(String id, @Nullable String siteId) implements OnSite {}

    record Field(String field, String value) {
        static Field of(FormField read) {
            return new Field(read.name(), read.value());
        }
    }

    record FileInfo(List<Field> fields) {}

    record Examined(FileInfo fileinfo) {}

    /** The payload of a job that drops a file. */
    record Drop(String key) {}

    void declare(Operations<Caller> api) {
        api.get("GetExaminePdfUrl", "/objects/examine/pdf", GetAddress.class)
                .about("An address to send a PDF file to that is to be examined")
                .right(Rights.READ)
                .changes(Address.class, this::address);
        api.get("GetExaminePdf", "/objects/examine/{id}/pdf", Examine.class)
                .about("The fields of the form in a PDF file that was sent")
                .right(Rights.READ)
                .created()
                .refuses(Kind.NOT_FOUND, Kind.INVALID)
                .gives(Examined.class, this::examine);
    }

    /** The site stands in the key: nobody examines what was sent to another one. */
    private static String key(Caller caller, String id) {
        return "tempfiles/" + caller.site() + "/examine-" + id;
    }

    private Decision<Address> address(Given<Caller, GetAddress> given) {
        String id = UUID.randomUUID().toString();
        String key = key(given.by(), id);
        return Decision.of(new Address(id, contents.uploadAddress(key, LIFE)))
                .job(DROP, given.by().site(), new Drop(key), LIFE.plus(LIFE));
    }

    private Examined examine(Given<Caller, Examine> given) {
        String id = given.asked().id();
        if (!ID.matcher(id).matches() || !contents.exists(key(given.by(), id), null)) {
            throw notFound(id);
        }
        try (Workspace space = media.workspace();
                InputStream sent = contents.open(key(given.by(), id), null)) {
            List<FormField> fields = media.formFields(space, space.add(sent, BYTES_MAX));
            return new Examined(new FileInfo(fields.stream().map(Field::of).toList()));
        } catch (MediaException unfit) {
            throw Refusals.message(String.valueOf(unfit.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException("A file could not be examined.", e);
        }
    }

    private static ApiException notFound(String id) {
        return Refusals.notFound("Object '" + id + "' not found");
    }

    void drop(JobContext job) {
        boolean unused = contents.deleteAll(job.payload(Drop.class).key());
    }
}

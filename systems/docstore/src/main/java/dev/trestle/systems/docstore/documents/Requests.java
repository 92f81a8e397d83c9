package dev.trestle.systems.docstore.documents;

import dev.trestle.systems.docstore.model.ChangeType;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests of the contract, as handlers take them. */
public final class Requests {
    private Requests() {}

    public record None() {}

    public record ById(String id) {}

    public record Create(NewDocument body) {}

    public record NewDocument(
            @Nullable String id, @Nullable String displayName, String fileName, String fileType, String content) {}

    /** Which list is asked for, and which part of it. */
    public record ListDocuments(
            String view,
            @Nullable String role,
            @Nullable String text,
            int limit,
            @Nullable String cursor) {}

    public record Rename(String id, NewName body) {}

    public record NewName(String displayName) {}

    public record ReadContent(String id, boolean download) {}

    public record ReadVersion(String id, int version, boolean download) {}

    public record Save(String id, ChangeType changeType, InputStream body) {}

    public record RollBack(String id, Target body) {}

    public record Target(int version) {}

    public record Compare(String id, int from, int to, String view) {}

    public record ChangeAccess(String id, AccessList body) {}

    public record AccessList(String owner, List<String> editors, List<String> viewers) {}

    public record AddImage(String id, InputStream body) {}

    public record ReadImage(String id, String imageId) {}

    public record Preview(byte[] body) {}

    public record FindPerson(String email) {}
}
